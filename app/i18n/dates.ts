import type { Language } from "./texts";

const formats = new Map<string, Intl.DateTimeFormat>();
// Far more than the zones of the people of a console; a zone has endless spellings, and each format takes 40 KB.
const formatsLimit = 200;

function formatOf(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat("en-US", {
      timeZone,
      hourCycle: "h23",
      year: "numeric",
      month: "short",
      day: "2-digit",
      hour: "2-digit",
      minute: "2-digit",
      second: "2-digit",
    });
    if (formats.size >= formatsLimit) formats.clear();
    formats.set(timeZone, format);
  }
  return format;
}

type Parts = Record<string, string>;

// The same moments are shown again and again: in a list that is read, sorted, paged.
const known = new Map<string, Parts>();
const knownLimit = 5000;

function partsOf(at: Date, timeZone: string): Parts {
  const id = `${at.getTime()} ${timeZone}`;
  let parts = known.get(id);
  if (!parts) {
    parts = {};
    for (const { type, value } of formatOf(timeZone).formatToParts(at)) parts[type] = value;
    if (known.size >= knownLimit) known.clear();
    known.set(id, parts);
  }
  return parts;
}

const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** "20 Nov 2026", in American wording "Nov 20, 2026" (SHELL-20), on the calendar of `timeZone`. */
export function formatDate(at: Date, language: Language, timeZone: string): string {
  const { year, month, day } = partsOf(at, timeZone);
  return language === "en-US" ? `${month} ${day}, ${year}` : `${day} ${month} ${year}`;
}

/** "2026-11-20 18:05:09" (SHELL-20, GEN-08), in `timeZone`. */
export function formatDateTime(at: Date, timeZone: string): string {
  const { year, month, day, hour, minute, second } = partsOf(at, timeZone);
  const number = String(months.indexOf(month ?? "") + 1).padStart(2, "0");
  return `${year}-${number}-${day} ${hour}:${minute}:${second}`;
}

/** Whether the runtime knows the zone; anything from a cookie or an address must pass here first. */
export function isTimeZone(value: unknown): value is string {
  if (typeof value !== "string" || value.length > 64) return false;
  try {
    new Intl.DateTimeFormat("en-US", { timeZone: value });
    return true;
  } catch {
    return false;
  }
}
