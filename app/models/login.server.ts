import { isAwsRegion } from "~/i18n/regions";
import { ApiError } from "~/services/regional-api.server";
import type { RequestState } from "~/services/request-state.server";
import { anonymousSession, type MfaStep, type Session } from "~/sessions.server";
import { getCurrentUser, getUserRegion, loginByCode, loginByEmail, resendCode } from "./session.server";

/** How a sign-in attempt ended. */
export type LoginOutcome =
  | { outcome: "signed-in" }
  | { outcome: "code-needed"; step: MfaStep }
  | { outcome: "password-change"; token: string; region: string }
  | { outcome: "locked" }
  | { outcome: "wrong"; remaining?: number }
  | { outcome: "no-region" }
  | { outcome: "failed" };

export type CodeOutcome = "signed-in" | "wrong" | "expired" | "no-user" | "arguments";

const resendPause = 60_000;

/**
 * Signs in by email and password: the account's region first, then the sign-in there (AUTH-07). The session gets a
 * new identity, so that nothing kept from before the sign-in is worth anything after it.
 */
export async function signIn(state: RequestState, email: string, password: string): Promise<LoginOutcome> {
  const before = state.session;
  let region: string;
  try {
    region = await getUserRegion(state.api(before.region), email);
  } catch {
    return { outcome: "no-region" };
  }
  if (!isAwsRegion(region)) return { outcome: "no-region" };
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
      const step = { email, password, region, rememberMinutes, resendAt: Date.now() + resendPause };
      return { outcome: "code-needed", step };
    }
    await startSession(state, region, result);
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
  await state.presentCompanions();
  state.changeSession(anonymousSession(step.region));
  try {
    const result = await loginByCode(state.api(step.region), step.email, code, isRememberDevice);
    await startSession(state, step.region, result);
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
  try {
    const region = await getUserRegion(state.api(state.session.region), step.email);
    if (!isAwsRegion(region)) return { outcome: "no-region" };
    const wasSent = await resendCode(state.api(region), step.email, step.password);
    return wasSent ? { ...step, region, resendAt: Date.now() + resendPause } : { outcome: "failed" };
  } catch (error) {
    return outcomeOf(error);
  }
}

/** Keeps what a successful sign-in answered. The tokens came as cookies and are in the session already. */
export async function startSession(
  state: RequestState,
  region: Session["region"],
  result: { expiresAt: string | null; defaultAwsRegion: string },
): Promise<void> {
  const home = isAwsRegion(result.defaultAwsRegion) ? result.defaultAwsRegion : region;
  const expiresAt = result.expiresAt ? Date.parse(result.expiresAt) : Date.now();
  state.changeSession({ ...state.session, region: home, expiresAt });
  const { _id } = await state.once("signed-in user", () => getCurrentUser(state.api(home)));
  state.changeSession({ ...state.session, userId: _id });
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
