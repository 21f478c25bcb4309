import { isIPv6 } from "node:net";

/**
 * One client, as limits count it: an IPv4 address, or the 64 bits of an IPv6 address that a line or machine is given
 * whole. Anything else stays as it is.
 */
export function clientOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, "");
  if (!isIPv6(plain) || plain.includes(".")) return plain;
  const [head = "", tail] = plain.replace(/%.*$/, "").split("::");
  const before = head.split(":").filter(Boolean);
  const after = (tail ?? "").split(":").filter(Boolean);
  const groups = [...before, ...Array<string>(8 - before.length - after.length).fill("0"), ...after];
  return `${groups
    .slice(0, 4)
    .map((group) => parseInt(group, 16).toString(16))
    .join(":")}::/64`;
}
