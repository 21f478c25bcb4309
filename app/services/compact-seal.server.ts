import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { secrets } from "~/sessions.server";

/**
 * A seal for links that people hand on: letters, digits, "-" and "_" alone, which neither ticket systems nor chats take for
 * marks of bold text, and half as long as a cookie's seal. It has no end of its own: what is sealed says how old it is.
 */
const cipher = "aes-256-gcm";
const [nonceBytes, tagBytes] = [12, 16];

const keyOf = (secret: string, purpose: string) =>
  Buffer.from(hkdfSync("sha256", secret, "", `compact seal: ${purpose}`, 32));

/** Encrypts and signs bytes for one purpose; they open again for that purpose and only with our secret. */
export function sealCompactly(bytes: Buffer, purpose: string): string {
  const nonce = randomBytes(nonceBytes);
  const sealing = createCipheriv(cipher, keyOf(secrets[0], purpose), nonce);
  const sealed = Buffer.concat([sealing.update(bytes), sealing.final()]);
  return Buffer.concat([nonce, sealed, sealing.getAuthTag()]).toString("base64url");
}

/** The bytes that were sealed, with this secret or the one before; null when the text was altered, cut, or is not ours. */
export function unsealCompactly(text: string, purpose: string): Buffer | null {
  const bytes = Buffer.from(text, "base64url");
  // What is no base64url is skipped in decoding; an altered text must not open.
  if (bytes.length < nonceBytes + tagBytes || bytes.toString("base64url") !== text) return null;
  for (const secret of secrets)
    try {
      const opening = createDecipheriv(cipher, keyOf(secret, purpose), bytes.subarray(0, nonceBytes));
      opening.setAuthTag(bytes.subarray(-tagBytes));
      const opened = opening.update(bytes.subarray(nonceBytes, -tagBytes));
      return Buffer.concat([opened, opening.final()]);
    } catch {
      // Sealed with another secret, or not by us.
    }
  return null;
}
