/**
 * Background worker that sends decline messages after the delay (APP-70). Works in batches of one short
 * transaction each; after a restart, the next process continues.
 */
import { setTimeout as pause } from "node:timers/promises";
import type { FastifyBaseLogger } from "fastify";
import type { Config } from "../../config";
import { startWorkerLoop, type Worker } from "../../core/worker-loop";
import type { Reader, Region, Store } from "../../store/engine";
import { pendingDeclineMessages, sendDeclineMessage } from "./decline-messages.store";

const pollMs = 2_000;
const batch = 50;
/** Time budget for the messages of one batch, in ms, without the commit. */
const portionMs = 6;

interface Dependencies {
  readonly config: Pick<Config, "declineMessageMs" | "texts">;
  readonly databases: Store;
  readonly clock: () => number;
  readonly log: Pick<FastifyBaseLogger, "error">;
}

/** Starts the worker. */
export function startDeclineMessenger({ config, databases, clock, log }: Dependencies): Worker {
  /** Sends one batch in one transaction. Returns true if more may be pending. */
  const portion = async (region: Region): Promise<boolean> => {
    const now = clock();
    const dueIn = (db: Reader) => pendingDeclineMessages(db, now - config.declineMessageMs, batch);
    const whose = (await dueIn(region.reader))[0]?.customerId;
    if (whose === undefined) return false;
    return region.write(async (db) => {
      const due = await dueIn(db);
      const until = performance.now() + portionMs;
      for (const { applicationId, customerId } of due) {
        // A batch covers one customer.
        if (customerId !== whose) return true;
        await sendDeclineMessage(db, applicationId, { now, config });
        if (performance.now() >= until) return true;
      }
      return due.length === batch;
    }, whose);
  };

  const round = async () => {
    for (const region of databases.all()) {
      for (;;) {
        if (rounds.isStopped) return;
        const from = performance.now();
        if (!(await portion(region))) break;
        await pause(Math.max(1, Math.ceil(performance.now() - from)));
      }
    }
  };
  const rounds = startWorkerLoop(pollMs, () =>
    databases.alone("declines", round).catch((error: unknown) => log.error({ error }, "declines not sent")),
  );
  return rounds;
}
