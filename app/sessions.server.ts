import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { defaults, seal, unseal } from "iron-webcrypto";
import { z } from "zod/v4";
import { BoundedCache } from "../shared/bounded-cache";
import { awsRegions, defaultAwsRegion } from "./regions";
import { isTimeZone } from "~/i18n/dates";
import { cookieName, cookiesOf, jsonCookie, setCookie } from "~/services/cookies.server";
import { env } from "~/services/env.server";

const sessionEndSchema = z.object({
  /** In ms since 1970. */
  at: z.number(),
  /** Longest lifetime the API has given a refresh token of this session, in ms. */
  life: z.number(),
  /** True if a refresh does not extend it. */
  isFinal: z.boolean(),
});
/** End of the session unless it is refreshed. */
export type SessionEnd = z.infer<typeof sessionEndSchema>;

/**
 * The session: a sealed cookie (SESS-01, SESS-09) with the regional API's cookies and the state the console keeps
 * between requests; the browser can neither read nor alter it.
 */
const sessionSchema = z.object({
  /** Root of the anti-forgery token; renewed at sign-in, so that an earlier cookie proves nothing. */
  id: z.string(),
  /** Default region for calls if the URL names none; survives sign-out. */
  region: z.enum(awsRegions).catch(defaultAwsRegion),
  /** The API's cookies (access, refresh, anti-forgery); absent if signed out. */
  apiCookies: z.record(z.string(), z.string()).optional(),
  /** Expiry of the access token, in ms since 1970. */
  expiresAt: z.number().optional(),
  /** Expiry of the refresh token, and with it of the session (SESS-43). */
  end: sessionEndSchema.optional().catch(undefined),
  /** The session's person: only they get typed values back after it ended. */
  userId: z.string().optional(),
  /** The person whose session last ended in this browser: their forms may still be open in it. */
  former: z.object({ id: z.string(), userId: z.string() }).optional(),
});
export type Session = z.infer<typeof sessionSchema>;

const noticeSchema = z.object({
  tone: z.enum(["success", "info", "warning", "error"]),
  title: z.string(),
  description: z.string().optional(),
  link: z.object({ to: z.string(), label: z.string() }).optional(),
  /**
   * Form that undoes the change: target, and the token of `offerUndo`, sealed when shown. `isDivisible` adds a link to
   * undo it for some rows; `isRest` leaves only that link, since the notice is about an Undo.
   */
  undo: z
    .object({
      to: z.string(),
      token: z.string(),
      isDivisible: z.boolean().optional(),
      isRest: z.boolean().optional(),
    })
    .optional(),
});
/** A message for the next page, already in the person's language (SHELL-31). */
export type Notice = z.infer<typeof noticeSchema>;

const preferencesSchema = z.object({
  appearance: z.enum(["system", "light", "dark"]).default("system").catch("system"),
  timeZone: z.enum(["browser", "region", "UTC"]).default("browser").catch("browser"),
});
export type Preferences = z.infer<typeof preferencesSchema>;

/** Written by the page's script, so that the server formats times as the browser would (SHELL-21). */
const browserTimeZoneName = cookieName("time-zone");
const ssoLoginName = cookieName("sso-login");

/** Valid secrets, the sealing one first. */
export const secrets: readonly [string, ...string[]] = [
  env.SESSION_SECRET,
  ...(env.SESSION_SECRET_PREVIOUS ? [env.SESSION_SECRET_PREVIOUS] : []),
];

// A sealed value names its secret by a fingerprint, so that it still opens after a rotation.
const secretId = (secret: string) => createHash("sha256").update(`id:${secret}`).digest("hex").slice(0, 12);
const passwords = Object.fromEntries(secrets.map((secret) => [secretId(secret), secret]));
const maxNoticeBytes = 1200;
/** Maximum size with undo data; sealing adds a third. */
const maxNoticeBytesWithUndo = 2700;
const day = 24 * 3600;

/** Encrypts and signs a value; it opens for `seconds`, and only with this installation's secret. */
export function sealValue(value: unknown, seconds: number): Promise<string> {
  const secret = env.SESSION_SECRET;
  return seal(value, { id: secretId(secret), secret }, { ...defaults, ttl: seconds * 1000 });
}

