/** Long work beside the requests: it is done in portions, so that they wait for some milliseconds at most. */
import { setTimeout as pause } from "node:timers/promises";
import type { Engine } from "../../store/engine";

/**
 * How long the rows of a portion take together; storing them comes on top. SQLite answers in the thread that serves, while
 * with PostgreSQL others' changes alone wait.
 */
const portionMs: Readonly<Record<Engine, number>> = { sqlite: 6, postgres: 25 };

/**
 * Does one portion, which asks `isOver` after each of its steps, and then nothing for as long as it held the thread: the
 * requests come first.
 */
export async function doPortion(
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
