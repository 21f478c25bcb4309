/** Client addresses: the keys of rate limits, and the part that may be recorded. */
import { isIPv6 } from "node:net";

/**
 * Returns the eight groups of an IPv6 address; undefined for any other text and for IPv4-mapped addresses.
 */
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

/**
 * Returns a key per client: an IPv4 address, or the /64 network of an IPv6 address, since a single client
 * usually has a whole /64.
 */
export function clientOf(address: string): string {
  const groups = groupsOf(address);
  return groups ? `${groups.slice(0, 4).join(":")}::/64` : plain(address);
}

/** Returns the network of an address, which does not identify a person: /24 for IPv4, /48 for IPv6. */
export function networkOf(address: string): string {
  const groups = groupsOf(address);
  if (groups) return `${groups.slice(0, 3).join(":")}::/48`;
  const parts = plain(address).split(".");
  return parts.length === 4 ? `${parts.slice(0, 3).join(".")}.0/24` : "unknown";
}
