import type { Migration } from "./migration";

/** The last refused sign-in of each customer since the last one that was right (SSO-53). */
export const regionSsoRefusals: Migration = {
  number: 121,
  name: "region-sso-refusals",
  file: "region",
  sql: `
    CREATE TABLE sso_refusals (
      customerId TEXT NOT NULL PRIMARY KEY,
      reason TEXT NOT NULL,
      refusedAt INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
  `,
};
