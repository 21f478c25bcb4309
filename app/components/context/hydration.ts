// A page works as the server sent it, before any script runs. If scripts cannot run, or fail at startup, it stays that
// way. Browser only.

/** True if the browser has what the scripts need; otherwise the page stays as sent (SHELL-96). */
export const canHydrate = (): boolean => "at" in Array.prototype && typeof Intl.PluralRules === "function";

const keyOf = () => `edge-as-sent:${location.pathname}`;
let isRunning = false;

/** Call after the page's first render. */
export const markHydrated = () => void (isRunning = true);

/**
 * Reloads the page to run without scripts after they failed during hydration (SHELL-97). Later errors have their own
 * screen, since a reload would lose typed values.
 */
export function reloadWithoutScripts(error: unknown) {
  if (isRunning) return;
  try {
    sessionStorage.setItem(keyOf(), "1");
  } catch {
    // Without the mark the next load would fail as well, and reload forever.
    return;
  }
  // Once the error listeners are attached.
  setTimeout(() => {
    self.reportError?.(error);
    // Without the hash this loads the document and, unlike a reload, repeats no post.
    location.replace(location.href.replace(/#.*$/, ""));
  });
}

/** True if this page's scripts failed at startup before. */
export function haveScriptsFailed(): boolean {
  try {
    return sessionStorage.getItem(keyOf()) !== null;
  } catch {
    return false;
  }
}
