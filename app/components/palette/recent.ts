import { recentKey } from "~/components/shell/recent-places";

const limit = 5;

/** The ids of the places that this person chose last in this browser, the latest first. */
export function readRecent(person: string): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(recentKey + person) ?? "[]");
    if (!Array.isArray(stored)) return [];
    return stored.filter((id): id is string => typeof id === "string").slice(0, limit);
  } catch {
    return []; // Storage is forbidden, or what it holds is damaged.
  }
}

/** Keeps a place as the latest. Ids alone are kept, no names. */
export function remember(person: string, id: string): void {
  const ids = [id, ...readRecent(person).filter((one) => one !== id)].slice(0, limit);
  try {
    localStorage.setItem(recentKey + person, JSON.stringify(ids));
  } catch {
    // Storage is forbidden or full: nothing is remembered.
  }
}
