/**
 * The structure a SAML response must have before its signature is checked. A signature covers bytes but not
 * their position in the document: wrapping attacks move a signed assertion so that a forged one is read
 * instead. So there must be exactly one assertion, in its proper place, nothing hidden in comments or
 * entities, and only strong algorithms.
 */
import { DOMParser } from "@xmldom/xmldom";

const protocol = "urn:oasis:names:tc:SAML:2.0:protocol";
const assertion = "urn:oasis:names:tc:SAML:2.0:assertion";
const signature = "http://www.w3.org/2000/09/xmldsig#";

const algorithms = new Set([
  "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256",
  "http://www.w3.org/2001/04/xmldsig-more#rsa-sha512",
  "http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1",
  "http://www.w3.org/2001/04/xmlenc#sha256",
  "http://www.w3.org/2001/04/xmlenc#sha512",
  "http://www.w3.org/2000/09/xmldsig#enveloped-signature",
  "http://www.w3.org/2001/10/xml-exc-c14n#",
  "http://www.w3.org/TR/2001/REC-xml-c14n-20010315",
]);

/** Limits that exceed the response of any identity provider. */
const answerSize = { elements: 2_000, attributes: 4_000, namespaces: 2_000 };
const maxDepth = 64;

/** Matches a tag with its attributes. Attribute values exclude "<", so that no text is scanned twice. */
const tag = /<\/?[^\s"'<>/]+(?:"[^"<]*"|'[^'<]*'|[^"'<>])*>/g;

/** Returns the maximum nesting depth of the elements; Infinity if a "<" starts no tag. */
function depthOf(xml: string): number {
  let depth = 0;
  let deepest = 0;
  let count = 0;
  for (const [text] of xml.matchAll(tag)) {
    count += 1;
    if (text.startsWith("</")) depth -= 1;
    else if (!text.endsWith("/>")) deepest = Math.max(deepest, (depth += 1));
  }
  return count === countOf(xml, "<") ? deepest : Infinity;
}

/** Refusal of an identity provider's response. Its reason is for the log and must not reach the browser. */
export class SamlRefusal extends Error {
  override name = "SamlRefusal";

  /** `minutesOff`: how many minutes the other side's clock is ahead, as far as its signed data shows. */
  constructor(
    reason: string,
    readonly minutesOff: number | null = null,
  ) {
    super(reason);
  }
}

/** Contents of the envelope. It may be unsigned, so it is only compared with signed data, never trusted. */
export interface Envelope {
  readonly destination: string | undefined;
  readonly inResponseTo: string | undefined;
  readonly issuer: string | undefined;
  /** The last part of the status code's name: "Success", "Responder" … */
  readonly status: string;
  readonly assertionId: string | undefined;
}

function refuseUnless(condition: unknown, reason: string): asserts condition {
  if (!condition) throw new SamlRefusal(reason);
}

/** Returns how many times a text contains another. */
const countOf = (text: string, part: string) => text.split(part).length - 1;

/** Returns the document's elements in order. Throws a SamlRefusal unless it is plain, well-formed XML. */
export function parseXml(xml: string, most = answerSize): Element[] {
  // Comments split text nodes and document types define entities; no identity provider needs either.
  refuseUnless(!xml.includes("<!"), "markup declaration, comment or CDATA");
  const body = xml.replace(/^\s*<\?xml\s[^?]*\?>/, "");
  refuseUnless(!body.includes("<?"), "processing instruction");
  // Upper bounds before parsing: an element has at most two tags, and an attribute has an equals sign.
  refuseUnless(countOf(xml, "<") <= 2 * most.elements && countOf(xml, "=") <= most.attributes, "size");
  // Bounds memory: each element that declares a namespace copies all namespaces in scope.
  refuseUnless(countOf(xml, "xmlns") <= most.namespaces && depthOf(body) <= maxDepth, "nesting");
  let document: Document;
  try {
    document = new DOMParser({
      errorHandler: (level, message) => {
        throw new SamlRefusal(`XML ${level}: ${String(message).slice(0, 80)}`);
      },
    }).parseFromString(xml, "text/xml");
  } catch (error) {
    throw error instanceof SamlRefusal ? error : new SamlRefusal("not XML");
  }
  const elements = Array.from(document.getElementsByTagName("*"));
  refuseUnless(elements.length > 0 && elements.length <= most.elements, "number of elements");
  return elements;
}

