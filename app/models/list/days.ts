import { isTimeZone } from "~/i18n/dates";
import { instantOf } from "~/i18n/wall-time";

const dayMs = 86_400_000;

/** The day so many days after another, both as YYYY-MM-DD. */
export const dayAfter = (day: string, days = 1) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);

/** The start of a day in a zone. Where clocks skip midnight it is the first moment that there is. */
const startOf = (day: string, timeZone: string) => instantOf(`${day}T00:00`, timeZone)?.toISOString();

type Days = { from?: string | undefined; to?: string | undefined; tz?: string | undefined };

/**
 * Reads `from`, `to` and `tz` of an address: days in the zone that it names, else in the person's, so that a link finds
 * the same rows for everybody (SHELL-21, GEN-08). The end is the moment at which the last day is over.
 */
export function daysOf({ from, to, tz }: Days, timeZone: string) {
  const zone = isTimeZone(tz) ? tz : timeZone;
  return {
    zone,
    /** Days the wrong way round find nothing: there is nothing to ask for. */
    isReversed: Boolean(from && to && from > to),
    start: from && startOf(from, zone),
    end: to && startOf(dayAfter(to), zone),
  };
}
