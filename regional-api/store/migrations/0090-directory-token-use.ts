import type { Migration } from "./migration";

/** Whether the tokens of a refresh have arrived: until then their predecessor may be exchanged again (SESS-12). */
export const directoryTokenUse: Migration = {
  number: 90,
  name: "directory-token-use",
  file: "directory",
  sql: `
    ALTER TABLE session_tokens ADD COLUMN usedAt INTEGER;
  `,
};
