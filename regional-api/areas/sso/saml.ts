/** SAML 2.0 as a service provider: the request that begins a sign-in, and the proof that an answer to it is sound. */
import { X509Certificate } from "node:crypto";
import { SAML, ValidateInResponseTo } from "@node-saml/node-saml";
import { z } from "zod/v4";
import { certificatesText, pastedCertificates } from "../../../shared/certificates";
import { nameIdFormats, type NameIdFormat } from "./name-id-formats";
import { readEnvelope, SamlRefusal, type Envelope } from "./saml-structure";
import { attributeClaimKeys, type ServiceProvider } from "./service-provider";

/** How far the clocks of the two sides may differ. */
const leewayMs = 60_000;

const bearer = "urn:oasis:names:tc:SAML:2.0:cm:bearer";

/** The certificates that a configuration holds, as PEM. Throws a SamlRefusal when there is none. */
export function certificatesOf(text: string): string[] {
  const certificates = pastedCertificates(text).certificates.flatMap((base64) => readable(base64) ?? []);
  if (certificates.length === 0) throw new SamlRefusal("configured certificate");
  return certificates.map((certificate) => certificate.toString());
}

/** Whether it is the Base64 of an X.509 certificate. */
export const isReadableCertificate = (base64: string): boolean => readable(base64) !== undefined;

function readable(base64: string): X509Certificate | undefined {
  try {
    return new X509Certificate(Buffer.from(base64, "base64"));
  } catch {
    return undefined;
  }
}

/** Why a text cannot be configured as an identity provider's certificates, or how they are stored (SSO-39, SSO-59). */
export function configuredCertificates(text: string): { stored: string } | "privateKey" | "unreadable" {
  const { certificates, hasPrivateKey, isWhole } = pastedCertificates(text);
  if (hasPrivateKey) return "privateKey";
  if (!isWhole || certificates.length === 0 || !certificates.every(readable)) return "unreadable";
  return { stored: certificatesText(certificates) };
}

interface Trust {
  readonly serviceProvider: ServiceProvider;
  readonly loginUrl: string;
  /** As configured; see `certificatesOf`. */
  readonly publicCertificates: string;
  readonly nameIdFormat: NameIdFormat;
}

function samlOf(
  { serviceProvider, loginUrl, publicCertificates, nameIdFormat }: Trust,
  requestId: string,
): SAML {
  return new SAML({
    issuer: serviceProvider.entityId,
    audience: serviceProvider.entityId,
    callbackUrl: serviceProvider.assertionUrl,
    entryPoint: loginUrl,
    idpCert: certificatesOf(publicCertificates),
    identifierFormat: nameIdFormats[nameIdFormat],
    // How people prove who they are is their company's to say.
    disableRequestedAuthnContext: true,
    wantAssertionsSigned: true,
    wantAuthnResponseSigned: false,
    // Requests are kept in the store and times are told by the API's clock: both are checked below.
    validateInResponseTo: ValidateInResponseTo.never,
    acceptedClockSkewMs: -1,
    generateUniqueId: () => requestId,
  });
}

/** The address that asks the identity provider to say who somebody is (HTTP-Redirect binding). */
export const authnRequestUrl = (trust: Trust, requestId: string): Promise<string> =>
  samlOf(trust, requestId).getAuthorizeUrlAsync("", undefined, {});

// ---- the signed assertion, as node-saml reads it out of the verified bytes ----

const textNode = z.object({ _: z.string() }).transform((node) => node._.trim());
const time = z.iso.datetime().transform((text) => Date.parse(text));

const signedAssertion = z.object({
  Assertion: z.object({
    $: z.object({ ID: z.string().min(1).max(200), Version: z.literal("2.0") }),
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
    Conditions: z.tuple([z.object({ $: z.object({ NotBefore: time.optional(), NotOnOrAfter: time }) })]),
    AuthnStatement: z.array(z.unknown()).min(1),
    AttributeStatement: z
      .array(
        z.object({
          Attribute: z
            .array(
              z.object({
                $: z.object({ Name: z.string() }),
                AttributeValue: z.array(z.unknown()).default([]),
              }),
            )
            .default([]),
        }),
      )
      .default([]),
  }),
});

type Assertion = z.infer<typeof signedAssertion>["Assertion"];

