import { type AwsRegion, isAwsRegion } from "~/regions";
import { isApiMessage } from "~/services/api-messages";
import { reportError } from "~/services/errors.server";
import { ApiError } from "~/services/regional-api.server";
import type { RequestState } from "~/services/request-state.server";
import { anonymousSession, type MfaStep, mfaStepEnd, personSession, type Session } from "~/sessions.server";
import {
  enrolApp,
  getEnrolmentKey,
  getUserRegion,
  loginByCode,
  loginByEmail,
  loginByPasskey,
  resendCode,
  sendResetLink,
} from "./auth-calls.server";
import { getCurrentUser, logout } from "~/services/identity.server";

/** Result of a sign-in attempt. */
export type LoginOutcome =
  | { outcome: "signed-in" }
  | { outcome: "code-needed"; step: MfaStep }
  | { outcome: "password-change"; token: string; region: string }
  | { outcome: "locked"; minutes: number }
  | { outcome: "wrong"; remaining?: number }
  | { outcome: "no-region" | "first-password-over" }
  | CallFailure
  | { outcome: "failed" };

/** The API rate-limits, is unreachable or cannot store anything; says nothing about the account. */
export type CallFailure = { outcome: "rate-limited"; retryAfter: number } | { outcome: "unavailable" };

export type CodeOutcome =
  | {
      outcome:
        | "signed-in"
        | "must-enrol"
        | "wrong"
        | "expired"
        | "no-user"
        | "arguments"
        | "app-held"
        | "no-region"
        | "failed";
    }
  | { outcome: "locked"; minutes: number }
  | CallFailure;

const resendPause = 60_000;

/** Outcome for an error that says nothing about the account (AUTH-110); null for any other error. */
export function callFailureOf(error: unknown): CallFailure | null {
  if (!(error instanceof ApiError)) return null;
  if (error.kind === "RATE_LIMITED") return { outcome: "rate-limited", retryAfter: error.retryAfter ?? 60 };
  if (!error.outcomeUnknown && error.kind !== "DOWNSTREAM") return null;
  // The only log line that explains why sign-ins fail.
  reportError(error, { operation: error.operation, kind: error.kind });
  return { outcome: "unavailable" };
}

/**
 * Home region of an account, looked up before each call for it (AUTH-07); an outcome if the region cannot be determined
 * (AUTH-09).
 */
async function homeRegion(
  state: RequestState,
  email: string,
): Promise<AwsRegion | CallFailure | { outcome: "no-region" }> {
  try {
    const region = await getUserRegion(state.api(state.session.region), email);
    return isAwsRegion(region) ? region : { outcome: "no-region" };
  } catch (error) {
    return callFailureOf(error) ?? { outcome: "no-region" };
  }
}

/**
 * Signs in by email and password, in the account's home region (AUTH-07). The session gets a new identity, so that
 * nothing issued before the sign-in is valid afterwards, except the same user's kept forms.
 */
export async function signIn(state: RequestState, email: string, password: string): Promise<LoginOutcome> {
  const before = state.session;
  const region = await homeRegion(state, email);
  if (typeof region !== "string") return region;
  await state.presentCompanions();
  state.changeSession(anonymousSession(region));
  let result: Awaited<ReturnType<typeof loginByEmail>>;
  try {
    result = await loginByEmail(state.api(region), email, password);
  } catch (error) {
    state.changeSession(before);
    return outcomeOf(error);
  }
  if (result.passwordResetToken) {
    state.changeSession(before);
    return { outcome: "password-change", token: result.passwordResetToken, region };
  }
  if (result.mfa) {
    state.changeSession(before);
    const rememberMinutes = result.minutesForRememberDevice ?? 14 * 24 * 60;
    const hasApp = result.hasAuthenticator;
    // Users with an app have not been mailed a code yet.
    const passkey = result.passkeyOptions;
    const resendAt = hasApp || passkey ? Date.now() : Date.now() + resendPause;
    const stepState = {
      rememberMinutes,
      hasApp,
      ...(hasApp && !result.takesMailedCode && { isAppOnly: true }),
      ...(passkey && { passkey }),
    };
    const step = { email, password, ...stepState, resendAt, endsAt: mfaStepEnd() };
    return { outcome: "code-needed", step };
  }
  return startProvenSession(state, before, region, result);
}

/** Completes a sign-in with the one-time code (AUTH-24, AUTH-33..36) or a passkey (MFA-09). */
export async function signInByCode(
  state: RequestState,
  step: MfaStep,
  proof: { code: string } | { passkey: string },
  isRememberDevice: boolean,
): Promise<CodeOutcome> {
  const before = state.session;
  const region = await homeRegion(state, step.email);
  if (typeof region !== "string") return region;
  await state.presentCompanions();
  state.changeSession(anonymousSession(region));
  let result: Awaited<ReturnType<typeof loginByCode>>;
  try {
    const api = state.api(region);
    result = await ("code" in proof
      ? loginByCode(api, step.email, proof.code, isRememberDevice)
      : loginByPasskey(api, step.email, proof.passkey, isRememberDevice));
  } catch (error) {
    state.changeSession(before);
    if (!(error instanceof ApiError)) throw error;
    // Wrong codes lock the account as wrong passwords do (AUTH-87).
    return callFailureOf(error) ?? lockedBy(error) ?? { outcome: codeProblem(error) };
  }
  if (result.mustEnrol) {
    state.changeSession(before);
    return { outcome: "must-enrol" };
  }
  return startProvenSession(state, before, region, result);
}

