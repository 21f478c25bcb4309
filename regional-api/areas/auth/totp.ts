/** Authenticator app codes (RFC 6238): six digits by HMAC-SHA-1, changing every 30 seconds. */
import { createHmac, randomBytes } from "node:crypto";
import { sameSecret } from "../../core/tokens";

const stepMs = 30_000;

/** Returns a new secret of the length that RFC 4226 recommends. */
export const newAppSecret = (): Buffer => randomBytes(20);

/** Returns the code of a time step. */
export function appCode(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac("sha1", secret).update(counter).digest();
  const at = mac.readUInt8(mac.length - 1) & 15;
  return ((mac.readUInt32BE(at) & 0x7fffffff) % 1_000_000).toString().padStart(6, "0");
}

/** Returns the time step of a time in milliseconds. */
export const stepAt = (now: number): number => Math.floor(now / stepMs);

/**
 * Returns the time step of this code: the current one or a neighbour, since clocks differ (MFA-05); undefined
 * if the code is wrong.
 */
export function stepOfCode(secret: Buffer, code: string, now: number): number | undefined {
  // Compares all three steps, so that the duration does not reveal which one matched.
  const [step] = [0, -1, 1]
    .map((by) => stepAt(now) + by)
    .filter((one) => sameSecret(code, appCode(secret, one)));
  return step;
}

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** Returns a secret in the form apps accept: Base32 (RFC 4648). */
export function appKey(secret: Buffer): string {
  const bits = [...secret].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  return bits.replace(/.{1,5}/g, (five) => letters.charAt(Number.parseInt(five.padEnd(5, "0"), 2)));
}
