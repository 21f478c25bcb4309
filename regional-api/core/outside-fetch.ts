/**
 * Fetches URLs supplied by users without letting them reach the API's own network (SSRF). The name is
 * resolved once, each address is checked, and the connection uses the checked addresses, so a later DNS answer
 * changes nothing. Redirects are not followed.
 */
import type { LookupAddress } from "node:dns";
import { lookup } from "node:dns/promises";
import { request } from "node:https";
import { BlockList, isIP } from "node:net";

type FetchProblem = "ADDRESS" | "UNREACHABLE" | "REDIRECT" | "TOO_LARGE" | "TOO_SLOW";

/** Returns all addresses of a name. Throws if the name is unknown. */
type LookUpAddresses = (hostname: string) => Promise<readonly LookupAddress[]>;

interface Limits {
  readonly maxBytes: number;
  readonly ms: number;
}

/** Test hooks for DNS, the address check and the trusted authorities. */
interface FetchHooks {
  readonly lookUp: LookUpAddresses;
  readonly isPublic: (address: string) => boolean;
  readonly ca?: string;
}

const closed = new BlockList();
// Ranges of IANA's special-purpose registry that are not globally reachable, or that lead elsewhere through a
// gateway.
for (const range of [
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/3",
]) {
  const [net = "", bits] = range.split("/");
  closed.addSubnet(net, Number(bits), "ipv4");
}
for (const [net, bits] of [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
] as const)
  closed.addSubnet(net, bits, "ipv6");
/**
 * The only allocated global IPv6 range; loopback, link-local, mapped IPv4 and translated addresses are
 * outside it.
 */
const global = new BlockList();
global.addSubnet("2000::", 3, "ipv6");

/** True for an address of the public internet. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !closed.check(address, "ipv4");
  return family === 6 && global.check(address, "ipv6") && !closed.check(address, "ipv6");
}

const defaultHooks: FetchHooks = {
  lookUp: (hostname) => lookup(hostname, { all: true, verbatim: true }),
  isPublic: isPublicAddress,
};

class Refused extends Error {
  constructor(readonly problem: FetchProblem) {
    super(problem);
  }
}

/** Returns the addresses of the name; throws unless there are any and all are public. */
async function addressesOf(hostname: string, { lookUp, isPublic }: FetchHooks) {
  const literal = hostname.replace(/^\[|\]$/g, "");
  const family = isIP(literal);
  const found = family
    ? [{ address: literal, family }]
    : await lookUp(hostname).catch(() => {
        throw new Refused("UNREACHABLE");
      });
  if (found.length === 0) throw new Refused("UNREACHABLE");
  if (!found.every(({ address }) => isPublic(address))) throw new Refused("ADDRESS");
  return found;
}

function read(
  url: URL,
  to: readonly LookupAddress[],
  { maxBytes, ms }: Limits,
  ca: string | undefined,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const refuse = (problem: FetchProblem) => {
      clearTimeout(timer);
      reject(new Refused(problem));
      outgoing.destroy();
    };
    const outgoing = request(url, {
      agent: false,
      ...(ca !== undefined && { ca }),
      headers: {
        accept: "application/samlmetadata+xml, application/xml, text/xml",
        "accept-encoding": "identity",
      },
      // Connects only to the checked addresses, whatever the name resolves to now. Of several, Node uses the
      // first that answers, since this network may have no route to IPv6.
      lookup: (_hostname, _options, done) => done(null, [...to]),
    });
    const timer = setTimeout(() => refuse("TOO_SLOW"), ms);
    outgoing.on("error", () => refuse("UNREACHABLE"));
    // For example after a change of protocol (101), which is neither a response nor an error.
    outgoing.on("close", () => refuse("UNREACHABLE"));
    outgoing.on("response", (response) => {
      const { statusCode = 0, headers } = response;
      if (statusCode >= 300 && statusCode < 400) return refuse("REDIRECT");
      if (statusCode !== 200 || (headers["content-encoding"] ?? "identity") !== "identity")
        return refuse("UNREACHABLE");
      const parts: Buffer[] = [];
      let size = 0;
      response.on("data", (part: Buffer) => {
        size += part.length;
        if (size > maxBytes) return refuse("TOO_LARGE");
        parts.push(part);
      });
      response.on("error", () => refuse("UNREACHABLE"));
      response.on("end", () => {
        clearTimeout(timer);
        resolve(Buffer.concat(parts));
      });
    });
    outgoing.end();
  });
}

/** Returns the content at an https address of the public internet, or the reason why it was not fetched. */
export async function fetchOutside(
  address: string,
  limits: Limits,
  ways: FetchHooks = defaultHooks,
): Promise<Buffer | FetchProblem> {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url?.protocol !== "https:" || url.username !== "" || url.password !== "") return "ADDRESS";
  const startedAt = Date.now();
  try {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Refused("TOO_SLOW")), limits.ms);
    });
    const to = await Promise.race([addressesOf(url.hostname, ways), late]).finally(() => clearTimeout(timer));
    return await read(url, to, { ...limits, ms: limits.ms - (Date.now() - startedAt) }, ways.ca);
  } catch (error) {
    if (error instanceof Refused) return error.problem;
    throw error;
  }
}
