/** Prefix of the storage keys of the palette's recent choices. */
export const recentKey = "edge-recent:";

/** Clears the palette's memory in this browser on sign-out (SESS-42). */
export function forgetRecent() {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(recentKey)) localStorage.removeItem(key);
  } catch {
    // Blocked storage contains nothing to forget.
  }
}
