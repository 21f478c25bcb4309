/** Addresses of clients: what limits count, and what a record may keep of them. */
import { isIPv6 } from "node:net";

/** The eight groups of an IPv6 address, undefined for anything else. An IPv4 address written as IPv6 is none. */
function groupsOf(address: string): string[] | undefined {
  if (!isIPv6(address) || address.includes(".")) return undefined;
  const [head = "", tail] = address.replace(/%.*$/, "").split("::");
  const before = head.split(":").filter(Boolean);
  const after = (tail ?? "").split(":").filter(Boolean);
  return [...before, ...Array<string>(8 - before.length - after.length).fill("0"), ...after].map((group) =>
    parseInt(group, 16).toString(16),
  );
}

const plain = (address: string) => address.replace(/^::ffff:(?=\d+\.)/i, "");

/** One client: an IPv4 address, or the 64 bits of an IPv6 address that a line or machine is given whole. */
export function clientOf(address: string): string {
  const groups = groupsOf(address);
  return groups ? `${groups.slice(0, 4).join(":")}::/64` : plain(address);
}

/** The neighbourhood an address is of, which names nobody: 24 bits of IPv4, 48 of IPv6. */
export function networkOf(address: string): string {
  const groups = groupsOf(address);
  if (groups) return `${groups.slice(0, 3).join(":")}::/48`;
  const parts = plain(address).split(".");
  return parts.length === 4 ? `${parts.slice(0, 3).join(".")}.0/24` : "unknown";
}
