/** Audit fields of single sign-on. */
import { mapConcurrently } from "../../store/sequential";
import { z } from "zod/v4";
import { rowKind } from "../../core/record-kinds";
import { settingsCodes } from "../../core/settings-codes";
import { groupAmong } from "../permissions/group-grants.store";
import { findSsoConfig } from "./sso-configs.store";

/** Audit kind of a customer's single sign-on; its id is the customer's. */
export const ssoKind = rowKind({
  kind: "SINGLE_SIGN_ON",
  code: settingsCodes.read,
  fields: {
    accountName: "shown",
    enabled: "shown",
    loginUrl: "shown",
    idpEntityId: "shown",
    nameIdFormat: "shown",
    publicCertificates: "secret",
    groups: "shown",
  },
  find: findSsoConfig,
  values: async ({ enabled, groupIds }, db) => ({
    enabled: enabled === 1,
    groups: await mapConcurrently(
      z.array(z.string()).parse(JSON.parse(groupIds)),
      async (id) => (await groupAmong(db, id))?.name ?? id,
    ),
  }),
});
