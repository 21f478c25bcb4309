import { isLoopback } from "../../shared/settings";
import { env } from "./env.server";

type Asked = {
  /** The Host header, or X-Forwarded-Host where a trusted proxy says so. */
  host: string | undefined;
  protocol: string;
  /** Path and query. */
  target: string;
};

const origin = env.CONSOLE_ORIGIN ? new URL(env.CONSOLE_ORIGIN) : undefined;
/** Hosts that the console is reached by beside its own. */
const otherHosts = new Set(
  [...env.ALTERNATE_BRAND_HOSTS, env.OLD_BRAND_HOST ?? "", env.NEW_BRAND_HOST ?? ""].map((host) =>
    host.toLowerCase().replace(/:\d+$/, ""),
  ),
);
const hostPattern = /^([a-z\d._-]{1,253}|\[[\da-f:.]{2,45}\])(:\d{1,5})?$/i;

/**
 * The address that the browser asked for; null when it cannot be one. With CONSOLE_ORIGIN a host that is none of ours
 * was put there by a proxy (or by an attacker), and the console's own stands for it.
 */
export function requestAddress({ host = origin?.host, protocol, target }: Asked): URL | null {
  if (!host || !hostPattern.test(host) || !target.startsWith("/")) return null;
  const text = `${protocol}://${host}`;
  if (!URL.canParse(text) || !URL.canParse(text + target)) return null;
  const { hostname } = new URL(text);
  const isForeign = origin && !isLoopback(origin.hostname) && !otherHosts.has(hostname);
  const base = isForeign ? origin.origin : text;
  return new URL(base + target);
}

/**
 * The console's origin at another host than CONSOLE_ORIGIN's, of an address there; null for the console's own and for
 * every host that is not configured.
 */
export function otherOrigin(address: string): string | null {
  if (!URL.canParse(address)) return null;
  const { protocol, hostname, port } = new URL(address);
  if (!otherHosts.has(hostname) || hostname === "" || hostname === origin?.hostname) return null;
  // All hosts of the console are reached alike: what the address says of that is not believed.
  const own = origin ?? { protocol, port };
  return `${own.protocol}//${hostname}${own.port && `:${own.port}`}`;
}

/**
 * Whether a post with this Origin header came from a page of the console: from the host that the request has once
 * `requestAddress` has read it, which is what Remix compares, too, and answers 500 for another. Hosts are compared, not
 * origins: behind a proxy the console may be reached by https and speak http.
 */
export function isOwnOrigin(header: string | undefined, host: string | undefined): boolean {
  if (header === undefined) return true;
  return host !== undefined && URL.canParse(header) && new URL(header).host === host;
}
