import { isLoopback } from "../../shared/settings";
import { env } from "./env.server";

type RequestTarget = {
  /** Host header, or X-Forwarded-Host from a trusted proxy. */
  host: string | undefined;
  protocol: string;
  /** Path and query. */
  target: string;
};

const origin = env.CONSOLE_ORIGIN ? new URL(env.CONSOLE_ORIGIN) : undefined;
/** Additional hosts that the console serves. */
const otherHosts = new Set(
  [...env.ALTERNATE_BRAND_HOSTS, env.OLD_BRAND_HOST ?? "", env.NEW_BRAND_HOST ?? ""].map((host) =>
    host.toLowerCase().replace(/:\d+$/, ""),
  ),
);
const hostPattern = /^([a-z\d._-]{1,253}|\[[\da-f:.]{2,45}\])(:\d{1,5})?$/i;

/**
 * The URL requested by the browser; null if invalid. With CONSOLE_ORIGIN, an unknown host must come from a
 * proxy (or an attacker) and is replaced by the console's own.
 */
export function requestAddress({ host = origin?.host, protocol, target }: RequestTarget): URL | null {
  if (!host || !hostPattern.test(host) || !target.startsWith("/")) return null;
  const text = `${protocol}://${host}`;
  if (!URL.canParse(text) || !URL.canParse(text + target)) return null;
  const { hostname } = new URL(text);
  const isForeign = origin && !isLoopback(origin.hostname) && !otherHosts.has(hostname);
  const base = isForeign ? origin.origin : text;
  return new URL(base + target);
}

/**
 * Path and query without what no page can use: U+0000, which not every database stores, becomes a space, and `_data` is
 * left out. Remix would answer `_data` with a route's data instead of a page, and report each such request as an error.
 */
export function usableTarget(target: string): string {
  const [path = "", ...rest] = target.split("?");
  if (rest.length === 0) return path;
  const query = rest.join("?").replaceAll("%00", "%20");
  const isKept = (parameter: string) => !new URLSearchParams(parameter).has("_data");
  return `${path}?${/_data|%/i.test(query) ? query.split("&").filter(isKept).join("&") : query}`;
}

/**
 * Origin of a URL on one of the console's other hosts; null for the console's own host and for unknown hosts.
 */
export function otherOrigin(address: string): string | null {
  if (!URL.canParse(address)) return null;
  const { protocol, hostname, port } = new URL(address);
  if (!otherHosts.has(hostname) || hostname === "" || hostname === origin?.hostname) return null;
  // All hosts share the console's scheme and port; those in the URL are not trusted.
  const own = origin ?? { protocol, port };
  return `${own.protocol}//${hostname}${own.port && `:${own.port}`}`;
}

/**
 * True if a post's Origin header matches the request's host as determined by `requestAddress`. Remix makes the same
 * comparison, but answers 500. Compares hosts rather than origins, because the console may speak http behind an https
 * proxy.
 */
export function isOwnOrigin(header: string | undefined, host: string | undefined): boolean {
  if (header === undefined) return true;
  return host !== undefined && URL.canParse(header) && new URL(header).host === host;
}
