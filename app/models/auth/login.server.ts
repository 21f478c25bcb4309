import { type AwsRegion, isAwsRegion } from "~/regions";
import { ApiError } from "~/services/regional-api.server";
import type { RequestState } from "~/services/request-state.server";
import { anonymousSession, type MfaStep, personSession, type Session } from "~/sessions.server";
import { getUserRegion, loginByCode, loginByEmail, resendCode, sendResetLink } from "./auth-calls.server";
import { getCurrentUser } from "~/services/identity.server";

/** How a sign-in attempt ended. */
export type LoginOutcome =
  | { outcome: "signed-in" }
  | { outcome: "code-needed"; step: MfaStep }
  | { outcome: "password-change"; token: string; region: string }
  | { outcome: "locked" }
  | { outcome: "wrong"; remaining?: number }
  | { outcome: "no-region" }
  | { outcome: "failed" };

export type CodeOutcome = "signed-in" | "wrong" | "expired" | "no-user" | "arguments" | "no-region";

const resendPause = 60_000;

/** The region an account signs in at, asked before every call for it (AUTH-07); null when it cannot be told (AUTH-09). */
async function homeRegion(state: RequestState, email: string): Promise<AwsRegion | null> {
  try {
    const region = await getUserRegion(state.api(state.session.region), email);
    return isAwsRegion(region) ? region : null;
  } catch {
    return null;
  }
}

/**
 * Signs in by email and password: the account's region first, then the sign-in there (AUTH-07). The session gets a
 * new identity, so that nothing kept from before the sign-in is worth anything after it, but for the forms of the same person.
 */
export async function signIn(state: RequestState, email: string, password: string): Promise<LoginOutcome> {
  const before = state.session;
  const region = await homeRegion(state, email);
  if (!region) return { outcome: "no-region" };
  await state.presentCompanions();
  state.changeSession(anonymousSession(region));
  try {
    const result = await loginByEmail(state.api(region), email, password);
    if (result.passwordResetToken) {
      state.changeSession(before);
      return { outcome: "password-change", token: result.passwordResetToken, region };
    }
    if (result.mfa) {
      state.changeSession(before);
      const rememberMinutes = result.minutesForRememberDevice ?? 14 * 24 * 60;
      const step = { email, password, rememberMinutes, resendAt: Date.now() + resendPause };
      return { outcome: "code-needed", step };
    }
    await startSession(state, before, region, result);
    return { outcome: "signed-in" };
  } catch (error) {
    state.changeSession(before);
    return outcomeOf(error);
  }
}

/** Completes a sign-in with the one-time code (AUTH-24, AUTH-33..36). */
export async function signInByCode(
  state: RequestState,
  step: MfaStep,
  code: string,
  isRememberDevice: boolean,
): Promise<CodeOutcome> {
  const before = state.session;
  const region = await homeRegion(state, step.email);
  if (!region) return "no-region";
  await state.presentCompanions();
  state.changeSession(anonymousSession(region));
  try {
    const result = await loginByCode(state.api(region), step.email, code, isRememberDevice);
    await startSession(state, before, region, result);
    return "signed-in";
  } catch (error) {
    state.changeSession(before);
    if (!(error instanceof ApiError)) throw error;
    if (error.message.startsWith("ERROR_CUSTOM_MFA_CODE_EXPIRED")) return "expired";
    if (error.message.startsWith("ERROR_CUSTOM_USER_NOT_FOUND")) return "no-user";
    return error.message.startsWith("ERROR_CUSTOM_MFA_LOGIN_ARGS_MISSING") ? "arguments" : "wrong";
  }
}

/** Asks for a new code; the step as it goes on from there, or how asking failed. */
export async function askForNewCode(state: RequestState, step: MfaStep): Promise<MfaStep | LoginOutcome> {
  const region = await homeRegion(state, step.email);
  if (!region) return { outcome: "no-region" };
  try {
    const wasSent = await resendCode(state.api(region), step.email, step.password);
    return wasSent ? { ...step, resendAt: Date.now() + resendPause } : { outcome: "failed" };
  } catch (error) {
    return outcomeOf(error);
  }
}

/** How asking for a link to set a new password ended (AUTH-43, AUTH-45..47). */
type LinkOutcome = "sent" | "failed" | "archived" | "sso" | "no-region";

export async function askForResetLink(state: RequestState, email: string): Promise<LinkOutcome> {
  const region = await homeRegion(state, email);
  if (!region) return "no-region";
  try {
    return (await sendResetLink(state.api(region), email)) ? "sent" : "failed";
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.message.startsWith("ERROR_CUSTOM_USER_ACCOUNT_ARCHIVED")) return "archived";
    return error.message.startsWith("ERROR_CUSTOM_SSO_USER_NOT_ALLOW_TO_RESET_PASSWORD") ? "sso" : "failed";
  }
}

/** Keeps what a successful sign-in answered; `before` is the session that it took the place of. The tokens came as cookies and are in the session already. */
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

const wrongPassword = /^ERROR_CUSTOM_INVALID_FINGERPRINT_OR_PASSWORD(?::(\d+))?/;

function outcomeOf(error: unknown): LoginOutcome {
  if (!(error instanceof ApiError)) throw error;
  if (error.message.startsWith("ERROR_CUSTOM_USER_LOCKED")) return { outcome: "locked" };
  const wrong = wrongPassword.exec(error.message);
  if (wrong) return { outcome: "wrong", ...(wrong[1] && { remaining: Number(wrong[1]) }) };
  // A body that cannot be read counts as a wrong password (AUTH-14).
  return { outcome: error.message === "answer not understood" ? "wrong" : "failed" };
}
