/** The parameter of a list's address that holds the moment of its search: rows that came later are not shown (LOG-36). */
export const momentParameter = "until";

/** How far the clocks of two consoles may differ, in ms. */
const clockDifferenceMs = 60_000;

const isoMoment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{3})?Z$/;

/**
 * The moment that an address stops at; undefined when it names none, one that does not exist, or one that has yet to
 * come.
 */
export function momentIn(params: URLSearchParams, now: Date): Date | undefined {
  const text = params.get(momentParameter) ?? "";
  if (!isoMoment.test(text)) return undefined;
  const moment = new Date(text);
  const isPast = moment.getTime() <= now.getTime() + clockDifferenceMs;
  return isPast ? moment : undefined;
}

type Span = { from?: Date | undefined; to?: Date | undefined };

/**
 * How a search of a time span stops at its moment. Both ends of a span count; without a `to` it has no end.
 * - `to`: the last moment whose rows are shown;
 * - `moment`: what the address must carry for that, undefined where the span has ended by itself;
 * - `isOpen`: whether the address lacks it, so that it would show other rows later;
 * - `since`: the part of the span after the moment, null when nothing is left of it.
 */
export function stopAt({ from, to }: Span, given: Date | undefined, now: Date) {
  const asked = given && (!from || given >= from) && (!to || given < to) ? given : undefined;
  const isOpen = asked === undefined && (!to || to > now) && (!from || from <= now);
  const moment = asked ?? (isOpen ? now : undefined);
  return {
    to: moment ?? to,
    moment,
    isOpen,
    since: moment ? { from: new Date(moment.getTime() + 1), to } : null,
  };
}
