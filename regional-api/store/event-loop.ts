/** Lets long calls yield to others, since SQLite's queries are synchronous. */

/** Working time before a call yields, in ms. */
const maxTurnMs = 25;

/** Time at which work began in this turn of the event loop, as far as queries know. */
let since: number | undefined;

const waiting: (() => void)[] = [];

/** True if this turn of the event loop has already run for long. */
export function isLongTurn(): boolean {
  if (since !== undefined) return performance.now() - since > maxTurnMs;
  since = performance.now();
  setImmediate(() => (since = undefined));
  return false;
}

/** Waits for a turn of the event loop, after earlier callers; pending I/O is handled in between. */
export const nextTurn = (): Promise<void> =>
  new Promise((resolve) => {
    if (waiting.push(resolve) === 1) setImmediate(runNext);
  });

function runNext(): void {
  since = undefined;
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(runNext);
}

/** Yields if this turn has run for long. Call repeatedly in long work without queries. */
export async function yieldToOthers(): Promise<void> {
  if (isLongTurn()) await nextTurn();
}
