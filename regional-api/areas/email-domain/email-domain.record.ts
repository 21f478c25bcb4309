/** What the record of changes says of email domains. */
import { rowKind } from "../../core/record-kinds";
import { settingsCodes } from "../../core/settings-codes";
import { findEmailDomain } from "./email-domain.store";

/** A customer's own sender; its id is the customer's. The address may be a person's. */
export const emailDomainKind = rowKind({
  kind: "EMAIL_DOMAIN",
  code: settingsCodes.read,
  fields: {
    displayName: "shown",
    emailAddress: "personal",
    domain: "shown",
    isEnabled: "shown",
    verificationStatus: "shown",
  },
  find: findEmailDomain,
  values: ({ emailAddress, isCustomizedEmailDomainEnabled }) => ({
    domain: emailAddress.split("@").at(-1) ?? null,
    isEnabled: isCustomizedEmailDomainEnabled === 1,
  }),
});
