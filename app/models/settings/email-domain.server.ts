import { nullOn } from "~/services/api-messages";
import { graphql } from "~/services/graphql";
import { mutationOf, queryOf } from "~/services/operation.server";
import type { ResultOf } from "~/services/regional-api.server";
import type { CustomerApi } from "~/services/customer-api.server";

const emailDomainFields = graphql(`
  fragment EmailDomainFields on NotifEmailDomain @_unmask {
    createdAt
    customerId
    displayName
    emailAddress
    emailIdentity {
      verificationStatus
      dkimTokens
      verificationInfo {
        errorType
        lastCheckedTimestamp
      }
    }
    isCustomizedEmailDomainEnabled
    updatedAt
    version
  }
`);
const askGet = queryOf("NotifGetEmailDomain", emailDomainFields);

export type EmailDomain = ResultOf<typeof emailDomainFields>;

/** A customer's email domain, null when none is set up (MAIL-01, MAIL-02). Throws ApiError. */
export const getEmailDomain = (api: CustomerApi): Promise<EmailDomain | null> =>
  nullOn("emailDomainNotFound", askGet(api, {}));

/** Sets an email domain up; its verification begins (MAIL-07). */
export const createEmailDomain = mutationOf("NotifCreateEmailDomain", "emailAddress");

/** Changes the name candidates see (MAIL-12), over the `version` that was read. */
export const renameEmailDomain = mutationOf(
  "NotifUpdateEmailDomainSetting",
  "displayName",
  "RenameEmailDomain",
);

/** Lets emails leave from the customer's address, or from the platform's again (MAIL-22), over the `version` that was read. */
export const switchEmailDomain = mutationOf(
  "NotifUpdateEmailDomainSetting",
  "isCustomizedEmailDomainEnabled",
  "SwitchEmailDomain",
);

const retryVerificationFields = graphql(`
  fragment RetryVerificationFields on NotifRetryDkimVerificationResult @_unmask {
    DkimStatus
    DkimTokens
  }
`);
/** Asks for the verification once more (MAIL-20). */
export const retryVerification = mutationOf(
  "NotifRetryDkimVerification",
  retryVerificationFields,
  "RetryVerification",
);
