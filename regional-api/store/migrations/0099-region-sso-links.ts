import type { Migration } from "./migration";

/**
 * Which accounts have been connected with which identity provider. Those that have no password and have signed in can only
 * have done so by the present one.
 */
export const regionSsoLinks: Migration = {
  number: 99,
  name: "region-sso-links",
  file: "region",
  sql: `
    ALTER TABLE sso_configs ADD COLUMN providerId TEXT NOT NULL DEFAULT '';

    CREATE TABLE sso_links (
      userId TEXT NOT NULL,
      providerId TEXT NOT NULL,
      linkedAt INTEGER NOT NULL,
      PRIMARY KEY (userId, providerId)
    ) STRICT, WITHOUT ROWID;

    INSERT INTO sso_links (userId, providerId, linkedAt)
      SELECT u.id, '', u.lastActive FROM users u JOIN sso_configs c ON c.customerId = u.customerId
      WHERE u.source = 'SSO' AND u.lastActive IS NOT NULL;
  `,
};
