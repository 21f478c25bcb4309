/** Parses identity provider metadata (SAML V2.0 Metadata, 2.4), as far as a customer's settings use it. */
import { certificatesText, pastedCertificates } from "../../../shared/certificates";
import { isReadableCertificate } from "./saml";
import { nameIdFormats, type NameIdFormat } from "./name-id-formats";
import { parseXml, SamlRefusal } from "./saml-structure";

const metadata = "urn:oasis:names:tc:SAML:2.0:metadata";
const keys = "http://www.w3.org/2000/09/xmldsig#";
const saml2 = "urn:oasis:names:tc:SAML:2.0:protocol";
const redirectBinding = "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect";

/** Maximum number of providers to choose from. */
const maxProviders = 20;
/**
 * Limits on the parsed document. The file of a federation is larger than the response of a single provider.
 */
const size = { elements: 10_000, attributes: 20_000, namespaces: 3_000 };

/** Reasons for an empty result: the metadata cannot be fetched or read, or has no provider or too many. */
export const metadataRefusals = [
  "ADDRESS",
  "UNREACHABLE",
  "REDIRECT",
  "TOO_LARGE",
  "TOO_SLOW",
  "NOT_METADATA",
  "SERVICE_PROVIDER",
  "NO_PROVIDER",
  "TOO_MANY",
] as const;
export type MetadataRefusal = (typeof metadataRefusals)[number];

/** An identity provider as read from its metadata; null where a value is missing or unusable. */
export interface FoundProvider {
  readonly entityId: string;
  readonly loginUrl: string | null;
  /** In the format they are stored in. */
  readonly publicCertificates: string | null;
  readonly nameIdFormat: NameIdFormat | null;
}

const isA = (element: Element, namespace: string, name: string) =>
  element.namespaceURI === namespace && element.localName === name;

const childrenOf = (element: Element, namespace: string, name: string): Element[] =>
  Array.from(element.childNodes as unknown as ArrayLike<Element>).filter((child) =>
    isA(child, namespace, name),
  );

const textOf = (element: Element) => (element.textContent ?? "").trim();

/**
 * Removes comments, which handwritten metadata may have. Uses indexOf, because a regex would rescan the text
 * at each unclosed comment.
 */
function withoutComments(xml: string): string {
  let text = "";
  let from = 0;
  for (;;) {
    const begin = xml.indexOf("<!--", from);
    const end = begin < 0 ? -1 : xml.indexOf("-->", begin + 4);
    if (end < 0) return text + xml.slice(from);
    text += xml.slice(from, begin);
    from = end + 3;
  }
}

function certificatesIn(descriptor: Element): string | null {
  const texts = childrenOf(descriptor, metadata, "KeyDescriptor")
    // A key without `use` serves both purposes.
    .filter((key) => key.getAttribute("use") !== "encryption")
    .flatMap((key) => Array.from(key.getElementsByTagNameNS(keys, "X509Certificate")))
    .flatMap((element) => pastedCertificates(textOf(element)).certificates)
    .filter(isReadableCertificate);
  const stored = certificatesText([...new Set(texts)]);
  return stored === "" ? null : stored;
}

function loginUrlOf(descriptor: Element): string | null {
  const [service] = childrenOf(descriptor, metadata, "SingleSignOnService").filter(
    (one) => one.getAttribute("Binding") === redirectBinding,
  );
  const location = service?.getAttribute("Location")?.trim() ?? "";
  return /^https?:\/\//i.test(location) && URL.canParse(location) && location.length <= 1000
    ? location
    : null;
}

/** Returns EMAIL, the default, if supported; otherwise the first supported format. */
function nameIdFormatOf(descriptor: Element): NameIdFormat | null {
  const names = childrenOf(descriptor, metadata, "NameIDFormat").map(textOf);
  const known = (Object.keys(nameIdFormats) as NameIdFormat[]).filter((one) =>
    names.includes(nameIdFormats[one]),
  );
  if (known.includes("EMAIL")) return "EMAIL";
  return known.sort((a, b) => names.indexOf(nameIdFormats[a]) - names.indexOf(nameIdFormats[b]))[0] ?? null;
}

/** Returns the identity providers of a document, or the reason why there are none. */
export function providersIn(xml: string): FoundProvider[] | MetadataRefusal {
  let elements: Element[];
  try {
    elements = parseXml(withoutComments(xml.replace(/^[\uFEFF\s]+/, "")), size);
  } catch (error) {
    if (error instanceof SamlRefusal) return "NOT_METADATA";
    throw error;
  }
  const [root] = elements;
  if (!root || !(isA(root, metadata, "EntityDescriptor") || isA(root, metadata, "EntitiesDescriptor")))
    return "NOT_METADATA";
  const entities = elements.filter((element) => isA(element, metadata, "EntityDescriptor"));
  const providers = entities.flatMap((entity) => {
    const entityId = entity.getAttribute("entityID")?.trim() ?? "";
    const [descriptor] = childrenOf(entity, metadata, "IDPSSODescriptor").filter((one) =>
      (one.getAttribute("protocolSupportEnumeration") ?? "").split(/\s+/).includes(saml2),
    );
    if (!descriptor || entityId === "" || entityId.length > 1024) return [];
    return {
      entityId,
      loginUrl: loginUrlOf(descriptor),
      publicCertificates: certificatesIn(descriptor),
      nameIdFormat: nameIdFormatOf(descriptor),
    };
  });
  if (providers.length > maxProviders) return "TOO_MANY";
  if (providers.length > 0) return providers;
  const isOfService = elements.some((element) => isA(element, metadata, "SPSSODescriptor"));
  return isOfService ? "SERVICE_PROVIDER" : "NO_PROVIDER";
}