/** Opens a sealed value with the current or previous secret and validates it; null if expired, altered or foreign. */
export async function unsealValue<T>(text: string | undefined, schema: z.ZodType<T>): Promise<T | null> {
  if (!text) return null;
  try {
    return schema.parse(await unseal(text, passwords, defaults));
  } catch {
    return null;
  }
}

/** A cookie only the console can read, kept for `seconds`. */
function sealedCookie<T>(shortName: string, schema: z.ZodType<T>, seconds: number) {
  const name = cookieName(shortName);
  return {
    read: (request: Request) => unsealValue(cookiesOf(request)[name], schema),
    write: async (value: T | null, lifetime = seconds) =>
      value === null ? setCookie(name, "", 0) : setCookie(name, await sealValue(value, lifetime), lifetime),
  };
}

const sessionCookie = cookieName("session");
const sessionSeconds = 30 * day;

const noticesCookie = sealedCookie("notices", z.array(noticeSchema), 300);

/** Data of the one-time-code step; it lives only for that step, at most ten minutes (AUTH-29), or 30 for app set-up. */
const mfaStepSchema = z.object({
  email: z.string(),
  password: z.string(),
  rememberMinutes: z.number(),
  /** True if the person has an authenticator app; a code is then mailed only on request. */
  hasApp: z.boolean().default(false),
  /** True if only the app's code is accepted and none is mailed (MFA-06). */
  isAppOnly: z.boolean().optional(),
  /** Passkey assertion options (MFA-09); a code is then mailed only on request. */
  passkey: z.string().optional(),
  /** True if the mailed code was correct and an app must be set up (MFA-06). */
  mustEnrol: z.boolean().optional(),
  /** Earliest time for requesting a new code, in ms since 1970 (AUTH-26). */
  resendAt: z.number(),
  /** Fixed end of the step, in ms since 1970. */
  endsAt: z.number(),
});
export type MfaStep = z.infer<typeof mfaStepSchema>;
const mfaStepSeconds = 600;
/** End of a step that begins now, in ms since 1970. */
export const mfaStepEnd = () => Date.now() + mfaStepSeconds * 1000;
const enrolmentSeconds = 1800;
/** The following step, in which an app is set up: the password is no longer needed. */
export const enrolmentStep = (step: MfaStep): MfaStep => ({
  ...step,
  password: "",
  mustEnrol: true,
  endsAt: Date.now() + enrolmentSeconds * 1000,
});

const mfaCookie = sealedCookie("mfa", mfaStepSchema, mfaStepSeconds);
export const mfaStepCookie = {
  read: async (request: Request): Promise<MfaStep | null> => {
    const step = await mfaCookie.read(request);
    return step && step.endsAt > Date.now() ? step : null;
  },
  /** Writes the step; a new code does not extend the lifetime of email and password. */
  write: (step: MfaStep | null): Promise<string> => {
    const left = step ? Math.ceil((step.endsAt - Date.now()) / 1000) : 0;
    return step && left > 0 ? mfaCookie.write(step, Math.min(left, enrolmentSeconds)) : mfaCookie.write(null);
  },
};

/**
 * Cookies of the API outside the session, each sealed in its own cookie: the mark of a remembered device, which
 * survives sign-out (AUTH-25), the mark of a browser with an earlier sign-in (MFA-10), and those that tie a one-time
 * code (AUTH-89) and a single sign-on (AUTH-73) to the browser that began it. Their lifetime is the API's; these are
 * the defaults.
 */
export const companionCookies = {
  "device-token": sealedCookie("device", z.string(), 14 * day),
  "browser-token": sealedCookie("browser", z.string(), 400 * day),
  "mfa-state": sealedCookie("code", z.string(), 600),
  "sso-state": sealedCookie("sso", z.string(), 1500),
};
export type CompanionName = keyof typeof companionCookies;
export const companionNames = Object.keys(companionCookies) as CompanionName[];

// Caches unsealed sessions: unsealing derives two keys, and a browser sends the same cookie many times in a
// row.
const unsealed = new BoundedCache<string, Session>(1000);

/** A session without a signed-in person. */
export function anonymousSession(region: Session["region"] = defaultAwsRegion): Session {
  return { id: randomBytes(16).toString("base64url"), region };
}

