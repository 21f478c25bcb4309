/**
 * Applies retention in the background: once a minute it puts due shorter periods into effect and completes today's run;
 * every two seconds it makes requested access packs.
 */
import { setTimeout as pause } from "node:timers/promises";
import type { FastifyBaseLogger } from "fastify";
import { findCustomer } from "../../core/customers.store";
import { startWorkerLoop, type Worker } from "../../core/worker-loop";
import type { Region, Store } from "../../store/engine";
import { runTimeSlice } from "../bulk-jobs/time-slice";
import { declineSettingOf, reasonsOf } from "../decline-reasons/decline-reasons.store";
import { packFile } from "./pack-file";
import { nextPack, rowsOfCandidate, settlePack, vacanciesOfPack } from "./packs.store";
import { applyRetentionChanges, runPortion } from "./retention-run";

const pollMs = 2_000;
const lookEveryMs = 60_000;

interface Dependencies {
  readonly databases: Store;
  readonly clock: () => number;
  readonly log: Pick<FastifyBaseLogger, "error" | "info">;
}

/**
 * Makes the next requested pack, if any. Reads a snapshot while others write. If the candidate is removed before it is
 * done, the pack row goes with them and storing the outcome has no effect.
 */
async function makePack(region: Region, { clock, log }: Dependencies): Promise<boolean> {
  const pack = await nextPack(region.reader);
  if (!pack) return false;
  const { id, customerId } = pack;
  const readyAt = clock();
  let content: Buffer | null = null;
  try {
    content = await region.reader.atThisMoment(async (db) => {
      const rows = await rowsOfCandidate(db, pack);
      const vacancyIds = new Set((rows["applications"] ?? []).map(({ vacancyId }) => vacancyId));
      return packFile({
        customerName: (await findCustomer(db, customerId))?.displayName ?? "",
        madeAt: readyAt,
        rows,
        vacancies: await vacanciesOfPack(db, [...vacancyIds]),
        reasons: new Map(reasonsOf(await declineSettingOf(db, customerId)).map(({ id, name }) => [id, name])),
      });
    });
  } catch (error) {
    log.error({ error, region: region.awsRegion, pack: id }, "access pack failed");
  }
  await region.write(
    (db) => settlePack(db, { id, state: content ? "READY" : "FAILED", readyAt, content }),
    customerId,
  );
  return true;
}

/** Starts the runner. */
export function startRetentionRunner(surroundings: Dependencies): Worker {
  const { databases, clock, log } = surroundings;

  const makePacks = async () => {
    for (const region of databases.all())
      while (!rounds.isStopped && (await makePack(region, surroundings))) await pause(1);
  };
  const applyRetention = async () => {
    for (const region of databases.all()) {
      await applyRetentionChanges(region, clock());
      let isMore = true;
      while (isMore && !rounds.isStopped)
        await runTimeSlice(region.reader.engine, async (isOver, begins) => {
          isMore = await runPortion(region, { now: clock(), log, isOver, begins });
        });
    }
  };

  let lookedAt = 0;
  const rounds = startWorkerLoop(pollMs, async (isAsked) => {
    await databases
      .alone("access packs", makePacks)
      .catch((error: unknown) => log.error({ error }, "access packs not made"));
    const isLook = isAsked || clock() - lookedAt >= lookEveryMs;
    if (!isLook) return;
    lookedAt = clock();
    await databases
      .alone("retention", applyRetention)
      .catch((error: unknown) => log.error({ error }, "retention not applied"));
  });
  return rounds;
}
