import { X509Certificate } from "node:crypto";
import type { Scope, ScopeIds } from "~/services/console-args";
import { graphql } from "~/services/graphql";
import { mutationOf, queryOf } from "~/services/operation.server";
import type { RegionalApi, ResultOf } from "~/services/regional-api.server";

const getDocument = graphql(`
  query SsoConfig($filter: IDPSSOConfigFilter!, $customerId: ID!) {
    IDPGetSSOConfig(filter: $filter) {
      accountName
      groupIds
      newcomerGroupIds
      enabled
      loginUrl
      userProvisionMode
      publicCertificates
      attributeClaimKeys {
        firstName
        lastName
        email
      }
      edgeEntityId
      metadataUrl
      assertionUrl
      lastRefusal {
        reason
        refusedAt
      }
      initialized
      createdAt
      version
    }
    IDPSearchSSOConfigs(customerId: $customerId, enabled: true) {
      accountName
    }
  }
`);

const sendCreate = mutationOf("IDPCreateSSOConfig", "enabled", "CreateSsoConfig");

export type SsoConfig = ResultOf<typeof getDocument>["IDPGetSSOConfig"];

/** The values that the form may change. */
export type SsoConfigValues = {
  groupIds: string[];
  enabled: boolean;
  loginUrl: string;
  publicCertificates: string;
};

/** A customer's own single sign-on; before set-up with the account name it will have (SSO-26..28). Throws ApiError. */
export async function getSsoConfig(api: RegionalApi, customerId: string): Promise<SsoConfig> {
  const { IDPGetSSOConfig: config, IDPSearchSSOConfigs: found } = await api.query(getDocument, {
    filter: { customerId, isEdgeSSO: true },
    customerId,
  });
  return config.initialized
    ? config
    : { ...config, accountName: found[0]?.accountName ?? config.accountName };
}

/** Sets single sign-on up under an account name (SSO-17, SSO-23). Throws ApiError. */
export async function createSsoConfig(
  api: RegionalApi,
  { organizationId, customerId, hierarchyId, awsRegion: region }: ScopeIds & Pick<Scope, "awsRegion">,
  accountName: string,
  { groupIds, enabled, loginUrl, publicCertificates }: SsoConfigValues,
  idempotencyKey: string,
): Promise<void> {
  const place = { organizationId, customerId, region, hierarchyId };
  const values = { groupIds, enabled, loginUrl, publicCertificates };
  const variables = { accountName: accountName.trim().toLowerCase(), ...place, ...values, isEdgeSSO: true };
  await sendCreate(api, variables, idempotencyKey);
}

const changeFields = graphql(`
  fragment SsoChangeFields on IDPSSOChange @_unmask {
    peopleSignedOut
    isCallerBySso
  }
`);

/** Whom an update would sign out (SSO-58). Throws ApiError. */
export const getSsoChange = queryOf("IDPGetSSOChange", changeFields);

/** Changes what is set up, as it was read in `version` (SSO-24). */
export const updateSsoConfig = mutationOf("IDPUpdateSSOConfig", "enabled", "UpdateSsoConfig");

export type CertificateState = "valid" | "early" | "ending" | "expired";
export type CertificateFacts =
  { subject: string; validFrom: string; validTo: string; state: CertificateState } | "unreadable";

/** A certificate that ends sooner than this should be renewed now, in ms (SSO-39). */
const soon = 30 * 24 * 3600_000;

const pemBlock = /-----BEGIN CERTIFICATE-----([^-]*)-----END CERTIFICATE-----/g;

/**
 * Whom a certificate (Base64 of its DER form, or PEM) names, and from when until when it holds (SSO-39). The API takes each of
 * several PEM blocks for good, whatever stands around them: the one that lasts longest tells.
 */
export function certificateFacts(text: string, now = Date.now()): CertificateFacts {
  const blocks = [...text.matchAll(pemBlock)].map(([, body = ""]) => body);
  try {
    const all = (blocks.length > 0 ? blocks : [text])
      .map((body) => new X509Certificate(Buffer.from(body.replace(/\s/g, ""), "base64")))
      .map(({ subject, validFrom, validTo }) => ({
        subject,
        begin: new Date(validFrom),
        end: new Date(validTo),
      }))
      .sort((a, b) => b.end.getTime() - a.end.getTime());
    const [latest] = all;
    if (!latest) return "unreadable";
    const left = latest.end.getTime() - now;
    // The next one beside the one in use is as it should be.
    const isEarly = all.every(({ begin }) => begin.getTime() > now);
    return {
      subject: latest.subject.split("\n").at(-1)?.replace(/^CN=/, "") ?? "",
      validFrom: latest.begin.toISOString(),
      validTo: latest.end.toISOString(),
      state: isEarly ? "early" : left < 0 ? "expired" : left < soon ? "ending" : "valid",
    };
  } catch {
    return "unreadable";
  }
}
