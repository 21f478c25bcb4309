/**
 * Secrets at rest (MFA-08): sealed with a secret of the settings, so that files, backups and dumps alone do not tell them,
 * and for one owner, so that one that is moved to another's row does not open.
 */
import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from "node:crypto";

type Secrets = readonly string[];

const keyOf = (secret: string) => Buffer.from(hkdfSync("sha256", secret, "", "secrets at rest", 32));

/** Names a secret of the settings without telling it. */
const idOf = (secret: string) => createHash("sha256").update(`id:${secret}`).digest("hex").slice(0, 12);

/** The name of the secret that is sealed with; undefined without one. */
export const sealingKeyId = ([first]: Secrets): string | undefined => first && idOf(first);

/** The secret of this name; undefined once the settings have another. */
export const secretOfId = (secrets: Secrets, keyId: string): string | undefined =>
  secrets.find((one) => idOf(one) === keyId);

/** Seals bytes for an owner with the first secret. Throws without one. */
export function sealFor(owner: string, [first]: Secrets, bytes: Buffer): { sealed: Buffer; keyId: string } {
  if (!first) throw new Error("Nothing can be sealed without MFA_SECRET");
  const iv = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", keyOf(first), iv).setAAD(Buffer.from(owner));
  const body = Buffer.concat([cipher.update(bytes), cipher.final()]);
  return { sealed: Buffer.concat([iv, cipher.getAuthTag(), body]), keyId: idOf(first) };
}

/** The bytes that were sealed for an owner. Throws when the secret is none of these, or the bytes are another's. */
export function openFor(owner: string, secrets: Secrets, sealed: Buffer, keyId: string): Buffer {
  const secret = secretOfId(secrets, keyId);
  if (!secret) throw new Error("It was sealed with neither MFA_SECRET nor MFA_SECRET_PREVIOUS");
  const decipher = createDecipheriv("aes-256-gcm", keyOf(secret), sealed.subarray(0, 12))
    .setAAD(Buffer.from(owner))
    .setAuthTag(sealed.subarray(12, 28));
  return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]);
}
