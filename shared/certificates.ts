/** What a text that somebody pasted holds of certificates. Reads no file and no key: the console's browser runs it too. */

interface PastedCertificates {
  /** Base64 of each, without blanks, once, in their order. Only `X509Certificate` tells whether it is one. */
  readonly certificates: readonly string[];
  readonly hasPrivateKey: boolean;
  /** Whether nothing is cut off and, where no PEM block tells certificates from what stands around them, all of it counts. */
  readonly isWhole: boolean;
}

/** "Private Key Usage Period" is an extension that `openssl x509 -text` prints. */
const privateKey = /private[\s_-]*key(?!\s+usage)/i;
const keyBlock =
  /-----BEGIN [A-Z0-9 ]*(?:PRIVATE|PUBLIC) KEY[A-Z0-9 ]*-----(?:[^-]|-(?!----))*(?:-----END [A-Z0-9 ]*-----)?/g;
const certificateBlock = /-----BEGIN (?:X509 )?CERTIFICATE-----([^-]*)-----END (?:X509 )?CERTIFICATE-----/g;
/** A line of Base64 whose first byte begins a DER sequence, as those of certificates and of keys do. */
const bareLine = /(^|[\s,;"'])(?=M[A-P][A-Za-z0-9+/]{30})/g;

/** How many characters of Base64, without "=", the DER sequence has that a text begins with; NaN when it begins with none. */
function lengthOfSequence(base64: string): number {
  const [tag, first = 0, ...rest] = Array.from(atob(base64.slice(0, 8)), (byte) => byte.charCodeAt(0));
  const more = first > 0x80 ? first - 0x80 : 0;
  if (tag !== 0x30 || first === 0x80 || more > 2) return NaN;
  const body = more === 0 ? first : rest.slice(0, more).reduce((sum, byte) => sum * 256 + byte, 0);
  return Math.ceil(((2 + more + body) * 4) / 3);
}

/** The sequence that a text begins with, and where it ends; undefined when it is cut off. */
function sequenceAt(text: string): { base64: string; end: number } | undefined {
  const head = text.slice(0, 100).replace(/\s/g, "").slice(0, 8);
  const wanted = /^[A-Za-z0-9+/]{8}$/.test(head) ? lengthOfSequence(head) : NaN;
  let base64 = "";
  let end = 0;
  for (; base64.length < wanted && end < text.length; end++) {
    const sign = text.charAt(end);
    if (/[A-Za-z0-9+/]/.test(sign)) base64 += sign;
    else if (!/\s/.test(sign)) return undefined;
  }
  if (base64.length !== wanted) return undefined;
  while (text.charAt(end) === "=") end++;
  return { base64: base64.padEnd(Math.ceil(wanted / 4) * 4, "="), end };
}

/**
 * Reads certificates as PEM blocks, as bare Base64, several of either in whatever order. Around PEM blocks may stand what
 * tools write there.
 */
export function pastedCertificates(text: string): PastedCertificates {
  const plain = text.replace(/[\p{Cf}\0]/gu, "").replace(/\p{Zs}/gu, " ");
  const withoutKeys = plain.replace(keyBlock, "\n");
  const found: { at: number; base64: string }[] = [];
  let isWhole = true;
  const around = withoutKeys.replace(certificateBlock, (block, body: string, at: number) => {
    const only = sequenceAt(body.trim());
    if (only && body.trim().length === only.end) found.push({ at, base64: only.base64 });
    else isWhole = false;
    return " ".repeat(block.length);
  });
  const hasBlocks = found.length > 0;
  let rest = "";
  let from = 0;
  for (const { index, 1: before = "" } of around.matchAll(bareLine)) {
    const at = index + before.length;
    if (at < from) continue;
    const bare = sequenceAt(around.slice(at));
    isWhole &&= bare !== undefined;
    if (!bare) break;
    found.push({ at, base64: bare.base64 });
    rest += around.slice(from, at);
    from = at + bare.end;
  }
  rest += around.slice(from);
  const certificates = found.sort((a, b) => a.at - b.at).map(({ base64 }) => base64);
  return {
    certificates: [...new Set(certificates)],
    hasPrivateKey: privateKey.test(plain),
    isWhole: isWhole && (hasBlocks ? !rest.includes("CERTIFICATE-----") : /^[\s,;"']*$/.test(rest)),
  };
}

/** Certificates as they are stored: Base64, one a line. */
export const certificatesText = (certificates: readonly string[]): string => certificates.join("\n");

/** The longest text that is read: an export with all that `openssl x509 -text` says has some thousands around each. */
export const mostPasted = 100_000;
