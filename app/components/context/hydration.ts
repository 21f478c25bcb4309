// Progressive enhancement: a server-rendered page works before any script runs, and keeps working if scripts
// cannot run or fail at startup. Browser only.

/** True if the browser supports what the scripts need; otherwise the page is not hydrated (SHELL-96). */
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
    // If the failure cannot be stored, the reloaded page would fail again and reload in a loop.
    return;
  }
  // Waits until the error listeners are attached.
  setTimeout(() => {
    self.reportError?.(error);
    // With its hash the URL would not load the document; a reload could repeat a post.
    location.replace(location.href.replace(/#.*$/, ""));
  });
}

/** True if this page's scripts failed at startup on an earlier load. */
export function haveScriptsFailed(): boolean {
  try {
    return sessionStorage.getItem(keyOf()) !== null;
  } catch {
    return false;
  }
}
