import { BoundedCache } from "../../shared/bounded-cache";
import type { Language } from "./texts";

// Cached by zone. Bounded because zones have endless spellings and a format takes 40 KB; the bound exceeds
// the zones in use.
const formats = new BoundedCache<string, Intl.DateTimeFormat>(200);

const newFormat = (timeZone: string) =>
  new Intl.DateTimeFormat("en-US", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "short",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
  });

type Parts = Record<string, string>;

// Memoized: each load, sort and page of a list formats the same timestamps again.
const known = new BoundedCache<string, Parts>(5000);

function partsOf(at: Date, timeZone: string): Parts {
  const id = `${at.getTime()} ${timeZone}`;
  const before = known.get(id);
  if (before) return before;
  const format = formats.get(timeZone) ?? formats.set(timeZone, newFormat(timeZone));
  const parts: Parts = {};
  for (const { type, value } of format.formatToParts(at)) parts[type] = value;
  return known.set(id, parts);
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

/** "18:05:09", in `timeZone`, where the day is shown before it. */
export const formatTime = (at: Date, timeZone: string): string => formatDateTime(at, timeZone).slice(11);

/** True if the runtime knows the zone. Check every zone from a cookie or a URL with this first. */
export function isTimeZone(value: unknown): value is string {
  if (typeof value !== "string" || value.length > 64) return false;
  try {
    new Intl.DateTimeFormat("en-US", { timeZone: value });
    return true;
  } catch {
    return false;
  }
}
