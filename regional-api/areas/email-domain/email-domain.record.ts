/** What the record of changes says of email domains. */
import { recordKind } from "../../core/record";
import { settingsCodes } from "../../core/settings-codes";
import { findEmailDomain } from "./email-domain.store";

/** A customer's own sender; its id is the customer's. The address may be a person's. */
export const emailDomainKind = recordKind({
  kind: "EMAIL_DOMAIN",
  code: settingsCodes.read,
  fields: {
    displayName: "shown",
    emailAddress: "personal",
    domain: "shown",
    isEnabled: "shown",
    verificationStatus: "shown",
  },
  read: async (db, customerId) => {
    const domain = await findEmailDomain(db, customerId);
    return (
      domain && {
        name: null,
        customerId,
        version: domain.version,
        values: {
          displayName: domain.displayName,
          emailAddress: domain.emailAddress,
          domain: domain.emailAddress.split("@").at(-1) ?? null,
          isEnabled: domain.isCustomizedEmailDomainEnabled === 1,
          verificationStatus: domain.verificationStatus,
        },
      }
    );
  },
});
