/** What work takes of the processor: whatever else the machine does meanwhile adds nothing to it. */

/** Processor time of this thread in ms; of the whole process where Node does not tell (before 23.9). */
export function workedMs(): number {
  const { user, system } = process.threadCpuUsage?.() ?? process.cpuUsage();
  return (user + system) / 1_000;
}

/** What `work` ends with, and the longest time in ms that the event loop was busy with one thing. */
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
 * The calmest of three turns: what `work` keeps the event loop busy with is in each, what the engine does beside it
 * (compiling, collecting) is not. A turn within the limit is enough.
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
