/** Lets long calls yield to others, with an engine whose queries are synchronous. */

/** Working time before a call yields, in ms. */
const mostMs = 25;

/** Start of work in this turn of the event loop, as seen by queries. */
let since: number | undefined;

const waiting: (() => void)[] = [];

/** True if this turn of the event loop has already taken long. */
export function isLongTurn(): boolean {
  if (since !== undefined) return performance.now() - since > mostMs;
  since = performance.now();
  setImmediate(() => (since = undefined));
  return false;
}

/** Waits for a turn of the event loop, after earlier waiters; pending I/O is handled in between. */
export const nextTurn = (): Promise<void> =>
  new Promise((resolve) => {
    if (waiting.push(resolve) === 1) setImmediate(goOn);
  });

function goOn(): void {
  since = undefined;
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(goOn);
}

/** For long work without queries; call it repeatedly. */
export async function yieldToOthers(): Promise<void> {
  if (isLongTurn()) await nextTurn();
}
