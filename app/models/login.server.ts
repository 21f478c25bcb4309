import { isAwsRegion } from "~/i18n/regions";
import { ApiError } from "~/services/regional-api.server";
import type { RequestState } from "~/services/request-state.server";
import { anonymousSession } from "~/sessions.server";
import { getUserRegion, loginByEmail } from "./session.server";

/** How a sign-in attempt ended. */
export type LoginOutcome =
  | { outcome: "signed-in" }
  | { outcome: "locked" }
  | { outcome: "wrong"; remaining?: number }
  | { outcome: "no-region" }
  | { outcome: "failed" };

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
  state.changeSession(anonymousSession(region));
  try {
    const result = await loginByEmail(state.api(region), email, password);
    const home = isAwsRegion(result.defaultAwsRegion) ? result.defaultAwsRegion : region;
    if (!result.mfa && result.expiresAt) {
      state.changeSession({ ...state.session, region: home, expiresAt: Date.parse(result.expiresAt) });
      return { outcome: "signed-in" };
    }
    state.changeSession(before);
    return { outcome: "failed" };
  } catch (error) {
    state.changeSession(before);
    return outcomeOf(error);
  }
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
