/** What the figures of Discover Insights are about: products, periods, days and score buckets (DI). */
import { invalid } from "../../core/errors";

export const dayMs = 24 * 3_600_000;

/** From `from` up to, not including, `to`, in milliseconds UTC; without one it has no such end. */
export interface Period {
  readonly from?: number;
  readonly to?: number;
}

/** A period as callers say it, both ends included. Throws when it ends before it begins. */
export function periodOf(first: number | null | undefined, last: number | null | undefined): Period {
  if (first != null && last != null && last < first) throw invalid("The end must not be before the start");
  return { ...(first != null && { from: first }), ...(last != null && { to: last + 1 }) };
}

/** The day (UTC) of a time, as days since 1970. */
export const dayOf = (time: number): number => Math.floor(time / dayMs);

/** "2026-01-31" of days since 1970. */
export const dateOf = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10);

/** The same day of the month before at 00:00 UTC, or that month's last day where it has no such day. */
function monthBefore(time: number): number {
  const at = new Date(time);
  const [year, month, day] = [at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()];
  return Math.min(Date.UTC(year, month - 1, day), Date.UTC(year, month, 0));
}

/** Days that one answer may list. */
const maxDays = 3_660;

/**
 * The period of the count by day: from a month ago to the end of today where an end is missing (DI-14), or of a
 * first day that is still to come in UTC, as on mornings in Sydney. Throws when it has more than 3,660 days.
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

/** The buckets of the score distribution: each holds the scores from itself to the next; 100 stands alone (DI-22). */
export const scoreBuckets: readonly number[] = Array.from({ length: 11 }, (_, index) => index * 10);

/** A share of a whole from 0 to 1, null of nothing (DI-20). */
export const ratio = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole);

/** Before this time a case is more than `days` days old (DI-19). */
export const ageLimit = (now: number, days: number): number => now - days * dayMs;
