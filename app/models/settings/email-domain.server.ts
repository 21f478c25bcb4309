import { isApiMessage } from "~/services/api-messages";
import type { ScopeIds } from "~/services/console-args";
import { graphql } from "~/services/graphql";
import type { RegionalApi, ResultOf } from "~/services/regional-api.server";

const getDocument = graphql(`
  query EmailDomain($customerId: ID!) {
    NotifGetEmailDomain(customerId: $customerId) {
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
  }
`);

const createDocument = graphql(`
  mutation CreateEmailDomain(
    $customerId: ID!
    $hierarchyId: ID!
    $organizationId: ID!
    $displayName: String!
    $emailAddress: String!
  ) {
    NotifCreateEmailDomain(
      customerId: $customerId
      hierarchyId: $hierarchyId
      organizationId: $organizationId
      displayName: $displayName
      emailAddress: $emailAddress
    ) {
      emailAddress
    }
  }
`);

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

const retryDocument = graphql(`
  mutation RetryVerification($customerId: ID!) {
    NotifRetryDkimVerification(customerId: $customerId) {
      DkimStatus
      DkimTokens
    }
  }
`);

export type EmailDomain = ResultOf<typeof getDocument>["NotifGetEmailDomain"];

/** A customer's email domain, null when none is set up (MAIL-01, MAIL-02). Throws ApiError. */
export async function getEmailDomain(api: RegionalApi, customerId: string): Promise<EmailDomain | null> {
  try {
    return (await api.query(getDocument, { customerId })).NotifGetEmailDomain;
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
  await api.mutate(createDocument, { ...ids, displayName, emailAddress }, idempotencyKey);
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
  await api.mutate(retryDocument, { customerId }, idempotencyKey);
}
