import { formatDateTime } from "./dates";

/** Four-digit years with a margin at both ends, so date arithmetic and zone offsets stay four-digit. */
const years = { first: 1000, last: 9000 };

/**
 * True if the text is a real date, YYYY-MM-DD, in a supported year. The year check matters because a date field yields
 * 0002, 0020 and 0202 while its year is being typed.
 */
export function isDay(text: string): boolean {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00:00Z`) : undefined;
  if (!at || Number.isNaN(at.getTime()) || !isWithin(at)) return false;
  return at.toISOString().startsWith(text);
}

const isWithin = (at: Date) => at.getUTCFullYear() > years.first && at.getUTCFullYear() < years.last;

/** Local date in a zone at a given instant, as YYYY-MM-DD. */
export const dayIn = (timeZone: string, at = new Date()): string => formatDateTime(at, timeZone).slice(0, 10);

/** UTC offset of a zone at an instant, in ms; positive when ahead of UTC. */
function offsetAt(at: Date, timeZone: string): number {
  const wall = Date.parse(`${formatDateTime(at, timeZone).replace(" ", "T")}Z`);
  return wall - Math.floor(at.getTime() / 1000) * 1000;
}

/**
 * Instant at which clocks in `timeZone` show `wall`, e.g. "2026-11-20T18:05"; null if not a valid time and year. A
 * repeated time means its first occurrence; one that a clock change skips is shifted later.
 */
export function instantOf(wall: string, timeZone: string): Date | null {
  const asUtc = Date.parse(`${wall}Z`);
  if (Number.isNaN(asUtc) || !isWithin(new Date(asUtc))) return null;
  const day = 24 * 3_600_000;
  const before = offsetAt(new Date(asUtc - day), timeZone);
  const after = offsetAt(new Date(asUtc + day), timeZone);
  const first = new Date(asUtc - before);
  if (before === after || offsetAt(first, timeZone) === before) return first;
  const second = new Date(asUtc - after);
  return offsetAt(second, timeZone) === after ? second : first;
}
