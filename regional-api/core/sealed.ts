/**
 * Secrets at rest (MFA-08). They are encrypted with a configured secret, so that files, backups and dumps
 * alone do not reveal them; and bound to an owner, so that a secret copied to another row cannot be opened.
 */
import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from "node:crypto";

type Secrets = readonly string[];

const keyOf = (secret: string) => Buffer.from(hkdfSync("sha256", secret, "", "secrets at rest", 32));

/** Returns an id of a configured secret that does not reveal the secret. */
const idOf = (secret: string) => createHash("sha256").update(`id:${secret}`).digest("hex").slice(0, 12);

/** Returns the id of the secret that seals; undefined if none is configured. */
export const sealingKeyId = ([first]: Secrets): string | undefined => first && idOf(first);

/** Returns the secret with this id; undefined if it is no longer configured. */
export const secretOfId = (secrets: Secrets, keyId: string): string | undefined =>
  secrets.find((one) => idOf(one) === keyId);

/** Seals bytes for an owner with the first secret. Throws if there is none. */
export function sealFor(owner: string, [first]: Secrets, bytes: Buffer): { sealed: Buffer; keyId: string } {
  if (!first) throw new Error("Nothing can be sealed without MFA_SECRET");
  const iv = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", keyOf(first), iv).setAAD(Buffer.from(owner));
  const body = Buffer.concat([cipher.update(bytes), cipher.final()]);
  return { sealed: Buffer.concat([iv, cipher.getAuthTag(), body]), keyId: idOf(first) };
}

/**
 * Opens bytes sealed for an owner. Throws if the secret is not among these, or if the bytes belong to another
 * owner.
 */
export function unsealFor(owner: string, secrets: Secrets, sealed: Buffer, keyId: string): Buffer {
  const secret = secretOfId(secrets, keyId);
  if (!secret) throw new Error("It was sealed with neither MFA_SECRET nor MFA_SECRET_PREVIOUS");
  const decipher = createDecipheriv("aes-256-gcm", keyOf(secret), sealed.subarray(0, 12))
    .setAAD(Buffer.from(owner))
    .setAuthTag(sealed.subarray(12, 28));
  return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]);
}
