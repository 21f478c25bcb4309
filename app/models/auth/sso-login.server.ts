import { type ApiMessage, isApiMessage, saysMessage } from "~/services/api-messages";
import { authCallOf } from "~/services/operation.server";
import { ApiError, type RegionalApi } from "~/services/regional-api.server";
import type { RequestState } from "~/services/request-state.server";
import { anonymousSession } from "~/sessions.server";
import { callFailureOf, startSession } from "./login.server";

const begin = authCallOf("IDPAuthSSOLogin", "redirectUrl", "BeginSsoLogin");
const exchange = authCallOf("AuthSSOLogin", "defaultAwsRegion expiresAt", "ExchangeSsoCode");

/** Reason a single sign-on failed (AUTH-76..79, AUTH-110). */
export type SsoProblem =
  "unknownUser" | "nameNeeded" | "unknownAccount" | "disabled" | "locked" | "failed" | UnavailableReason;
/** The API is unreachable or rate-limits. */
type UnavailableReason = "unavailable" | "busy";

const problems: readonly (readonly [ApiMessage, SsoProblem])[] = [
  ["ssoUnknownUser", "unknownUser"],
  ["ssoAccountNameNeeded", "nameNeeded"],
  ["ssoUnknownAccount", "unknownAccount"],
  ["ssoDisabled", "disabled"],
  ["userLocked", "locked"],
];

/** Maps an API error code, possibly from a URL, to a problem; unknown codes are "failed". */
export function ssoProblem(code: string): SsoProblem {
  return problems.find(([message]) => saysMessage(code, message))?.[1] ?? "failed";
}

/** Problem for an error that says nothing about the account; null for any other error. */
function unavailableReason(error: unknown): UnavailableReason | null {
  const silent = callFailureOf(error);
  if (!silent) return null;
  return silent.outcome === "unavailable" ? "unavailable" : "busy";
}

/** HTTP status of the page that reports a failed single sign-on. */
export const ssoStatus = (problem: SsoProblem): number =>
  problem === "unavailable" ? 503 : problem === "busy" ? 429 : 400;

/** URL of the identity provider of the email's or account's customer (AUTH-70), or the problem. */
export async function beginSsoLogin(
  api: RegionalApi,
  account: { email: string } | { accountName: string },
  redirect: string,
): Promise<{ redirectUrl: string } | { problem: SsoProblem }> {
  try {
    const { redirectUrl } = await begin(api, { ssoLoginDto: { redirect, isEdgeSSO: true, ...account } });
    return /^https?:\/\//i.test(redirectUrl) && URL.canParse(redirectUrl)
      ? { redirectUrl }
      : { problem: "failed" };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { problem: unavailableReason(error) ?? ssoProblem(error.message) };
  }
}

/** Result of exchanging the callback's one-time code; "wrong" and "expired" concern the mailed code (SSO-42). */
export type SsoExchange =
  "signed-in" | "wrong" | "expired" | "locked" | "disabled" | "failed" | UnavailableReason;

/**
 * Exchanges the callback's one-time code for a session (AUTH-72), with the code mailed to the account if its identity
 * provider is new to it.
 */
export async function exchangeSsoCode(
  state: RequestState,
  code: string,
  redirect: string,
  mailedCode?: string,
): Promise<SsoExchange> {
  const before = state.session;
  await state.presentCompanions();
  state.changeSession(anonymousSession(before.region));
  try {
    const granted = await exchange(state.api(before.region), {
      ssoLoginDto: { code, redirect, ...(mailedCode !== undefined && { mailedCode }) },
    });
    await startSession(state, before, before.region, granted);
    return "signed-in";
  } catch (error) {
    state.changeSession(before);
    if (!(error instanceof ApiError)) throw error;
    if (isApiMessage(error, "mfaCodeNotMatch")) return "wrong";
    if (isApiMessage(error, "mfaCodeExpired")) return "expired";
    if (isApiMessage(error, "ssoDisabled")) return "disabled";
    return isApiMessage(error, "userLocked") ? "locked" : (unavailableReason(error) ?? "failed");
  }
}
