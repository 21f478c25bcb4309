// A page stands as the server sent it, and works, before any script runs: one whose scripts cannot run, or fail at their
// start, stays so. Read by the browser alone.

/** Whether the browser has what the console's scripts need; one without keeps the page as it was sent (SHELL-96). */
export const canRun = (): boolean => "at" in Array.prototype && typeof Intl.PluralRules === "function";

const keyOf = () => `edge-as-sent:${location.pathname}`;
let isRunning = false;

/** Told once the page's first drawing is there. */
export const nowRuns = () => void (isRunning = true);

/**
 * Fetches the page once more, to leave it as it is sent, when its scripts failed while they took it over (SHELL-97).
 * Later errors have their own screen, as what was typed would be lost.
 */
export function leaveAsSent(error: unknown) {
  if (isRunning) return;
  try {
    sessionStorage.setItem(keyOf(), "1");
  } catch {
    // Nothing would tell the next load, which would fail and fetch again without end.
    return;
  }
  // After what listens for errors has begun to.
  setTimeout(() => {
    self.reportError?.(error);
    // Without its hash the address is another document, and a page that answered a post is not posted again.
    location.replace(location.href.replace(/#.*$/, ""));
  });
}

/** Whether this page's scripts have failed at their start before. */
export function isToStay(): boolean {
  try {
    return sessionStorage.getItem(keyOf()) !== null;
  } catch {
    return false;
  }
}
