/** The first part of the names under which the palette remembers what was chosen. */
export const recentKey = "edge-recent:";

/** The palette's memory in this browser, which does not outlive signing out (SESS-42). */
export function forgetRecent() {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(recentKey)) localStorage.removeItem(key);
  } catch {
    // A browser that keeps nothing has nothing to forget.
  }
}
