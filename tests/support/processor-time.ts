/** Measures CPU time, so that other load on the machine does not count. */

/** CPU time of this thread in ms; of the whole process where Node cannot tell (before 23.9). */
export function workedMs(): number {
  const { user, system } = process.threadCpuUsage?.() ?? process.cpuUsage();
  return (user + system) / 1_000;
}

/** The result of `work` and the longest time in ms that it blocked the event loop. */
async function busiest<T>(work: () => Promise<T>): Promise<{ answer: T; longest: number }> {
  let [longest, going] = [0, true];
  let last = workedMs();
  const look = () => {
    longest = Math.max(longest, workedMs() - last);
    last = workedMs();
  };
  const turn = () => {
    look();
    if (going) setImmediate(turn);
  };
  setImmediate(turn);
  const answer = await work();
  going = false;
  look();
  return { answer, longest };
}

/**
 * The calmest of three runs: `work` blocks the event loop in each of them, the engine's compiling and garbage
 * collection do not. Stops at the first run within the limit.
 */
export async function busyFor<T>(
  limit: number,
  work: () => Promise<T>,
): Promise<{ answer: T; longest: number }> {
  let calmest = await busiest(work);
  for (let turn = 1; turn < 3 && calmest.longest >= limit; turn += 1) {
    const next = await busiest(work);
    if (next.longest < calmest.longest) calmest = next;
  }
  return calmest;
}