/** The values of a claim that are texts. */
const valuesOf = ({ AttributeStatement }: Assertion, name: string): string[] =>
  AttributeStatement.flatMap(({ Attribute }) => Attribute)
    .filter(({ $ }) => $.Name === name)
    .flatMap(({ AttributeValue }) => AttributeValue)
    .flatMap((value) => textNode.safeParse(value).data || []);

/** Who somebody is must not be a choice: a claim with several values is none. */
function onlyValueOf(assertion: Assertion, name: string): string | undefined {
  const [only, ...more] = valuesOf(assertion, name);
  return more.length === 0 ? only : undefined;
}

const isWithin = (window: { NotBefore?: number | undefined; NotOnOrAfter: number }, now: number) =>
  (window.NotBefore === undefined || window.NotBefore <= now + leewayMs) &&
  now < window.NotOnOrAfter + leewayMs;

/** Who somebody is, as a trusted identity provider said for this sign-in. */
export interface Identity {
  readonly assertionId: string;
  readonly requestId: string;
  readonly issuer: string;
  readonly email: string | undefined;
  readonly firstName: string | undefined;
  readonly lastName: string | undefined;
  /** From then on it would be refused anyway. Milliseconds. */
  readonly expiresAt: number;
}

function identityOf(assertion: Assertion, envelope: Envelope, trust: Trust, now: number): Identity {
  const [issuer] = assertion.Issuer;
  if (assertion.$.ID !== envelope.assertionId) throw new SamlRefusal("another assertion was signed");
  if (envelope.issuer !== undefined && envelope.issuer !== issuer) throw new SamlRefusal("issuers differ");

  const [conditions] = assertion.Conditions;
  if (!isWithin(conditions.$, now)) throw new SamlRefusal("outside of the conditions' time");
  const [subject] = assertion.Subject;
  const confirmation = subject.SubjectConfirmation.filter(({ $ }) => $.Method === bearer)
    .flatMap(({ SubjectConfirmationData }) => SubjectConfirmationData ?? [])
    .find(({ $ }) => $.Recipient === trust.serviceProvider.assertionUrl && isWithin($, now))?.$;
  if (!confirmation) throw new SamlRefusal("no confirmation for this recipient at this time");
  if (envelope.inResponseTo !== undefined && envelope.inResponseTo !== confirmation.InResponseTo) {
    throw new SamlRefusal("requests differ");
  }
  return {
    assertionId: assertion.$.ID,
    requestId: confirmation.InResponseTo,
    issuer,
    email: onlyValueOf(assertion, attributeClaimKeys.email),
    firstName: valuesOf(assertion, attributeClaimKeys.firstName)[0],
    lastName: valuesOf(assertion, attributeClaimKeys.lastName)[0],
    expiresAt: Math.min(conditions.$.NotOnOrAfter, confirmation.NotOnOrAfter) + leewayMs,
  };
}

function decode(encoded: string): string {
  // In two steps: one expression that allows blanks anywhere takes a minute for 250,000 of them.
  const bare = encoded.replace(/\s/g, "");
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(bare)) throw new SamlRefusal("not Base64");
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.from(bare, "base64"));
  } catch {
    throw new SamlRefusal("not UTF-8");
  }
}

/** The envelope of an encoded response, proven by nothing. Throws a SamlRefusal. */
export const envelopeOf = (encoded: string): Envelope => readEnvelope(decode(encoded));

/**
 * Proves an encoded SAMLResponse: its signature by a configured certificate, its audience, recipient and times. That
 * its request is open and that it comes for the first time is left to the caller. Throws a SamlRefusal.
 */
export async function verifyResponse(encoded: string, trust: Trust, now: number): Promise<Identity> {
  const envelope = envelopeOf(encoded);
  if (envelope.status !== "Success") throw new SamlRefusal(`status ${envelope.status}`);
  const { assertionUrl } = trust.serviceProvider;
  if (envelope.destination !== undefined && envelope.destination !== assertionUrl) {
    throw new SamlRefusal("destination");
  }
  const { profile } = await samlOf(trust, "")
    .validatePostResponseAsync({ SAMLResponse: encoded })
    .catch((error: unknown) => {
      throw new SamlRefusal(error instanceof Error ? error.message : "signature");
    });
  const parsed = signedAssertion.safeParse(profile?.getAssertion?.());
  if (!parsed.success) {
    throw new SamlRefusal(`assertion: ${parsed.error.issues[0]?.path.join(".") ?? ""}`);
  }
  return identityOf(parsed.data.Assertion, envelope, trust, now);
}
