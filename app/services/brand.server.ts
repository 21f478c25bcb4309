import { env } from "./env.server";

export type Brand = { productName: string; logoUrl: string; accent: "indigo" | "teal" };

const alternateHosts = new Set(env.ALTERNATE_BRAND_HOSTS.map((host) => host.toLowerCase()));

/** The brand a host is served under (SHELL-01). */
export function brandOf(request: Request): Brand {
  const { hostname } = new URL(request.url);
  return alternateHosts.has(hostname.toLowerCase())
    ? { productName: env.ALTERNATE_BRAND_NAME, logoUrl: env.ALTERNATE_BRAND_LOGO, accent: "teal" }
    : { productName: env.BRAND_NAME, logoUrl: env.BRAND_LOGO, accent: "indigo" };
}

/** Where a request to the old brand host belongs, path and query unchanged; null for every other host (SHELL-02). */
export function newBrandAddress(hostname: string, pathAndQuery: string): string | null {
  const { OLD_BRAND_HOST: old, NEW_BRAND_HOST: current } = env;
  if (!old || !current || hostname.toLowerCase() !== old.toLowerCase()) return null;
  return `${env.CONSOLE_ORIGIN?.startsWith("https:") === false ? "http" : "https"}://${current}${pathAndQuery}`;
}
