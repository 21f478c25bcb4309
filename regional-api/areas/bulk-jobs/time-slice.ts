/** Splits background work into batches, so that requests wait a few milliseconds at most. */
import { setTimeout as pause } from "node:timers/promises";
import type { Engine } from "../../store/engine";

/**
 * Time budget for the rows of a batch, in ms, without the commit. SQLite runs in the serving thread; with
 * PostgreSQL, only other writers wait.
 */
const portionMs: Readonly<Record<Engine, number>> = { sqlite: 6, postgres: 25 };

/**
 * Runs one batch, which checks `isOver` after each step. Then pauses for as long as the batch held the
 * thread, to give requests priority.
 */
export async function runTimeSlice(
  engine: Engine,
  portion: (isOver: () => boolean) => Promise<void>,
): Promise<void> {
  const from = performance.now();
  try {
    await portion(() => performance.now() - from >= portionMs[engine]);
  } finally {
    await pause(engine === "sqlite" ? Math.max(1, Math.ceil(performance.now() - from)) : 1);
  }
}