const isA = (element: Element | undefined, namespace: string, name: string) =>
  element?.namespaceURI === namespace && element.localName === name;

function attribute(element: Element, name: string): string | undefined {
  return element.hasAttribute(name) ? (element.getAttribute(name) ?? "") : undefined;
}

const parentOf = (element: Element) => element.parentNode as Element | null;

function checkSignatures(elements: readonly Element[], response: Element, signed: Element | undefined): void {
  const signatures = elements.filter((element) => element.localName === "Signature");
  const owners = signatures.map(parentOf);
  refuseUnless(
    owners.every((owner) => owner === response || (owner !== null && owner === signed)),
    "signature in an unexpected place",
  );
  refuseUnless(new Set(owners).size === owners.length, "two signatures of one element");
  refuseUnless(
    !elements.some((element) => isA(element, signature, "Object") || isA(element, signature, "Manifest")),
    "signature with objects",
  );
  for (const element of elements) {
    const algorithm = attribute(element, "Algorithm");
    refuseUnless(algorithm === undefined || algorithms.has(algorithm), "algorithm");
  }
}

function checkIds(elements: readonly Element[]): void {
  const ids = elements.flatMap((element) =>
    ["ID", "Id", "id", "xml:id"].map((name) => attribute(element, name)).filter((id) => id !== undefined),
  );
  refuseUnless(new Set(ids).size === ids.length, "two elements of one id");
}

/** Reads the envelope of a response. Throws a SamlRefusal unless the document has the expected structure. */
export function readEnvelope(xml: string): Envelope {
  const elements = parseXml(xml);
  const [response] = elements;
  refuseUnless(response && isA(response, protocol, "Response"), "no response");
  refuseUnless(attribute(response, "Version") === "2.0", "version");
  const named = (name: string) => elements.filter((element) => element.localName === name);

  refuseUnless(named("Response").length === 1, "two responses");
  refuseUnless(named("EncryptedAssertion").length === 0, "encrypted assertion");
  const [held, ...more] = named("Assertion");
  refuseUnless(more.length === 0, "two assertions");
  refuseUnless(
    !held || (isA(held, assertion, "Assertion") && parentOf(held) === response),
    "misplaced assertion",
  );
  // Other parsers match these by local name in any namespace, and may read a name as a single text node.
  for (const name of ["NameID", "Conditions", "AudienceRestriction", "Audience"])
    refuseUnless(
      named(name).every((element) => isA(element, assertion, name)),
      `${name} of another namespace`,
    );
  refuseUnless(
    [...named("NameID"), ...named("Audience")].every((element) =>
      Array.from(element.childNodes).every(({ nodeType, TEXT_NODE }) => nodeType === TEXT_NODE),
    ),
    "a name that is no plain text",
  );
  checkSignatures(elements, response, held);
  checkIds(elements);

  const children = elements.filter((element) => parentOf(element) === response);
  const statuses = children.filter((child) => isA(child, protocol, "Status"));
  const codes = named("StatusCode").filter((code) => parentOf(code) === statuses[0]);
  refuseUnless(statuses.length === 1 && codes[0] && codes.length === 1, "status");
  const issuers = children.filter((child) => isA(child, assertion, "Issuer"));
  refuseUnless(issuers.length <= 1, "two issuers");
  return {
    destination: attribute(response, "Destination"),
    inResponseTo: attribute(response, "InResponseTo"),
    issuer: issuers[0]?.textContent?.trim(),
    status: attribute(codes[0], "Value")?.split(":").at(-1) ?? "",
    assertionId: held && attribute(held, "ID"),
  };
}
