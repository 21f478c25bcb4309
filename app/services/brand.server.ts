import { env } from "./env.server";

export type Brand = { productName: string; logoUrl: string; accent: "indigo" | "teal" };

const alternateHosts = new Set(
  env.ALTERNATE_BRAND_HOSTS.map((host) => host.toLowerCase().replace(/:\d+$/, "")),
);

/** The brand a host is served under (SHELL-01). */
export function brandOf(request: Request): Brand {
  const { hostname } = new URL(request.url);
  return alternateHosts.has(hostname.toLowerCase())
    ? { productName: env.ALTERNATE_BRAND_NAME, logoUrl: env.ALTERNATE_BRAND_LOGO, accent: "teal" }
    : { productName: env.BRAND_NAME, logoUrl: env.BRAND_LOGO, accent: "indigo" };
}

/**
 * Redirect URL for a request to the old brand host, path and query unchanged; null for other hosts
 * (SHELL-02). `host` includes the requested port; an old host configured without a port matches every port.
 */
export function newBrandAddress(host: string, pathAndQuery: string, protocol = "https"): string | null {
  const { OLD_BRAND_HOST: old, NEW_BRAND_HOST: current } = env;
  if (!old || !current) return null;
  const requestedHost = old.includes(":") ? host : host.replace(/:\d+$/, "");
  if (requestedHost.toLowerCase() !== old.toLowerCase()) return null;
  const scheme = env.CONSOLE_ORIGIN ? new URL(env.CONSOLE_ORIGIN).protocol.slice(0, -1) : protocol;
  return `${scheme}://${current}${pathAndQuery}`;
}
