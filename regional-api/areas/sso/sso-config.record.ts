/** What the record of changes says of single sign-on. */
import { mapTogether } from "../../store/in-turn";
import { z } from "zod/v4";
import { recordKind } from "../../core/record";
import { settingsCodes } from "../../core/settings-codes";
import { groupAmong } from "../permissions/group-grants.store";
import { findSsoConfig } from "./sso-configs.store";

/** A customer's single sign-on; its id is the customer's. */
export const ssoKind = recordKind({
  kind: "SINGLE_SIGN_ON",
  code: settingsCodes.read,
  fields: {
    accountName: "shown",
    enabled: "shown",
    loginUrl: "shown",
    publicCertificates: "secret",
    groups: "shown",
  },
  read: async (db, customerId) => {
    const config = await findSsoConfig(db, customerId);
    return (
      config && {
        name: null,
        customerId,
        version: config.version,
        values: {
          accountName: config.accountName,
          enabled: config.enabled === 1,
          loginUrl: config.loginUrl,
          publicCertificates: config.publicCertificates,
          groups: await mapTogether(
            z.array(z.string()).parse(JSON.parse(config.groupIds)),
            async (id) => (await groupAmong(db, id))?.name ?? id,
          ),
        },
      }
    );
  },
});
