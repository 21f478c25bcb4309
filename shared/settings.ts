/** Parsing of environment settings, shared by console and API. */
import { isIP } from "node:net";
import { z } from "zod/v4";

/** An integer in digits only; `Number` would also accept spaces, "0x10" and "1e3". */
export const whole = (least: number, most: number) =>
  z
    .string()
    .refine((text) => /^\d{1,9}$/.test(text) && Number(text) >= least && Number(text) <= most, {
      error: `must be a whole number from ${least} to ${most}`,
      abort: true,
    })
    .transform(Number);

export const flag = z.enum(["true", "false"]).transform((value) => value === "true");

export const list = z.string().transform((value) =>
  value
    .split(",")
    .map((item) => item.trim())
    .filter(Boolean),
);

/** True for a complete http or https URL. */
export const isWeb = (text: string): boolean => /^https?:\/\/[^/]/i.test(text) && URL.canParse(text);

export const webAddress = z
  .string()
  .refine(isWeb, { error: "must be an address with http:// or https://", abort: true });

/** Scheme and host only, since other parts would be prepended to every path or silently ignored. */
export const origin = z
  .string()
  .refine(
    (text) => {
      if (!isWeb(text)) return false;
      const { pathname, search, hash, username, password } = new URL(text);
      return [pathname, search, hash, username, password].join("") === "/";
    },
    {
      error: "must be http:// or https:// and a host, without a path, like https://console.example",
      abort: true,
    },
  )
  .transform((text) => new URL(text).origin);

/** True if a host is only reachable from this machine. */
export const isLoopback = (host: string): boolean => /^(localhost|127(\.\d+){3}|\[?::1\]?)$/i.test(host);

/** The address a server listens on: an IP address or a host name of this machine. */
export const machine = z
  .string()
  .refine(
    (text) => isIP(text) !== 0 || (/^[a-z\d.-]+$/i.test(text) && !/^[\d.]+$/.test(text)),
    "must be an address or a name of this machine, like 127.0.0.1",
  )
  .default("127.0.0.1");

/** host:port. Checks the range of the port, because Node would refuse a larger one with a stack trace. */
export const hostAndPort = z
  .string()
  .regex(/^[^:/]+:\d{1,5}$/, { error: "must be host:port", abort: true })
  .refine((value) => Number(value.split(":")[1]) <= 65_535, "must have a port up to 65535");

/** The 12-digit AWS account of customer-specific message templates (NOTIF-20). */
export const templateAccount = z
  .string()
  .regex(/^\d{12}$/, "must be 12 digits")
  .default("000000000000");

/** Host that the CNAME records of customers' email domains must point to (MAIL-10). */
export const dkimHost = z
  .string()
  .regex(/^[a-z\d-]+(\.[a-z\d-]+)+$/i, "must be a host name")
  .default("dkim.edge.example");

/** Returns the prefix length of a range from "8" or "255.0.0.0"; undefined if invalid. */
function bitsOf(range: string): number | undefined {
  if (/^\d{1,3}$/.test(range)) return Number(range);
  if (isIP(range) !== 4) return undefined;
  const bits = range
    .split(".")
    .map((part) => Number(part).toString(2).padStart(8, "0"))
    .join("");
  return /^1*0*$/.test(bits) ? bits.replaceAll("0", "").length : undefined;
}

/**
 * True if Express and Fastify accept the text as a trusted proxy: an address, optionally with a range, or a
 * named range. Checked here because their errors name no variable. Rejects very wide ranges, which cannot be
 * the operator's own proxies.
 */
export function isProxy(text: string): boolean {
  const [address = "", range, ...more] = text.split("/");
  const version = isIP(address);
  if (version === 0) return ["loopback", "linklocal", "uniquelocal"].includes(text);
  if (range === undefined) return true;
  const bits = bitsOf(range) ?? 0;
  // IPv4-mapped addresses cover all of IPv4 but are a small part of IPv6.
  const [least, most] = version === 4 ? [8, 32] : address.startsWith("::") ? [104, 128] : [7, 128];
  return more.length === 0 && bits >= least && bits <= most;
}

/**
 * Returns the variables that are set. Empty ones count as missing, since shells and container files create
 * them.
 */
export const givenOf = (source: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(Object.entries(source).flatMap(([name, value]) => (value ? [[name, value]] : [])));

/** Describes what is wrong with a variable. */
export function problemOf(issue: z.core.$ZodIssue, isGiven: boolean): string {
  if (issue.code === "invalid_type" && !isGiven) return "is needed";
  if (issue.code === "invalid_value") return `must be one of ${issue.values.join(", ")}`;
  return issue.message;
}

/** Returns the shortest length after which a text repeats itself; a low value means little randomness. */
function periodOf(text: string): number {
  let length = 1;
  while (!text.startsWith(text.slice(length))) length += 1;
  return length;
}

/** A secret used for encryption: long and random. */
export const secret = z
  .string()
  .min(32, { error: "must have at least 32 characters", abort: true })
  .refine(
    (text) => new Set(text).size >= 8 && periodOf(text) > text.length / 2,
    "must be random, as `openssl rand -base64 32` makes it",
  );
