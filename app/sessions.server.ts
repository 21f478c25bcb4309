import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { defaults, seal, unseal } from "iron-webcrypto";
import { parse, serialize } from "cookie";
import { z } from "zod/v4";
import { awsRegions, defaultAwsRegion } from "~/i18n/regions";
import { env, secure } from "~/services/env.server";

/**
 * The session: a sealed cookie (SESS-01, SESS-09). It holds the regional API's cookies and what the console
 * must remember between requests; the browser can neither read nor alter it.
 */
const sessionSchema = z.object({
  /** Root of the anti-forgery token; renewed at sign-in, so that a cookie from before it proves nothing. */
  id: z.string(),
  /** The region calls go to when the address names none; outlives sign-out. */
  region: z.enum(awsRegions).catch(defaultAwsRegion),
  /** The API's cookies (access, refresh, anti-forgery); absent: signed out. */
  apiCookies: z.record(z.string(), z.string()).optional(),
  /** End of the access token, in ms since 1970. */
  expiresAt: z.number().optional(),
});
export type Session = z.infer<typeof sessionSchema>;

const noticeSchema = z.object({
  tone: z.enum(["success", "info", "warning", "error"]),
  title: z.string(),
  description: z.string().optional(),
  link: z.object({ to: z.string(), label: z.string() }).optional(),
});
/** A message for the next page (SHELL-31), already in the person's language. */
export type Notice = z.infer<typeof noticeSchema>;

const preferencesSchema = z.object({
  appearance: z.enum(["system", "light", "dark"]).catch("system"),
  timeZone: z.enum(["browser", "region", "UTC"]).catch("browser"),
});
export type Preferences = z.infer<typeof preferencesSchema>;

const prefix = secure ? "__Host-" : "";
const names = {
  session: `${prefix}edge-session`,
  notices: `${prefix}edge-notices`,
  preferences: `${prefix}edge-preferences`,
  /** Written by the page's script, so that the server can tell the time as the browser does (SHELL-21). */
  browserTimeZone: "edge-time-zone",
};

const passwords = {
  current: env.SESSION_SECRET,
  ...(env.SESSION_SECRET_PREVIOUS && { previous: env.SESSION_SECRET_PREVIOUS }),
};
const maxCookieBytes = 4096;
const maxNoticeBytes = 1200;
const sessionSeconds = 30 * 24 * 3600;

// Unsealing derives two keys; a browser sends the same cookie many times in a row.
const unsealed = new Map<string, Session>();
const unsealedLimit = 500;

function cookiesOf(request: Request): Record<string, string | undefined> {
  return parse(request.headers.get("cookie") ?? "");
}

function cookie(name: string, value: string, maxAge?: number): string {
  const text = serialize(name, value, { path: "/", httpOnly: true, sameSite: "lax", secure, maxAge });
  if (Buffer.byteLength(text) > maxCookieBytes)
    throw new Error(`Cookie ${name} is larger than browsers keep`);
  return text;
}

/** A session for somebody who has not signed in. */
export function anonymousSession(region: Session["region"] = defaultAwsRegion): Session {
  return { id: randomBytes(16).toString("base64url"), region };
}

/** The request's session; null when there is none or it was not sealed here (SESS-41). */
export async function readSession(request: Request): Promise<Session | null> {
  const sealed = cookiesOf(request)[names.session];
  if (!sealed) return null;
  const known = unsealed.get(sealed);
  if (known) return known;
  try {
    const session = sessionSchema.parse(await unseal(sealed, passwords, defaults));
    if (unsealed.size >= unsealedLimit) unsealed.delete(unsealed.keys().next().value ?? "");
    unsealed.set(sealed, session);
    return session;
  } catch {
    return null;
  }
}

/** The Set-Cookie text that stores a session. */
export async function sealSession(session: Session): Promise<string> {
  const sealed = await seal(session, { id: "current", secret: passwords.current }, defaults);
  return cookie(names.session, sealed, sessionSeconds);
}

/** The anti-forgery token of a session, for the hidden field of its forms. */
export function csrfToken(session: Session): string {
  return createHmac("sha256", env.SESSION_SECRET).update(`csrf:${session.id}`).digest("base64url");
}

/** Whether a form's token is the session's. */
export function isCsrfToken(session: Session, token: unknown): boolean {
  if (typeof token !== "string") return false;
  const given = Buffer.from(token);
  const expected = Buffer.from(csrfToken(session));
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** The notices waiting for this page; they live in a cookie of their own so that no other tab's write loses tokens. */
export async function readNotices(request: Request): Promise<Notice[]> {
  const sealed = cookiesOf(request)[names.notices];
  if (!sealed) return [];
  try {
    return z.array(noticeSchema).parse(await unseal(sealed, passwords, defaults));
  } catch {
    return [];
  }
}

/** The Set-Cookie text that keeps notices for the next page; the newest are kept when they are too many. */
export async function sealNotices(notices: Notice[]): Promise<string> {
  if (notices.length === 0) return cookie(names.notices, "", 0);
  let kept = notices.map((notice) => ({
    ...notice,
    title: notice.title.slice(0, 200),
    description: notice.description?.slice(0, 400),
  }));
  while (kept.length > 1 && Buffer.byteLength(JSON.stringify(kept)) > maxNoticeBytes) kept = kept.slice(1);
  return cookie(names.notices, await seal(kept, { id: "current", secret: passwords.current }, defaults), 300);
}

/** Appearance and time-zone choice; plain, since they are the person's own and say nothing. */
export function readPreferences(request: Request): Preferences & { browserTimeZone: string | undefined } {
  const cookies = cookiesOf(request);
  let chosen: unknown = {};
  try {
    chosen = JSON.parse(cookies[names.preferences] ?? "{}");
  } catch {
    // a damaged cookie reads as the defaults
  }
  const preferences = preferencesSchema.catch({ appearance: "system", timeZone: "browser" }).parse(chosen);
  return { ...preferences, browserTimeZone: cookies[names.browserTimeZone] };
}

/** The Set-Cookie text that stores preferences for a year. */
export function preferencesCookie(preferences: Preferences): string {
  return cookie(names.preferences, JSON.stringify(preferencesSchema.parse(preferences)), 365 * 24 * 3600);
}
