/** Client addresses: the key of rate limits, and the part that may be recorded. */
import { isIPv6 } from "node:net";

/** The eight groups of an IPv6 address; undefined for anything else, including IPv4-mapped addresses. */
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

/** A key per client: an IPv4 address, or the /64 network of an IPv6 address, which a line or machine gets whole. */
export function clientOf(address: string): string {
  const groups = groupsOf(address);
  return groups ? `${groups.slice(0, 4).join(":")}::/64` : plain(address);
}

/** The network of an address, which identifies no person: /24 of IPv4, /48 of IPv6. */
export function networkOf(address: string): string {
  const groups = groupsOf(address);
  if (groups) return `${groups.slice(0, 3).join(":")}::/48`;
  const parts = plain(address).split(".");
  return parts.length === 4 ? `${parts.slice(0, 3).join(".")}.0/24` : "unknown";
}