/** A session after its end; it remembers its owner, so that a form still open can be resumed. */
export function endedSession({ id, region, userId, former }: Session): Session {
  return { ...anonymousSession(region), former: userId ? { id, userId } : former };
}

/**
 * The session of a person who has just signed in. Its new id invalidates earlier forms; if the same person had a
 * session in this browser before, its id is reused, so that their forms continue to work.
 */
export function personSession(session: Session, before: Session, userId: string): Session {
  const earlier = before.userId ? before : before.former;
  const id = earlier?.userId === userId ? earlier.id : session.id;
  return { ...session, id, userId, former: undefined };
}

/** The request's session; null if missing or not sealed here (SESS-41). */
export async function readSession(request: Request): Promise<Session | null> {
  const sealed = cookiesOf(request)[sessionCookie];
  if (!sealed) return null;
  const known = unsealed.get(sealed);
  if (known) return known;
  try {
    return unsealed.set(sealed, sessionSchema.parse(await unseal(sealed, passwords, defaults)));
  } catch {
    return null;
  }
}

/** `Set-Cookie` value that stores a session. */
export async function sealSession(session: Session): Promise<string> {
  return setCookie(sessionCookie, await sealValue(session, sessionSeconds), sessionSeconds);
}

function csrfTokenOf({ id }: Pick<Session, "id">, secret: string): string {
  return createHmac("sha256", secret).update(`csrf:${id}`).digest("base64url");
}

/** A session's anti-forgery token, for its forms' hidden field. */
export const csrfToken = (session: Pick<Session, "id">): string => csrfTokenOf(session, env.SESSION_SECRET);

/**
 * True if a form's token belongs to the session; a form opened before a secret rotation is still valid and, in a
 * signed-out browser, so is a form of the previous session.
 */
export function isCsrfToken(session: Session, token: unknown): boolean {
  if (typeof token !== "string") return false;
  const given = Buffer.from(token);
  const former = session.apiCookies ? [] : [session.former ?? []].flat();
  const roots = [session, ...former].flatMap((one) => secrets.map((secret) => csrfTokenOf(one, secret)));
  return roots.some((root) => {
    const expected = Buffer.from(root);
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}

const sizeOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

/** Notices waiting for this page; they have their own cookie, so that another tab's write loses no session tokens. */
export async function readNotices(request: Request): Promise<Notice[]> {
  return (await noticesCookie.read(request)) ?? [];
}

/**
 * `Set-Cookie` value that keeps notices for the next page; if there are too many the newest are kept, and an Undo of
 * more rows than a cookie holds is dropped.
 */
export async function sealNotices(notices: Notice[]): Promise<string> {
  if (notices.length === 0) return noticesCookie.write(null);
  let kept: Notice[] = notices.map((notice) => ({
    ...notice,
    title: notice.title.slice(0, 200),
    description: notice.description?.slice(0, 400),
  }));
  const plain = (all: Notice[]) => all.map(({ undo, ...notice }) => notice);
  while (kept.length > 1 && sizeOf(plain(kept)) > maxNoticeBytes) kept = kept.slice(1);
  if (sizeOf(kept) > maxNoticeBytesWithUndo) kept = plain(kept);
  return noticesCookie.write(kept);
}

/** Account name or email last used for single sign-on in this browser (AUTH-61). */
export function readSsoLogin(request: Request): string {
  return cookiesOf(request)[ssoLoginName]?.slice(0, 100) ?? "";
}

/** `Set-Cookie` value that stores this login for a year. */
export function ssoLoginCookie(value: string): string {
  return setCookie(ssoLoginName, value.slice(0, 100), 365 * day);
}

const preferences = jsonCookie("preferences", preferencesSchema, 365 * day);

/** Appearance and time-zone choice; unsealed, since they are the person's own and not sensitive. */
export function readPreferences(request: Request): Preferences & { browserTimeZone: string | undefined } {
  const chosen = preferences.read(request) ?? preferencesSchema.parse({});
  const zone = cookiesOf(request)[browserTimeZoneName];
  return { ...chosen, browserTimeZone: isTimeZone(zone) ? zone : undefined };
}

/** `Set-Cookie` value that stores preferences for a year. */
export const preferencesCookie = (chosen: Preferences): string =>
  preferences.write(preferencesSchema.parse(chosen));
