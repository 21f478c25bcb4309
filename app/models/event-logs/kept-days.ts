/** Retention of events, in days before today (LOG-09). */
export const keptDays = 90;

const dayMs = 24 * 3_600_000;

/** True if messages sent at `at` are no longer kept at `asOf` (LOG-40); it is then unknown if there were any. */
export const isAgedOut = (at: string, asOf: string): boolean =>
  Date.parse(at) < Date.parse(asOf) - keptDays * dayMs;
