/** The codes of authenticator apps (RFC 6238): six digits by HMAC-SHA-1, another one every 30 seconds. */
import { createHmac, randomBytes } from "node:crypto";
import { sameSecret } from "../../core/tokens";

const stepMs = 30_000;

/** A new secret, of the length that RFC 4226 recommends. */
export const newAppSecret = (): Buffer => randomBytes(20);

/** The code of a step. */
export function appCode(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac("sha1", secret).update(counter).digest();
  const at = mac.readUInt8(mac.length - 1) & 15;
  return ((mac.readUInt32BE(at) & 0x7fffffff) % 1_000_000).toString().padStart(6, "0");
}

/** The step of a time in milliseconds. */
export const stepAt = (now: number): number => Math.floor(now / stepMs);

/** The step whose code this is: the present one, or one beside it, since clocks differ (MFA-05). Undefined for a wrong code. */
export function stepOfCode(secret: Buffer, code: string, now: number): number | undefined {
  // Each is compared, so that the time does not tell which one it was.
  const [step] = [0, -1, 1]
    .map((by) => stepAt(now) + by)
    .filter((one) => sameSecret(code, appCode(secret, one)));
  return step;
}

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** A secret as apps take it: Base32 (RFC 4648). */
export function appKey(secret: Buffer): string {
  const bits = [...secret].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  return bits.replace(/.{1,5}/g, (five) => letters.charAt(Number.parseInt(five.padEnd(5, "0"), 2)));
}
