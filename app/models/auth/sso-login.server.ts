import { type ApiMessage, isApiMessage, saysMessage } from "~/services/api-messages";
import { graphql } from "~/services/graphql";
import { ApiError, type RegionalApi } from "~/services/regional-api.server";
import type { RequestState } from "~/services/request-state.server";
import { anonymousSession } from "~/sessions.server";
import { noAnswer, startSession } from "./login.server";

const beginDocument = graphql(`
  mutation BeginSsoLogin($ssoLoginDto: IDPAuthSSOLoginInput!) {
    IDPAuthSSOLogin(ssoLoginDto: $ssoLoginDto) {
      redirectUrl
    }
  }
`);

const exchangeDocument = graphql(`
  mutation ExchangeSsoCode($ssoLoginDto: AuthSSOLoginInput!) {
    AuthSSOLogin(ssoLoginDto: $ssoLoginDto) {
      defaultAwsRegion
      expiresAt
    }
  }
`);

/** Why a single sign-on did not come about (AUTH-76..79, AUTH-110). */
export type SsoProblem =
  "unknownUser" | "nameNeeded" | "unknownAccount" | "disabled" | "locked" | "failed" | Unanswered;
/** The API cannot be reached, or asks for patience. */
type Unanswered = "unavailable" | "busy";

const problems: readonly (readonly [ApiMessage, SsoProblem])[] = [
  ["ssoUnknownUser", "unknownUser"],
  ["ssoAccountNameNeeded", "nameNeeded"],
  ["ssoUnknownAccount", "unknownAccount"],
  ["ssoDisabled", "disabled"],
  ["userLocked", "locked"],
];

/** Reads an API's error code, also one that came back in an address; anything unknown is "failed". */
export function ssoProblem(code: string): SsoProblem {
  return problems.find(([message]) => saysMessage(code, message))?.[1] ?? "failed";
}

/** The notice for an error that says nothing about the account; null for one that does. */
function unanswered(error: unknown): Unanswered | null {
  const silent = noAnswer(error);
  if (!silent) return null;
  return silent.outcome === "unavailable" ? "unavailable" : "busy";
}

/** The status of the page that says why a single sign-on did not come about. */
export const ssoStatus = (problem: SsoProblem): number =>
  problem === "unavailable" ? 503 : problem === "busy" ? 429 : 400;

/** Where the browser goes to sign in: the identity provider of the email's or account's customer (AUTH-70). */
export async function beginSsoLogin(
  api: RegionalApi,
  account: { email: string } | { accountName: string },
  redirect: string,
): Promise<{ redirectUrl: string } | { problem: SsoProblem }> {
  try {
    const { IDPAuthSSOLogin } = await api.authCall(beginDocument, {
      ssoLoginDto: { redirect, isEdgeSSO: true, ...account },
    });
    const { redirectUrl } = IDPAuthSSOLogin;
    return /^https?:\/\//i.test(redirectUrl) && URL.canParse(redirectUrl)
      ? { redirectUrl }
      : { problem: "failed" };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { problem: unanswered(error) ?? ssoProblem(error.message) };
  }
}

/** How the callback's one-time code was taken: "wrong" and "expired" are about the code that was mailed (SSO-42). */
export type SsoExchange = "signed-in" | "wrong" | "expired" | "locked" | "disabled" | "failed" | Unanswered;

/**
 * Turns the callback's one-time code into a session (AUTH-72), with the code that was mailed to the account where the
 * identity provider is new to it.
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
    const { AuthSSOLogin } = await state.api(before.region).authCall(exchangeDocument, {
      ssoLoginDto: { code, redirect, ...(mailedCode !== undefined && { mailedCode }) },
    });
    await startSession(state, before, before.region, AuthSSOLogin);
    return "signed-in";
  } catch (error) {
    state.changeSession(before);
    if (!(error instanceof ApiError)) throw error;
    if (isApiMessage(error, "mfaCodeNotMatch")) return "wrong";
    if (isApiMessage(error, "mfaCodeExpired")) return "expired";
    if (isApiMessage(error, "ssoDisabled")) return "disabled";
    return isApiMessage(error, "userLocked") ? "locked" : (unanswered(error) ?? "failed");
  }
}
