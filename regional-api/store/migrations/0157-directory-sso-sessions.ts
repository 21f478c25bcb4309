import type { Migration } from "./migration";

/** The open sessions that began by single sign-on, which end with it (SSO-58). */
export const directorySsoSessions: Migration = {
  number: 157,
  name: "directory-sso-sessions",
  file: "directory",
  sql: `CREATE INDEX sessions_by_sso ON sessions (userId, id) WHERE isBySso = 1 AND revokedAt IS NULL;`,
  postgres: `CREATE INDEX sessions_by_sso ON sessions ("userId", id) WHERE "isBySso" = 1 AND "revokedAt" IS NULL;`,
};
