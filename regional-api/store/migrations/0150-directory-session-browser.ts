import type { Migration } from "./migration";

/** In which browser a session was started, by which its person tells it from others (USER-119). */
export const directorySessionBrowser: Migration = {
  number: 150,
  name: "directory-session-browser",
  file: "directory",
  sql: `
    -- The User-Agent that was given at the sign-in; null for sessions older than this, and for callers without one.
    ALTER TABLE sessions ADD COLUMN browser TEXT CHECK (length(browser) <= 300);
  `,
};
