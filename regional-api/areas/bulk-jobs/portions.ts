/** Long work beside the requests: SQLite answers in the thread that serves, so it is done in portions of some milliseconds. */
import { setTimeout as pause } from "node:timers/promises";

/** How long the rows of a portion take together; writing the files comes on top. */
const portionMs = 6;

/**
 * Does one portion, which asks `isOver` after each of its steps, and then nothing for as long as it took: the requests
 * come first.
 */
export async function doPortion(portion: (isOver: () => boolean) => Promise<void>): Promise<void> {
  const from = performance.now();
  try {
    await portion(() => performance.now() - from >= portionMs);
  } finally {
    await pause(Math.max(1, Math.ceil(performance.now() - from)));
  }
}
