import { X509Certificate } from "node:crypto";
import { pastedCertificates } from "../../../shared/certificates";
import { settingsSso } from "~/i18n/settings-sso";
import { isApiMessage } from "~/services/api-messages";
import type { ConsoleArgs, Scope } from "~/services/console-args";
import { graphql } from "~/services/graphql";
import { mutationOf, queryOf } from "~/services/operation.server";
import type { ResultOf } from "~/services/regional-api.server";
import type { CustomerApi, FormApi } from "~/services/customer-api.server";

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
      idpEntityId
      nameIdFormat
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

/** Editable fields of the form. */
export type SsoConfigValues = {
  groupIds: string[];
  enabled: boolean;
  loginUrl: string;
  publicCertificates: string;
  idpEntityId: string | null;
  nameIdFormat: SsoConfig["nameIdFormat"];
};

/** A customer's own single sign-on; before set-up, with its future account name (SSO-26..28). Throws ApiError. */
export async function getSsoConfig(api: CustomerApi): Promise<SsoConfig> {
  const { IDPGetSSOConfig: config, IDPSearchSSOConfigs: found } = await api.query(getDocument, {
    filter: { customerId: api.ids.customerId, isEdgeSSO: true },
    customerId: api.ids.customerId,
  });
  return config.initialized
    ? config
    : { ...config, accountName: found[0]?.accountName ?? config.accountName };
}

/** Creates the single sign-on with an account name (SSO-17, SSO-23). Throws ApiError. */
export async function createSsoConfig(
  api: FormApi,
  { awsRegion: region }: Pick<Scope, "awsRegion">,
  accountName: string,
  values: SsoConfigValues,
): Promise<void> {
  const variables = { accountName: accountName.trim().toLowerCase(), region, ...values, isEdgeSSO: true };
  await sendCreate(api, variables);
}

/**
 * The number of people an update signs out (SSO-58), and whether it enables untested settings (SSO-66).
 * Throws ApiError.
 */
export const getSsoChange = queryOf("IDPGetSSOChange", "needsTest peopleSignedOut isCallerBySso");

/** Updates the single sign-on, based on `version` (SSO-24). */
export const updateSsoConfig = mutationOf("IDPUpdateSSOConfig", "enabled", "UpdateSsoConfig");

export type CertificateState = "valid" | "early" | "ending" | "expired";
export type CertificateFacts = {
  /** Number of certificates; the other fields describe the decisive one. */
  count: number;
  subject: string;
  validFrom: string;
  validTo: string;
  state: CertificateState;
};

/** Remaining validity below which a certificate should be renewed, in ms (SSO-39). */
const endingSoonMs = 30 * 24 * 3600_000;

/** True if every text is a Base64 X.509 certificate. */
export function areReadable(certificates: readonly string[]): boolean {
  try {
    return certificates.every(
      (base64) => new X509Certificate(Buffer.from(base64, "base64")).subject !== null,
    );
  } catch {
    return false;
  }
}

/** A certificate's details, for comparison with what the identity provider publishes (SSO-64). */
export type CertificateLine = {
  subject: string;
  /** SHA-256, as colon-separated pairs of digits. */
  fingerprint: string;
  validFrom: string;
  validTo: string;
  state: CertificateState;
};

const stateOf = (begin: number, end: number, now: number): CertificateState =>
  begin > now ? "early" : end < now ? "expired" : end - now < endingSoonMs ? "ending" : "valid";

/** Certificates of a text, in order; none if any is unreadable. */
export function certificateLines(text: string, now = Date.now()): CertificateLine[] {
  const { certificates } = pastedCertificates(text);
  return (areReadable(certificates) ? certificates : [])
    .map((base64) => new X509Certificate(Buffer.from(base64, "base64")))
    .map(({ subject, fingerprint256, validFrom, validTo }) => ({
      subject: subject.split("\n").at(-1)?.replace(/^CN=/, "") ?? "",
      fingerprint: fingerprint256,
      validFrom: new Date(validFrom).toISOString(),
      validTo: new Date(validTo).toISOString(),
      state: stateOf(Date.parse(validFrom), Date.parse(validTo), now),
    }));
}

/**
 * Combined validity of a text's certificates: the end of gapless coverage, and the subject of the last certificate in
 * it. If none is valid now, the next to start decides, else the last to end (SSO-39).
 */
export function certificateFacts(text: string, now = Date.now()): CertificateFacts | "unreadable" {
  const all = certificateLines(text, now)
    .map(({ subject, validFrom, validTo }) => ({
      subject,
      begin: Date.parse(validFrom),
      end: Date.parse(validTo),
    }))
    .sort((a, b) => a.begin - b.begin);
  let held: (typeof all)[number] | undefined;
  for (const next of all)
    if (next.begin <= Math.max(now, held?.end ?? now) && next.end > (held?.end ?? -Infinity)) held = next;
  const coming = held && held.end >= now ? undefined : all.find(({ begin }) => begin > now);
  const decisive = coming ?? held;
  if (!decisive) return "unreadable";
  return {
    count: all.length,
    subject: decisive.subject,
    validFrom: new Date(decisive.begin).toISOString(),
    validTo: new Date(decisive.end).toISOString(),
    state: coming ? "early" : stateOf(Math.min(decisive.begin, now), decisive.end, now),
  };
}

/** Reason a save was refused for exceeding the user's own rights; undefined for other errors (SSO-40). */
export function beyondRightsReason(
  { scope, translate }: Pick<ConsoleArgs, "scope" | "translate">,
  error: unknown,
): string | undefined {
  const t = translate(settingsSso);
  if (isApiMessage(error, "beyondPeople")) return t("beyondPeople", { customer: scope.customerDisplayName });
  return isApiMessage(error, "beyondOwnRights") ? t("beyondGroups") : undefined;
}
