/**
 * Extracts certificates from pasted text. Must not use Node's APIs, since it also runs in the console's
 * browser code; recognizes private keys but does not parse them.
 */

interface PastedCertificates {
  /**
   * Base64 of each certificate, without whitespace, distinct, in order. Only `X509Certificate` can validate
   * them.
   */
  readonly certificates: readonly string[];
  readonly hasPrivateKey: boolean;
  /**
   * False if a certificate is cut off, or if other text is present without PEM blocks to mark the
   * certificates.
   */
  readonly isWhole: boolean;
}

/**
 * Matches private keys, but not "Private Key Usage Period", an extension that `openssl x509 -text` prints.
 */
const privateKey = /private[\s_-]*key(?!\s+usage)/i;
const keyBlock =
  /-----BEGIN [A-Z0-9 ]*(?:PRIVATE|PUBLIC) KEY[A-Z0-9 ]*-----(?:[^-]|-(?!----))*(?:-----END [A-Z0-9 ]*-----)?/g;
const certificateBlock = /-----BEGIN (?:X509 )?CERTIFICATE-----([^-]*)-----END (?:X509 )?CERTIFICATE-----/g;
/** A line of Base64 that starts with the first byte of a DER sequence, as certificates and keys do. */
const bareLine = /(^|[\s,;"'])(?=M[A-P][A-Za-z0-9+/]{30})/g;

/**
 * Returns the length of the DER sequence at the start of a text, in Base64 characters without "="; NaN if
 * there is none.
 */
function lengthOfSequence(base64: string): number {
  const [tag, first = 0, ...rest] = Array.from(atob(base64.slice(0, 8)), (byte) => byte.charCodeAt(0));
  const more = first > 0x80 ? first - 0x80 : 0;
  if (tag !== 0x30 || first === 0x80 || more > 2) return NaN;
  const body = more === 0 ? first : rest.slice(0, more).reduce((sum, byte) => sum * 256 + byte, 0);
  return Math.ceil(((2 + more + body) * 4) / 3);
}

/** Returns the sequence at the start of a text, and its end; undefined if it is cut off. */
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
 * Reads certificates as PEM blocks or bare Base64, any number in any order. Other output of tools may
 * surround PEM blocks.
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

/** Returns certificates in stored form: Base64, one per line. */
export const certificatesText = (certificates: readonly string[]): string => certificates.join("\n");

/**
 * Maximum length of pasted text: `openssl x509 -text` prints some thousand characters around each
 * certificate.
 */
export const maxPastedLength = 100_000;
