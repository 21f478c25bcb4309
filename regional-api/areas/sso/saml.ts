/** SAML 2.0 as a service provider: creates sign-in requests and verifies the responses. */
import { X509Certificate } from "node:crypto";
import { SAML, ValidateInResponseTo } from "@node-saml/node-saml";
import { z } from "zod/v4";
import { certificatesText, pastedCertificates } from "../../../shared/certificates";
import { nameIdFormats, type NameIdFormat } from "./name-id-formats";
import { readEnvelope, SamlRefusal, type Envelope } from "./saml-structure";
import { attributeClaimKeys, type ServiceProvider } from "./service-provider";

/** Tolerated difference between the clocks of both sides. */
const leewayMs = 60_000;

const bearer = "urn:oasis:names:tc:SAML:2.0:cm:bearer";

/** Returns the certificates of a configuration, as PEM. Throws a SamlRefusal if there are none. */
export function certificatesOf(text: string): string[] {
  const certificates = pastedCertificates(text).certificates.flatMap(
    (base64) => parseCertificate(base64) ?? [],
  );
  if (certificates.length === 0) throw new SamlRefusal("configured certificate");
  return certificates.map((certificate) => certificate.toString());
}

/** True if the text is the Base64 of an X.509 certificate. */
export const isReadableCertificate = (base64: string): boolean => parseCertificate(base64) !== undefined;

function parseCertificate(base64: string): X509Certificate | undefined {
  try {
    return new X509Certificate(Buffer.from(base64, "base64"));
  } catch {
    return undefined;
  }
}

/**
 * Returns an identity provider's certificates in stored form, or the reason to refuse them (SSO-39, SSO-59).
 */
export function configuredCertificates(text: string): { stored: string } | "privateKey" | "unreadable" {
  const { certificates, hasPrivateKey, isWhole } = pastedCertificates(text);
  if (hasPrivateKey) return "privateKey";
  if (!isWhole || certificates.length === 0 || !certificates.every(parseCertificate)) return "unreadable";
  return { stored: certificatesText(certificates) };
}

export interface Trust {
  readonly serviceProvider: ServiceProvider;
  readonly loginUrl: string;
  /** As configured, before parsing by `certificatesOf`. */
  readonly publicCertificates: string;
  readonly nameIdFormat: NameIdFormat;
}

function samlOf(
  { serviceProvider, loginUrl, publicCertificates, nameIdFormat }: Trust,
  requestId: string,
  audience: string | false = serviceProvider.entityId,
): SAML {
  return new SAML({
    issuer: serviceProvider.entityId,
    audience,
    callbackUrl: serviceProvider.assertionUrl,
    entryPoint: loginUrl,
    idpCert: certificatesOf(publicCertificates),
    identifierFormat: nameIdFormats[nameIdFormat],
    // The choice of the authentication method is left to the customer's identity provider.
    disableRequestedAuthnContext: true,
    wantAssertionsSigned: true,
    wantAuthnResponseSigned: false,
    // Both are checked below instead, because requests are in the store and times follow the API's clock.
    validateInResponseTo: ValidateInResponseTo.never,
    acceptedClockSkewMs: -1,
    generateUniqueId: () => requestId,
  });
}

/** Returns the identity provider's URL for a sign-in request (HTTP-Redirect binding). */
export const authnRequestUrl = (trust: Trust, requestId: string): Promise<string> =>
  samlOf(trust, requestId).getAuthorizeUrlAsync("", undefined, {});

// ---- the signed assertion, as node-saml parses it from the verified bytes ----

const textNode = z.object({ _: z.string() }).transform((node) => node._.trim());
const time = z.iso.datetime().transform((text) => Date.parse(text));

