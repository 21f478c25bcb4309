/**
 * Lets everybody else's calls have their turn in the middle of a long one. The first `setImmediate` of a call that has just
 * been read runs before anything else is; the second one after all that waits.
 */
export const turn = (): Promise<void> => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
