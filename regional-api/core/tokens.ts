import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  randomBytes,
  timingSafeEqual,
} from "node:crypto";

/** Returns an opaque token: 32 random bytes, base64url. */
export function newToken(): string {
  return randomBytes(32).toString("base64url");
}

/** Returns the stored form of a token or code. Tokens are random, so a plain digest is enough. */
export function hashToken(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

/** True if two secrets are equal. Compares in constant time. */
export function sameSecret(given: string, expected: string): boolean {
  return timingSafeEqual(hashToken(given), hashToken(expected));
}

const sealKey = (token: string) => createHmac("sha256", token).update("successor").digest();

/**
 * Encrypts `text` so that only the holder of `token` can read it, since the store has just the token's hash.
 */
export function sealWith(token: string, text: string): Buffer {
  const iv = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", sealKey(token), iv);
  const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), body]);
}

/** Decrypts the result of `sealWith`. Throws if it was sealed with another token. */
export function unsealWith(token: string, sealed: Buffer): string {
  const decipher = createDecipheriv("aes-256-gcm", sealKey(token), sealed.subarray(0, 12));
  decipher.setAuthTag(sealed.subarray(12, 28));
  return decipher.update(sealed.subarray(28), undefined, "utf8") + decipher.final("utf8");
}