const signedAssertion = z.object({
  Assertion: z.object({
    $: z.object({
      ID: z.string().min(1).max(200),
      Version: z.literal("2.0"),
      IssueInstant: time.optional().catch(undefined),
    }),
    Issuer: z.tuple([textNode.pipe(z.string().min(1).max(1024))]),
    Subject: z.tuple([
      z.object({
        SubjectConfirmation: z.array(
          z.object({
            $: z.object({ Method: z.string() }),
            SubjectConfirmationData: z
              .tuple([
                z.object({
                  $: z.object({
                    Recipient: z.string(),
                    InResponseTo: z.string(),
                    NotBefore: time.optional(),
                    NotOnOrAfter: time,
                  }),
                }),
              ])
              .optional()
              .catch(undefined),
          }),
        ),
      }),
    ]),
    Conditions: z.tuple([
      z.object({
        $: z.object({ NotBefore: time.optional(), NotOnOrAfter: time }),
        AudienceRestriction: z
          .array(z.object({ Audience: z.array(textNode) }))
          .optional()
          .catch(undefined),
      }),
    ]),
    AuthnStatement: z.array(z.unknown()).min(1),
    AttributeStatement: z
      .array(
        z
          .object({
            Attribute: z
              .array(
                z.object({
                  $: z.object({ Name: z.string() }),
                  AttributeValue: z.array(z.unknown()).default([]),
                }),
              )
              .default([]),
          })
          // node-saml parses a statement without attributes as an empty string.
          .or(z.string().transform(() => ({ Attribute: [] }))),
      )
      .default([]),
  }),
});

type Assertion = z.infer<typeof signedAssertion>["Assertion"];

/** Returns the text values of a claim. */
const valuesOf = ({ AttributeStatement }: Assertion, name: string): string[] =>
  AttributeStatement.flatMap(({ Attribute }) => Attribute)
    .filter(({ $ }) => $.Name === name)
    .flatMap(({ AttributeValue }) => AttributeValue)
    .flatMap((value) => textNode.safeParse(value).data || []);

/**
 * Returns a claim's value. An identity must be unambiguous, so a claim with several values counts as missing.
 */
function singleValueOf(assertion: Assertion, name: string): string | undefined {
  const [only, ...more] = valuesOf(assertion, name);
  return more.length === 0 ? only : undefined;
}

const isWithin = (window: { NotBefore?: number | undefined; NotOnOrAfter: number }, now: number) =>
  (window.NotBefore === undefined || window.NotBefore <= now + leewayMs) &&
  now < window.NotOnOrAfter + leewayMs;

/** A user's identity, as asserted by a trusted identity provider for this sign-in. */
export interface Identity {
  readonly assertionId: string;
  readonly requestId: string;
  readonly issuer: string;
  readonly email: string | undefined;
  readonly firstName: string | undefined;
  readonly lastName: string | undefined;
  /** Time from which the assertion would be refused anyway, in milliseconds. */
  readonly expiresAt: number;
}

/** Checks that the unsigned envelope belongs to this assertion. */
function checkEnvelope(assertion: Assertion, envelope: Envelope): void {
  if (assertion.$.ID !== envelope.assertionId) throw new SamlRefusal("another assertion was signed");
  if (envelope.issuer !== undefined && envelope.issuer !== assertion.Issuer[0])
    throw new SamlRefusal("issuers differ");
}

const confirmationsOf = ({ Subject: [subject] }: Assertion) =>
  subject.SubjectConfirmation.filter(({ $ }) => $.Method === bearer).flatMap(
    ({ SubjectConfirmationData }) => SubjectConfirmationData ?? [],
  );

const claimsOf = (assertion: Assertion) => ({
  email: singleValueOf(assertion, attributeClaimKeys.email),
  firstName: valuesOf(assertion, attributeClaimKeys.firstName)[0],
  lastName: valuesOf(assertion, attributeClaimKeys.lastName)[0],
});

function identityOf(assertion: Assertion, envelope: Envelope, trust: Trust, now: number): Identity {
  const [issuer] = assertion.Issuer;
  checkEnvelope(assertion, envelope);
  const [conditions] = assertion.Conditions;
  const minutesOff = Math.round(((assertion.$.IssueInstant ?? now) - now) / 60_000);
  if (!isWithin(conditions.$, now)) throw new SamlRefusal("outside of the conditions' time", minutesOff);
  const confirmation = confirmationsOf(assertion).find(
    ({ $ }) => $.Recipient === trust.serviceProvider.assertionUrl && isWithin($, now),
  )?.$;
  if (!confirmation) throw new SamlRefusal("no confirmation for this recipient at this time", minutesOff);
  if (envelope.inResponseTo !== undefined && envelope.inResponseTo !== confirmation.InResponseTo) {
    throw new SamlRefusal("requests differ");
  }
  return {
    assertionId: assertion.$.ID,
    requestId: confirmation.InResponseTo,
    issuer,
    ...claimsOf(assertion),
    expiresAt: Math.min(conditions.$.NotOnOrAfter, confirmation.NotOnOrAfter) + leewayMs,
  };
}

