/** Splits background work into batches, so that requests wait a few milliseconds at most. */
import { setTimeout as pause } from "node:timers/promises";
import type { Engine } from "../../store/engine";

/**
 * Time budget for the rows of a batch, in ms, without the commit. SQLite runs in the serving thread; with
 * PostgreSQL, only other writers wait.
 */
const portionMs: Readonly<Record<Engine, number>> = { sqlite: 6, postgres: 25 };

/**
 * Runs one batch, which calls `begins` once it may write, and checks `isOver` after each step. Then pauses for as
 * long as the batch held the thread, to give requests priority. Waiting for other writes counts as neither.
 */
export async function runTimeSlice(
  engine: Engine,
  portion: (isOver: () => boolean, begins: () => void) => Promise<void>,
): Promise<void> {
  let from = performance.now();
  try {
    await portion(
      () => performance.now() - from >= portionMs[engine],
      () => (from = performance.now()),
    );
  } finally {
    await pause(engine === "sqlite" ? Math.max(1, Math.ceil(performance.now() - from)) : 1);
  }
}
