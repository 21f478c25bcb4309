import { type ApiMessage, saysMessage } from "~/services/api-messages";
import { graphql } from "~/services/graphql";
import { ApiError, type RegionalApi } from "~/services/regional-api.server";
import type { RequestState } from "~/services/request-state.server";
import { anonymousSession } from "~/sessions.server";
import { startSession } from "./login.server";

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

/** Why a single sign-on did not come about (AUTH-76..79). */
export type SsoProblem = "unknownUser" | "unknownAccount" | "disabled" | "failed";

const problems: readonly (readonly [ApiMessage, SsoProblem])[] = [
  ["ssoUnknownUser", "unknownUser"],
  ["ssoUnknownAccount", "unknownAccount"],
  ["ssoDisabled", "disabled"],
];

/** Reads an API's error code, also one that came back in an address; anything unknown is "failed". */
export function ssoProblem(code: string): SsoProblem {
  return problems.find(([message]) => saysMessage(code, message))?.[1] ?? "failed";
}

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
    return { problem: ssoProblem(error.message) };
  }
}

/** Turns the callback's one-time code into a session (AUTH-72); whether it worked. */
export async function exchangeSsoCode(state: RequestState, code: string, redirect: string): Promise<boolean> {
  const before = state.session;
  await state.presentCompanions();
  state.changeSession(anonymousSession(before.region));
  try {
    const { AuthSSOLogin } = await state
      .api(before.region)
      .authCall(exchangeDocument, { ssoLoginDto: { code, redirect } });
    await startSession(state, before, before.region, AuthSSOLogin);
    return true;
  } catch (error) {
    state.changeSession(before);
    if (!(error instanceof ApiError)) throw error;
    return false;
  }
}
