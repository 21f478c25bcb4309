/** What the record of changes says of single sign-on. */
import { z } from "zod/v4";
import { recordKind } from "../../core/record";
import { settingsCodes } from "../../core/settings-codes";
import { findGroup } from "../permissions/group-grants.store";
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
  read: (db, customerId) => {
    const config = findSsoConfig(db, customerId);
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
          groups: z
            .array(z.string())
            .parse(JSON.parse(config.groupIds))
            .map((id) => findGroup(db, id)?.name ?? id),
        },
      }
    );
  },
});
