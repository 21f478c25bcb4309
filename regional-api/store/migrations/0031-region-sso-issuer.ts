import type { Migration } from "./migration";

/** Who signed the first assertion under the configuration as it is; null until then. */
export const regionSsoIssuer: Migration = {
  number: 31,
  name: "region-sso-issuer",
  file: "region",
  sql: `ALTER TABLE sso_configs ADD COLUMN idpIssuer TEXT;`,
};
