import { recentKey } from "~/components/shell/recent-places";

const limit = 5;

/** Ids of places recently chosen by this person in this browser, the latest first. */
export function readRecent(person: string): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(recentKey + person) ?? "[]");
    if (!Array.isArray(stored)) return [];
    return stored.filter((id): id is string => typeof id === "string").slice(0, limit);
  } catch {
    return []; // Storage is blocked, or its content is corrupt.
  }
}

/** Stores a place as the latest. Only ids are stored, no names. */
export function remember(person: string, id: string): void {
  const ids = [id, ...readRecent(person).filter((one) => one !== id)].slice(0, limit);
  try {
    localStorage.setItem(recentKey + person, JSON.stringify(ids));
  } catch {
    // Storage is blocked or full: nothing is remembered.
  }
}
