/** When long calls let everybody else's have their turn, on an engine whose queries take no turns of their own. */

/** How long calls work before that, in ms. */
const mostMs = 25;

/** Since when this turn of the event loop has worked, as far as queries tell. */
let since: number | undefined;

const waiting: (() => void)[] = [];

/** Whether this turn of the event loop has taken long already. */
export function isLongTurn(): boolean {
  if (since !== undefined) return performance.now() - since > mostMs;
  since = performance.now();
  setImmediate(() => (since = undefined));
  return false;
}

/** A turn of one's own, once those have had theirs who waited before; what was read meanwhile is looked at in between. */
export const nextTurn = (): Promise<void> =>
  new Promise((resolve) => {
    if (waiting.push(resolve) === 1) setImmediate(goOn);
  });

function goOn(): void {
  since = undefined;
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(goOn);
}

/** For work that goes on long without a query. */
export async function letOthersIn(): Promise<void> {
  if (isLongTurn()) await nextTurn();
}
