/** Audit fields of email domains. */
import { rowKind } from "../../core/record-kinds";
import { settingsCodes } from "../../core/settings-codes";
import { findEmailDomain } from "./email-domain.store";

/**
 * Audit kind of a customer's sender; its id is the customer's. The address counts as personal data, since it
 * may belong to a person.
 */
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
