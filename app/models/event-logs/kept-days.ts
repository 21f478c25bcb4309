/** Events of that many days before today are kept (LOG-09). */
export const keptDays = 90;

const dayMs = 24 * 3_600_000;

/** Whether the messages of a moment are too old to be kept at `asOf` (LOG-40): whether there were any is not known then. */
export const isAgedOut = (at: string, asOf: string): boolean =>
  Date.parse(at) < Date.parse(asOf) - keptDays * dayMs;
