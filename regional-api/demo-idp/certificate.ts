/**
 * A self-signed X.509 certificate, encoded by hand (RFC 5280), because Node can read certificates but not
 * create them.
 */
import { createPublicKey, randomBytes, sign, type KeyObject } from "node:crypto";

const tags = { integer: 0x02, bits: 0x03, text: 0x0c, time: 0x18, sequence: 0x30, set: 0x31 };

function der(tag: number, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  const digits = body.length.toString(16);
  const long = Buffer.from(digits.padStart(digits.length + (digits.length % 2), "0"), "hex");
  const length = body.length < 0x80 ? Buffer.from([body.length]) : Buffer.from([0x80 + long.length, ...long]);
  return Buffer.concat([Buffer.from([tag]), length, body]);
}

const sha256WithRsa = der(tags.sequence, Buffer.from("06092a864886f70d01010b0500", "hex"));
const commonNameOid = Buffer.from("0603550403", "hex");

const nameOf = (commonName: string) =>
  der(
    tags.sequence,
    der(tags.set, der(tags.sequence, commonNameOid, der(tags.text, Buffer.from(commonName)))),
  );

/** Uses the format that is required for years from 2050 on (RFC 5280 4.1.2.5) for all years. */
const timeOf = (ms: number) =>
  der(tags.time, Buffer.from(`${new Date(ms).toISOString().slice(0, 19).replace(/\D/g, "")}Z`));

/** Returns a DER-encoded certificate for the RSA key, valid for `validMs` from `now`. */
export function selfSigned(privateKey: KeyObject, commonName: string, now: number, validMs: number): Buffer {
  const name = nameOf(commonName);
  // A serial number must be positive and nonzero.
  const serial = Buffer.concat([Buffer.from([0x40]), randomBytes(15)]);
  const content = der(
    tags.sequence,
    der(tags.integer, serial),
    sha256WithRsa,
    name,
    der(tags.sequence, timeOf(now), timeOf(now + validMs)),
    name,
    createPublicKey(privateKey).export({ type: "spki", format: "der" }),
  );
  const signature = sign("sha256", content, privateKey);
  return der(tags.sequence, content, sha256WithRsa, der(tags.bits, Buffer.from([0]), signature));
}
