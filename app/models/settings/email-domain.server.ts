import { isApiMessage } from "~/services/api-messages";
import type { ScopeIds } from "~/services/console-args";
import { graphql } from "~/services/graphql";
import { mutationOf, queryOf } from "~/services/operation.server";
import type { RegionalApi, ResultOf } from "~/services/regional-api.server";

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

const sendCreate = mutationOf("NotifCreateEmailDomain", "emailAddress");

const renameDocument = graphql(`
  mutation RenameEmailDomain($customerId: ID!, $displayName: String!, $version: Int!) {
    NotifUpdateEmailDomainSetting(customerId: $customerId, displayName: $displayName, version: $version) {
      displayName
    }
  }
`);

const switchDocument = graphql(`
  mutation SwitchEmailDomain($customerId: ID!, $isCustomizedEmailDomainEnabled: Boolean!, $version: Int!) {
    NotifUpdateEmailDomainSetting(
      customerId: $customerId
      isCustomizedEmailDomainEnabled: $isCustomizedEmailDomainEnabled
      version: $version
    ) {
      isCustomizedEmailDomainEnabled
    }
  }
`);

const retryVerificationFields = graphql(`
  fragment RetryVerificationFields on NotifRetryDkimVerificationResult @_unmask {
    DkimStatus
    DkimTokens
  }
`);
const sendRetry = mutationOf("NotifRetryDkimVerification", retryVerificationFields, "RetryVerification");

export type EmailDomain = ResultOf<typeof emailDomainFields>;

/** A customer's email domain, null when none is set up (MAIL-01, MAIL-02). Throws ApiError. */
export async function getEmailDomain(api: RegionalApi, customerId: string): Promise<EmailDomain | null> {
  try {
    return await askGet(api, { customerId });
  } catch (error) {
    if (isApiMessage(error, "emailDomainNotFound")) return null;
    throw error;
  }
}

/** Sets an email domain up; its verification begins (MAIL-07). Throws ApiError. */
export async function createEmailDomain(
  api: RegionalApi,
  { organizationId, customerId, hierarchyId }: ScopeIds,
  { displayName, emailAddress }: { displayName: string; emailAddress: string },
  idempotencyKey: string,
): Promise<void> {
  const ids = { customerId, hierarchyId, organizationId };
  await sendCreate(api, { ...ids, displayName, emailAddress }, idempotencyKey);
}

/** Changes the name candidates see (MAIL-12), over the `version` that was read. Throws ApiError. */
export async function renameEmailDomain(
  api: RegionalApi,
  customerId: string,
  displayName: string,
  version: number,
  idempotencyKey: string,
): Promise<void> {
  await api.mutate(renameDocument, { customerId, displayName, version }, idempotencyKey);
}

/**
 * Lets emails leave from the customer's address, or from the platform's again (MAIL-22), over the `version` that was
 * read. Throws ApiError.
 */
export async function switchEmailDomain(
  api: RegionalApi,
  customerId: string,
  isOn: boolean,
  version: number,
  idempotencyKey: string,
): Promise<void> {
  const variables = { customerId, isCustomizedEmailDomainEnabled: isOn, version };
  await api.mutate(switchDocument, variables, idempotencyKey);
}

/** Asks for the verification once more (MAIL-20). Throws ApiError. */
export async function retryVerification(
  api: RegionalApi,
  customerId: string,
  idempotencyKey: string,
): Promise<void> {
  await sendRetry(api, { customerId }, idempotencyKey);
}
