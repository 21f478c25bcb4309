import { formatDateTime } from "./dates";

/** How far the clocks of a zone are ahead of UTC at a moment, in ms. */
function offsetAt(at: Date, timeZone: string): number {
  const wall = Date.parse(`${formatDateTime(at, timeZone).replace(" ", "T")}Z`);
  return wall - Math.floor(at.getTime() / 1000) * 1000;
}

/**
 * The moment at which clocks in `timeZone` show `wall`, such as "2026-11-20T18:05"; null when it is no time. Of a time
 * that comes twice in a night the first is meant, of one that is left out the one that much later.
 */
export function instantOf(wall: string, timeZone: string): Date | null {
  const asUtc = Date.parse(`${wall}Z`);
  if (Number.isNaN(asUtc)) return null;
  const day = 24 * 3_600_000;
  const before = offsetAt(new Date(asUtc - day), timeZone);
  const after = offsetAt(new Date(asUtc + day), timeZone);
  const first = new Date(asUtc - before);
  if (before === after || offsetAt(first, timeZone) === before) return first;
  const second = new Date(asUtc - after);
  return offsetAt(second, timeZone) === after ? second : first;
}
