/** SAML 2.0 responses of the demo identity provider, with signed assertions. */
import { randomBytes } from "node:crypto";
import { SignedXml } from "xml-crypto";
import { escapeMarkup } from "../core/markup";
import { attributeClaimKeys, type ServiceProvider } from "../areas/sso/service-provider";
import type { DemoKey } from "./key";

/** The provider's entity id; not a URL, so that it does not depend on the address. */
export const demoIssuer = "urn:demo-identity-provider";

const validMs = 5 * 60_000;
const exclusive = "http://www.w3.org/2001/10/xml-exc-c14n#";

export interface Person {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
}

interface AuthnRequest {
  readonly requestId: string;
  readonly serviceProvider: ServiceProvider;
  readonly now: number;
}

const newXmlId = () => `_${randomBytes(20).toString("hex")}`;
const iso = (ms: number) => new Date(ms).toISOString();

function envelope(
  { requestId, serviceProvider, now }: AuthnRequest,
  status: string,
  content: string,
): string {
  return `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${newXmlId()}" Version="2.0" IssueInstant="${iso(now)}" Destination="${escapeMarkup(serviceProvider.assertionUrl)}" InResponseTo="${escapeMarkup(requestId)}"><saml:Issuer>${demoIssuer}</saml:Issuer><samlp:Status>${status}</samlp:Status>${content}</samlp:Response>`;
}

const statusCode = (name: string, inner = "") =>
  `<samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:${name}">${inner}</samlp:StatusCode>`;

const encode = (xml: string) => Buffer.from(xml).toString("base64");

/** Returns a response that asserts a person's identity, in Base64. */
export function positiveResponse(question: AuthnRequest, person: Person, key: DemoKey): string {
  const { requestId, serviceProvider, now } = question;
  const until = iso(now + validMs);
  const claims = Object.entries(attributeClaimKeys).map(
    ([field, name]) =>
      `<saml:Attribute Name="${name}" NameFormat="urn:oasis:names:tc:SAML:2.0:attrname-format:basic"><saml:AttributeValue>${escapeMarkup(person[field as keyof Person])}</saml:AttributeValue></saml:Attribute>`,
  );
  const assertion = `<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${newXmlId()}" Version="2.0" IssueInstant="${iso(now)}"><saml:Issuer>${demoIssuer}</saml:Issuer><saml:Subject><saml:NameID Format="urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress">${escapeMarkup(person.email)}</saml:NameID><saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData InResponseTo="${escapeMarkup(requestId)}" Recipient="${escapeMarkup(serviceProvider.assertionUrl)}" NotOnOrAfter="${until}"/></saml:SubjectConfirmation></saml:Subject><saml:Conditions NotBefore="${iso(now)}" NotOnOrAfter="${until}"><saml:AudienceRestriction><saml:Audience>${escapeMarkup(serviceProvider.entityId)}</saml:Audience></saml:AudienceRestriction></saml:Conditions><saml:AuthnStatement AuthnInstant="${iso(now)}" SessionIndex="${newXmlId()}"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:unspecified</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement><saml:AttributeStatement>${claims.join("")}</saml:AttributeStatement></saml:Assertion>`;
  const signer = new SignedXml({
    privateKey: key.privateKey,
    signatureAlgorithm: "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256",
    canonicalizationAlgorithm: exclusive,
  });
  signer.addReference({
    xpath: "//*[local-name(.)='Assertion']",
    transforms: ["http://www.w3.org/2000/09/xmldsig#enveloped-signature", exclusive],
    digestAlgorithm: "http://www.w3.org/2001/04/xmlenc#sha256",
  });
  signer.computeSignature(envelope(question, statusCode("Success"), assertion), {
    location: { reference: "//*[local-name(.)='Assertion']/*[local-name(.)='Issuer']", action: "after" },
  });
  return encode(signer.getSignedXml());
}

/** Returns a response that reports a failed sign-in, in Base64. */
export const negativeResponse = (question: AuthnRequest): string =>
  encode(envelope(question, statusCode("Responder", statusCode("AuthnFailed")), ""));