/** Key of the app that must be set up in this step (MFA-06), or why it could not be fetched. */
export async function enrolmentKey(
  state: RequestState,
  { email }: MfaStep,
): Promise<{ key: string } | CallFailure | { outcome: "expired" } | { outcome: "no-region" }> {
  const region = await homeRegion(state, email);
  if (typeof region !== "string") return region;
  await state.presentCompanions();
  try {
    return { key: await getEnrolmentKey(state.api(region), email) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return callFailureOf(error) ?? { outcome: "expired" };
  }
}

/** Confirms the app and signs in (MFA-06). Returns the recovery codes, which are not available later. */
export async function signInByEnrolment(
  state: RequestState,
  { email }: MfaStep,
  code: string,
): Promise<CodeOutcome | { outcome: "enrolled"; recoveryCodes: string[] }> {
  const before = state.session;
  const region = await homeRegion(state, email);
  if (typeof region !== "string") return region;
  await state.presentCompanions();
  state.changeSession(anonymousSession(region));
  let result: Awaited<ReturnType<typeof enrolApp>>;
  try {
    result = await enrolApp(state.api(region), email, code);
  } catch (error) {
    state.changeSession(before);
    if (!(error instanceof ApiError)) throw error;
    return callFailureOf(error) ?? { outcome: codeProblem(error) };
  }
  if (result.refusal) {
    state.changeSession(before);
    return { outcome: "wrong" };
  }
  const arrived = await startProvenSession(state, before, region, result);
  return arrived.outcome === "signed-in"
    ? { outcome: "enrolled", recoveryCodes: result.recoveryCodes }
    : arrived;
}

/** Starts the proven session; if its user cannot be loaded, logs out and restores the previous one (AUTH-19). */
async function startProvenSession(
  state: RequestState,
  before: Session,
  region: AwsRegion,
  result: Parameters<typeof startSession>[3],
): Promise<CallFailure | { outcome: "signed-in" | "failed" }> {
  try {
    await startSession(state, before, region, result);
    return { outcome: "signed-in" };
  } catch (error) {
    const silent = callFailureOf(error);
    if (error instanceof ApiError && !silent)
      await logout(state.api(state.session.region)).catch(() => undefined);
    state.changeSession(before);
    if (!(error instanceof ApiError)) throw error;
    return silent ?? { outcome: "failed" };
  }
}

/** Lock duration; accounts locked repeatedly may wait longer (AUTH-16, AUTH-100). */
const lockMinutes = 5;

/** Lock outcome with the maximum minutes; null for other errors. */
function lockedBy(error: ApiError) {
  if (!isApiMessage(error, "userLocked")) return null;
  const minutes = Math.max(lockMinutes, Math.ceil((error.retryAfter ?? 0) / 60));
  return { outcome: "locked", minutes } as const;
}

function codeProblem(error: ApiError) {
  if (isApiMessage(error, "mfaCodeExpired")) return "expired";
  if (isApiMessage(error, "mfaAppHeld")) return "app-held";
  if (isApiMessage(error, "mfaUserNotFound")) return "no-user";
  return isApiMessage(error, "mfaArgumentsMissing") ? "arguments" : "wrong";
}

/** Requests a new code. Returns the updated step, or why the request failed. */
export async function requestNewCode(state: RequestState, step: MfaStep): Promise<MfaStep | LoginOutcome> {
  const region = await homeRegion(state, step.email);
  if (typeof region !== "string") return region;
  await state.presentCompanions();
  try {
    const wasSent = await resendCode(state.api(region), step.email, step.password);
    return wasSent ? { ...step, resendAt: Date.now() + resendPause } : { outcome: "failed" };
  } catch (error) {
    return outcomeOf(error);
  }
}

/** Result of requesting a password-reset link (AUTH-43, AUTH-45..47). */
export type LinkOutcome = { outcome: "sent" | "failed" | "archived" | "sso" | "no-region" } | CallFailure;

/** Requests the password-reset mail (AUTH-43). */
export async function requestResetLink(state: RequestState, email: string): Promise<LinkOutcome> {
  const region = await homeRegion(state, email);
  if (typeof region !== "string") return region;
  try {
    return { outcome: (await sendResetLink(state.api(region), email)) ? "sent" : "failed" };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return callFailureOf(error) ?? { outcome: linkProblem(error) };
  }
}

function linkProblem(error: ApiError) {
  if (isApiMessage(error, "resetAccountArchived")) return "archived";
  return isApiMessage(error, "resetBySsoUser") ? "sso" : "failed";
}

/** Stores the sign-in result; `before` is the replaced session. The token cookies are already in the session. */
export async function startSession(
  state: RequestState,
  before: Session,
  region: Session["region"],
  result: { expiresAt: string | null; defaultAwsRegion: string },
): Promise<void> {
  const home = isAwsRegion(result.defaultAwsRegion) ? result.defaultAwsRegion : region;
  const expiresAt = result.expiresAt ? Date.parse(result.expiresAt) : Date.now();
  state.changeSession({ ...state.session, region: home, expiresAt });
  const { _id } = await state.once("signed-in user", () => getCurrentUser(state.api(home)));
  state.changeSession(personSession(state.session, before, _id));
}

/** Remaining attempts, appended to the error code (AUTH-15). */
const triesLeft = /:(\d+)$/;

function outcomeOf(error: unknown): LoginOutcome {
  if (!(error instanceof ApiError)) throw error;
  const locked = lockedBy(error);
  if (locked) return locked;
  if (isApiMessage(error, "wrongPassword")) {
    const remaining = triesLeft.exec(error.message)?.[1];
    return { outcome: "wrong", ...(remaining && { remaining: Number(remaining) }) };
  }
  if (isApiMessage(error, "firstPasswordOver")) return { outcome: "first-password-over" };
  // An unreadable answer counts as a wrong password (AUTH-14).
  if (error.kind === "UNREADABLE") return { outcome: "wrong" };
  return callFailureOf(error) ?? { outcome: "failed" };
}
