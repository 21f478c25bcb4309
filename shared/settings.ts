/** How console and API read their settings from the environment. */
import { isIP } from "node:net";
import { z } from "zod/v4";

/** A whole number, in digits: `Number` would take blanks, "0x10" and "1e3" as well. */
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

/** An address of the web as it is written in full. */
export const isWeb = (text: string): boolean => /^https?:\/\/[^/]/i.test(text) && URL.canParse(text);

export const webAddress = z
  .string()
  .refine(isWeb, { error: "must be an address with http:// or https://", abort: true });

/** Protocol and host. What else an address has would be put before every path, or left out without a word. */
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

/** Whether nobody but this machine is behind a host. */
export const isLoopback = (host: string): boolean => /^(localhost|127(\.\d+){3}|\[?::1\]?)$/i.test(host);

/** What a server listens at: an address or a name of this machine. */
export const machine = z
  .string()
  .refine(
    (text) => isIP(text) !== 0 || (/^[a-z\d.-]+$/i.test(text) && !/^[\d.]+$/.test(text)),
    "must be an address or a name of this machine, like 127.0.0.1",
  )
  .default("127.0.0.1");

/** host:port; Node refuses a larger port with a stack. */
export const hostAndPort = z
  .string()
  .regex(/^[^:/]+:\d{1,5}$/, { error: "must be host:port", abort: true })
  .refine((value) => Number(value.split(":")[1]) <= 65_535, "must have a port up to 65535");

/** The 12-digit account that holds the customers' own message templates (NOTIF-20). */
export const templateAccount = z
  .string()
  .regex(/^\d{12}$/, "must be 12 digits")
  .default("000000000000");

/** Where the CNAME records of customers' email domains point (MAIL-10). */
export const dkimHost = z
  .string()
  .regex(/^[a-z\d-]+(\.[a-z\d-]+)+$/i, "must be a host name")
  .default("dkim.edge.example");

/** The bits of a range that are given: "8", or "255.0.0.0"; undefined for what is none. */
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
 * Whether Express and Fastify take it for proxies: an address, perhaps with a range, or the name of known ranges; they name no
 * variable when they refuse one. Wider ranges are nobody's own.
 */
export function isProxy(text: string): boolean {
  const [address = "", range, ...more] = text.split("/");
  const version = isIP(address);
  if (version === 0) return ["loopback", "linklocal", "uniquelocal"].includes(text);
  if (range === undefined) return true;
  const bits = bitsOf(range) ?? 0;
  // All of IPv4 is a small part of IPv6, too.
  const [least, most] = version === 4 ? [8, 32] : address.startsWith("::") ? [104, 128] : [7, 128];
  return more.length === 0 && bits >= least && bits <= most;
}

/** The variables that are set. An empty one counts as absent, as shells and container files make them. */
export const givenOf = (source: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(Object.entries(source).flatMap(([name, value]) => (value ? [[name, value]] : [])));

/** What is wrong with a variable. */
export function problemOf(issue: z.core.$ZodIssue, isGiven: boolean): string {
  if (issue.code === "invalid_type" && !isGiven) return "is needed";
  if (issue.code === "invalid_value") return `must be one of ${issue.values.join(", ")}`;
  return issue.message;
}

/** How often a text begins again tells how little of it is random: the shortest length after which it repeats itself. */
function periodOf(text: string): number {
  let length = 1;
  while (!text.startsWith(text.slice(length))) length += 1;
  return length;
}

/** A secret that something is sealed with: long and random. */
export const secret = z
  .string()
  .min(32, { error: "must have at least 32 characters", abort: true })
  .refine(
    (text) => new Set(text).size >= 8 && periodOf(text) > text.length / 2,
    "must be random, as `openssl rand -base64 32` makes it",
  );
