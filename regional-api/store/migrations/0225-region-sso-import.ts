import { text } from "../tables/columns";
import type { Migration } from "./migration";
import { newColumns } from "./pieces";

/** Further values imported from an identity provider's metadata (SSO-62). */
export const regionSsoImport: Migration = {
  number: 225,
  name: "region-sso-import",
  file: "region",
  ...newColumns("sso_configs", {
    idpEntityId: text().optional(),
    nameIdFormat: text().default("EMAIL"),
  }),
};
