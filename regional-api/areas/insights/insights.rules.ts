/** Rules for the Discover Insights figures: products, periods, days and score buckets (DI). */
import { invalid } from "../../core/errors";

export const dayMs = 24 * 3_600_000;

/**
 * A period from `from` (inclusive) to `to` (exclusive), in milliseconds UTC; without an end, it is unbounded
 * there.
 */
export interface Period {
  readonly from?: number;
  readonly to?: number;
}

/** Converts a caller's period, inclusive at both ends. Throws if it ends before it begins. */
export function periodOf(first: number | null | undefined, last: number | null | undefined): Period {
  if (first != null && last != null && last < first) throw invalid("The end must not be before the start");
  return { ...(first != null && { from: first }), ...(last != null && { to: last + 1 }) };
}

/** Returns the UTC day of a timestamp, in days since 1970. */
export const dayOf = (time: number): number => Math.floor(time / dayMs);

/** Formats days since 1970 as "2026-01-31". */
export const dateOf = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10);

/** Returns 00:00 UTC of the same day in the previous month, or of that month's last day if it is shorter. */
function monthBefore(time: number): number {
  const at = new Date(time);
  const [year, month, day] = [at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()];
  return Math.min(Date.UTC(year, month - 1, day), Date.UTC(year, month, 0));
}

/** Maximum number of days in one answer. */
const maxDays = 3_660;

/**
 * Returns the period of the daily count. It defaults to one month up to the end of today (DI-14), or to the
 * end of the first day if that is still in the future in UTC, as it is on a morning in Sydney. Throws if it
 * is longer than 3,660 days.
 */
export function dailyPeriod(
  first: number | null | undefined,
  last: number | null | undefined,
  now: number,
): Required<Period> {
  const to = last ?? (dayOf(Math.max(now, first ?? now)) + 1) * dayMs - 1;
  const from = first ?? monthBefore(Math.min(to, now));
  if (to < from) throw invalid("The end must not be before the start");
  if (dayOf(to) - dayOf(from) >= maxDays) throw invalid("The time range cannot be longer than 10 years");
  return { from, to: to + 1 };
}

/**
 * Lower bounds of the score buckets; each bucket ends at the next bound, and 100 is a bucket of its own
 * (DI-22).
 */
export const scoreBuckets: readonly number[] = Array.from({ length: 11 }, (_, index) => index * 10);

/** Returns `part` / `whole`, from 0 to 1; null if `whole` is 0 (DI-20). */
export const ratio = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole);

/** Returns the time before which cases are more than `days` days old (DI-19). */
export const ageLimit = (now: number, days: number): number => now - days * dayMs;

// ---- change and line ----

/** The single figures, each with a change and a line (DI-57), in the default order of their cards (DI-04). */
export const figureNames = [
  "completedCount",
  "completionRatio",
  "dropoutRatio",
  "leakageRatio",
  "engagementRate",
  "averageNps",
  "medianTime",
  "medianScore",
  "profanityRatio",
  "plagiarismRatio",
  "garbageRatio",
  "startedCount",
] as const;
export type FigureName = (typeof figureNames)[number];

/** Number of days compared if the range has no first one (DI-58). */
const defaultDays = 30;

/** Maximum number of points that each stand for a day; beyond it they stand for 32 days (DI-59). */
const maxDayPoints = 186;

export interface Trend {
  readonly current: Required<Period>;
  /** The current period, no further than now, moved back by `shift`. */
  readonly previous: Required<Period>;
  /** Time from the previous period to the current one. */
  readonly shift: number;
  readonly days: number;
  /** Buckets of the current period's points, each of 1 or 32 whole UTC days. */
  readonly points: { readonly span: 1 | 32; readonly first: number; readonly end: number };
}

/**
 * Returns what to compare for a caller's range, inclusive at both ends; null if it has not begun. Days are UTC, so that
 * each has 24 hours. Throws if the range ends before it begins or is longer than 3,660 days.
 */
export function trendOf(
  first: number | null | undefined,
  last: number | null | undefined,
  now: number,
): Trend | null {
  periodOf(first, last);
  const to = Math.min(last == null ? Infinity : last + 1, (dayOf(now) + 1) * dayMs);
  const from = first ?? to - defaultDays * dayMs;
  if (from >= to) return null;
  const days = Math.ceil((to - from) / dayMs);
  if (days > maxDays) throw invalid("The time range cannot be longer than 10 years");
  const shift = days * dayMs;
  const [firstDay, endDay] = [dayOf(from), dayOf(to - 1) + 1];
  return {
    current: { from, to },
    previous: { from: from - shift, to: Math.min(to, now + 1) - shift },
    shift,
    days,
    points:
      days <= maxDayPoints
        ? { span: 1, first: firstDay, end: endDay }
        : // Whole blocks only, up to yesterday: a part of one would look like a fall.
          { span: 32, first: Math.ceil(firstDay / 32), end: Math.floor(Math.min(endDay, dayOf(now)) / 32) },
  };
}

/** Sums from which the figures of a period are computed. */
export interface TrendSums extends Readonly<
  Record<"consented" | "submitted" | "rated" | "ratings" | "profanity" | "plagiarism" | "garbage", number>
> {
  /** Null if too few days have passed to know. */
  readonly lost: { readonly dropped: number; readonly leaked: number } | null;
  readonly medianTime: number | null;
  readonly medianScore: number | null;
}

const lostRatio = (name: "dropped" | "leaked") => (sums: TrendSums) =>
  sums.lost && ratio(sums.lost[name], sums.consented);

/** Each figure of a period, from its sums. */
export const figuresOf: Readonly<Record<FigureName, (sums: TrendSums) => number | null>> = {
  startedCount: ({ consented }) => consented,
  completedCount: ({ submitted }) => submitted,
  completionRatio: ({ submitted, consented }) => ratio(submitted, consented),
  dropoutRatio: lostRatio("dropped"),
  leakageRatio: lostRatio("leaked"),
  engagementRate: ({ rated, submitted }) => ratio(rated, submitted),
  averageNps: ({ ratings, rated }) => ratio(ratings, rated),
  medianTime: ({ medianTime }) => medianTime,
  medianScore: ({ medianScore }) => medianScore,
  profanityRatio: ({ profanity, submitted }) => ratio(profanity, submitted),
  plagiarismRatio: ({ plagiarism, submitted }) => ratio(plagiarism, submitted),
  garbageRatio: ({ garbage, submitted }) => ratio(garbage, submitted),
};

/**
 * Estimates a median from the numbers of values below each of `ends`, the last one for all others; values are taken to
 * lie evenly within their band. Null without values.
 */
export function medianOfBands(counts: readonly number[], ends: readonly number[]): number | null {
  const half = counts.reduce((sum, count) => sum + count, 0) / 2;
  if (half === 0) return null;
  const valueAt = (isReached: (count: number) => boolean): number => {
    let before = 0;
    const at = counts.findIndex((count) => {
      if (count > 0 && isReached(before + count)) return true;
      before += count;
      return false;
    });
    const least = ends[at - 1] ?? 0;
    return least + ((half - before) / (counts[at] ?? 1)) * ((ends[at] ?? least) - least);
  };
  // They differ where the two middle values are in different bands.
  return (valueAt((count) => count >= half) + valueAt((count) => count > half)) / 2;
}