function decode(encoded: string): string {
  // Takes two steps, because a single regex that allows whitespace anywhere takes a minute for 250,000
  // spaces.
  const bare = encoded.replace(/\s/g, "");
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(bare)) throw new SamlRefusal("not Base64");
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.from(bare, "base64"));
  } catch {
    throw new SamlRefusal("not UTF-8");
  }
}

/**
 * Returns the request that an encoded response claims to answer, even if the rest cannot be parsed.
 * Unverified: use it only to look up the request.
 */
export function claimedRequestId(encoded: string): string | undefined {
  try {
    return / InResponseTo=["'](_[0-9a-f]{40})["']/.exec(decode(encoded))?.[1];
  } catch {
    return undefined;
  }
}

/** Returns the unverified envelope of an encoded response. Throws a SamlRefusal. */
export const envelopeOf = (encoded: string): Envelope => readEnvelope(decode(encoded));

/**
 * Verifies an encoded SAMLResponse: signature by a configured certificate, audience, recipient and times. The
 * caller must check that the request is pending and that the assertion is used only once. Throws a
 * SamlRefusal.
 */
export async function verifyResponse(encoded: string, trust: Trust, now: number): Promise<Identity> {
  const envelope = envelopeOf(encoded);
  if (envelope.status !== "Success") throw new SamlRefusal(`status ${envelope.status}`);
  const { assertionUrl } = trust.serviceProvider;
  if (envelope.destination !== undefined && envelope.destination !== assertionUrl) {
    throw new SamlRefusal("destination");
  }
  return identityOf(await provenAssertion(encoded, samlOf(trust, "")), envelope, trust, now);
}

/**
 * Returns the assertion of a response, from the bytes that a configured certificate signs. Throws a
 * SamlRefusal.
 */
async function provenAssertion(encoded: string, saml: SAML): Promise<Assertion> {
  const { profile } = await saml
    .validatePostResponseAsync({ SAMLResponse: encoded })
    .catch((error: unknown) => {
      throw new SamlRefusal(error instanceof Error ? error.message : "signature");
    });
  const parsed = signedAssertion.safeParse(profile?.getAssertion?.());
  if (!parsed.success) {
    throw new SamlRefusal(`assertion: ${parsed.error.issues[0]?.path.join(".") ?? ""}`);
  }
  return parsed.data.Assertion;
}

/** Times, audiences, recipients and user of a signed assertion, not checked yet; for a test (SSO-65). */
export interface Statement {
  readonly requestIds: readonly string[];
  readonly issuer: string;
  readonly issuedAt: number | undefined;
  readonly isInTime: boolean;
  /** Time from which the assertion is too old to be accepted. */
  readonly endedAt: number;
  readonly audiences: readonly string[];
  readonly recipients: readonly string[];
  readonly email: string | undefined;
  readonly emails: readonly string[];
  readonly firstName: string | undefined;
  readonly lastName: string | undefined;
  readonly attributes: readonly { readonly name: string; readonly values: readonly string[] }[];
}

/**
 * Reads a response that a configured certificate signs, regardless of times and audience. Throws a
 * SamlRefusal.
 */
export async function statementOf(
  encoded: string,
  envelope: Envelope,
  trust: Trust,
  now: number,
): Promise<Statement> {
  const assertion = await provenAssertion(encoded, samlOf(trust, "", false));
  checkEnvelope(assertion, envelope);
  const [conditions] = assertion.Conditions;
  const confirmations = confirmationsOf(assertion).map(({ $ }) => $);
  const windows = [conditions.$, ...confirmations];
  const names = [
    ...new Set(assertion.AttributeStatement.flatMap(({ Attribute }) => Attribute).map(({ $ }) => $.Name)),
  ];
  return {
    requestIds: confirmations.map(({ InResponseTo }) => InResponseTo),
    issuer: assertion.Issuer[0],
    issuedAt: assertion.$.IssueInstant,
    isInTime: isWithin(conditions.$, now) && confirmations.some((one) => isWithin(one, now)),
    endedAt: Math.min(...windows.map(({ NotOnOrAfter }) => NotOnOrAfter)),
    // In a sign-in, each restriction applies separately; here, listing all of them is enough.
    audiences: (conditions.AudienceRestriction ?? []).flatMap(({ Audience }) => Audience),
    recipients: confirmations.map(({ Recipient }) => Recipient),
    ...claimsOf(assertion),
    emails: valuesOf(assertion, attributeClaimKeys.email),
    attributes: names.map((name) => ({ name, values: valuesOf(assertion, name) })),
  };
}
