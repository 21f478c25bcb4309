/**
 * Applies retention beside the requests: once a minute it looks whether shorter periods count from now on and whether
 * today's run is at its end, every two seconds whether an access pack is to be made.
 */
import { setTimeout as pause } from "node:timers/promises";
import type { FastifyBaseLogger } from "fastify";
import { findCustomer } from "../../core/customers.store";
import type { Database, Databases } from "../../store/database";
import { doPortion } from "../bulk-jobs/portions";
import { packFile } from "./pack-file";
import { nextPack, rowsOfCandidate, settlePack, vacanciesOfPack } from "./packs.store";
import { applyRetentionChanges, runPortion } from "./retention-run";

const pollMs = 2_000;
const lookEveryMs = 60_000;

interface Surroundings {
  readonly databases: Databases;
  readonly clock: () => number;
  readonly log: Pick<FastifyBaseLogger, "error" | "info">;
}

export interface RetentionRunner {
  /** Does all that is to be done now. */
  flush(): Promise<void>;
  /** Ends it; the portion under way is finished. */
  stop(): Promise<void>;
}

/** Makes the next pack that is asked for, if any is. */
function makePack(db: Database, { clock, log }: Surroundings): boolean {
  const pack = nextPack(db);
  if (!pack) return false;
  const { id, customerId } = pack;
  const readyAt = clock();
  let content: Buffer | null = null;
  try {
    const rows = rowsOfCandidate(db, pack);
    content = packFile({
      customerName: findCustomer(db, customerId)?.displayName ?? "",
      madeAt: readyAt,
      rows,
      vacancies: vacanciesOfPack(db, [
        ...new Set((rows["applications"] ?? []).map(({ vacancyId }) => vacancyId)),
      ]),
    });
  } catch (error) {
    log.error({ error, region: db.awsRegion, pack: id }, "access pack failed");
  }
  settlePack(db, { id, state: content ? "READY" : "FAILED", readyAt, content });
  return true;
}

/** Starts applying. */
export function startRetentionRunner(surroundings: Surroundings): RetentionRunner {
  const { databases, clock, log } = surroundings;
  let isStopped = false;

  const makePacks = async () => {
    for (const db of databases.all()) while (!isStopped && makePack(db, surroundings)) await pause(1);
  };
  const applyRetention = async () => {
    for (const db of databases.all()) {
      applyRetentionChanges(db, clock());
      let isMore = true;
      while (isMore && !isStopped)
        await doPortion((isOver) => {
          isMore = runPortion(db, { now: clock(), log, isOver });
        });
    }
  };

  let last: Promise<void> = Promise.resolve();
  const round = (isLook: boolean) => {
    last = last.then(makePacks).catch((error: unknown) => log.error({ error }, "access packs not made"));
    if (isLook)
      last = last
        .then(applyRetention)
        .catch((error: unknown) => log.error({ error }, "retention not applied"));
    return last;
  };

  let isBusy = false;
  let lookedAt = 0;
  const timer = setInterval(() => {
    if (isBusy) return;
    isBusy = true;
    const isLook = clock() - lookedAt >= lookEveryMs;
    if (isLook) lookedAt = clock();
    void round(isLook).finally(() => (isBusy = false));
  }, pollMs);
  timer.unref();
  return {
    flush: () => round(true),
    stop: async () => {
      isStopped = true;
      clearInterval(timer);
      await last;
    },
  };
}
