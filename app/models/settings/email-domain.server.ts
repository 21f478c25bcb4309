import { nullOnMessage } from "~/services/api-messages";
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
const fetchEmailDomain = queryOf("NotifGetEmailDomain", emailDomainFields);

export type EmailDomain = ResultOf<typeof emailDomainFields>;

/** A customer's email domain, or null if not set up (MAIL-01, MAIL-02). Throws ApiError. */
export const getEmailDomain = (api: CustomerApi): Promise<EmailDomain | null> =>
  nullOnMessage("emailDomainNotFound", fetchEmailDomain(api));

/** Creates an email domain and starts its verification (MAIL-07). */
export const createEmailDomain = mutationOf("NotifCreateEmailDomain", "emailAddress");

/** Changes the sender name candidates see (MAIL-12), based on `version`. */
export const renameEmailDomain = mutationOf(
  "NotifUpdateEmailDomainSetting",
  "displayName",
  "RenameEmailDomain",
);

/** Switches between the customer's sender address and the platform's (MAIL-22), based on `version`. */
export const switchEmailDomain = mutationOf(
  "NotifUpdateEmailDomainSetting",
  "isCustomizedEmailDomainEnabled",
  "SwitchEmailDomain",
);

/** Restarts the verification (MAIL-20). */
export const retryVerification = mutationOf(
  "NotifRetryDkimVerification",
  "DkimStatus DkimTokens",
  "RetryVerification",
);
