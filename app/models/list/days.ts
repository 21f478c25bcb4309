import { isTimeZone } from "~/i18n/dates";
import { instantOf } from "~/i18n/wall-time";

const dayMs = 86_400_000;

/** Adds days to a day; both as YYYY-MM-DD. */
export const dayAfter = (day: string, days = 1) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);

/** Start of a day in a zone; the first instant that exists if clocks skip midnight. */
const startOf = (day: string, timeZone: string) => instantOf(`${day}T00:00`, timeZone)?.toISOString();

type Days = { from?: string | undefined; to?: string | undefined; tz?: string | undefined };

/**
 * Parses `from`, `to` and `tz` of a URL. Days are in its zone, else the user's, so that a link finds the same
 * rows for everyone (SHELL-21, GEN-08). `end` is exclusive: the instant the last day is over.
 */
export function daysOf({ from, to, tz }: Days, timeZone: string) {
  const zone = isTimeZone(tz) ? tz : timeZone;
  return {
    zone,
    /** Reversed days match nothing, so no request is needed. */
    isReversed: Boolean(from && to && from > to),
    start: from && startOf(from, zone),
    end: to && startOf(dayAfter(to), zone),
  };
}
