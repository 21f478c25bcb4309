/**
 * Tells candidates that they were declined, once that has stood for a while (APP-70). It works beside the requests, in
 * portions of one transaction and some milliseconds each; what was not told when the process ends is told by the next one.
 */
import { setTimeout as pause } from "node:timers/promises";
import type { FastifyBaseLogger } from "fastify";
import type { Config } from "../../config";
import type { Reader, Region, Store } from "../../store/engine";
import { declinesToTell, tellDecline } from "./decline-messages.store";

const pollMs = 2_000;
const batch = 50;
/** How long the messages of a portion take together; writing the file comes on top. */
const portionMs = 6;

interface Surroundings {
  readonly config: Pick<Config, "declineMessageMs">;
  readonly databases: Store;
  readonly clock: () => number;
  readonly log: Pick<FastifyBaseLogger, "error">;
}

export interface DeclineMessenger {
  /** Tells everybody who is to be told now. */
  flush(): Promise<unknown>;
  /** Ends it; the portion under way is finished. */
  stop(): Promise<void>;
}

/** Starts telling. */
export function startDeclineMessenger({ config, databases, clock, log }: Surroundings): DeclineMessenger {
  let isStopped = false;

  /** One portion, in one transaction; whether there is more to do. */
  const portion = async (region: Region): Promise<boolean> => {
    const now = clock();
    const dueIn = (db: Reader) => declinesToTell(db, now - config.declineMessageMs, batch);
    if ((await dueIn(region.reader)).length === 0) return false;
    return region.write(async (db) => {
      const due = await dueIn(db);
      const until = performance.now() + portionMs;
      for (const id of due) {
        await tellDecline(db, id, now);
        if (performance.now() >= until) return true;
      }
      return due.length === batch;
    });
  };

  const round = async () => {
    for (const region of databases.all()) {
      for (;;) {
        if (isStopped) return;
        const from = performance.now();
        if (!(await portion(region))) break;
        await pause(Math.max(1, Math.ceil(performance.now() - from)));
      }
    }
  };
  let last: Promise<unknown> = Promise.resolve();
  const flush = () =>
    (last = last
      .then(() => databases.alone("declines", round))
      .catch((error: unknown) => log.error({ error }, "declines not told")));

  let isBusy = false;
  const timer = setInterval(() => {
    if (isBusy) return;
    isBusy = true;
    void flush().finally(() => (isBusy = false));
  }, pollMs);
  timer.unref();
  return {
    flush,
    stop: async () => {
      isStopped = true;
      clearInterval(timer);
      await last;
    },
  };
}
