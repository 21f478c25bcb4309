import { type ApiMessage, saysMessage } from "~/services/api-messages";
import { graphql } from "~/services/graphql";
import { ApiError, type RegionalApi } from "~/services/regional-api.server";
import { otherOrigin } from "~/services/request-address.server";
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

const callbackPath = "/ssoCallback";

/**
 * The `redirect` of a sign-on that begins at `url` and is to end at `target`, a whole address. The identity provider's
 * answer comes to the console's main host, and this alone tells it to which of the other hosts the answer belongs, where
 * the browser has what ties it to its beginning (AUTH-73).
 */
export function ssoRedirect(target: string, url: URL): string {
  const isClear = new URL(target).host === url.host || !(otherOrigin(target) ?? otherOrigin(url.href));
  return isClear ? target : `${url.origin}${callbackPath}?${new URLSearchParams({ redirect: target })}`;
}

/**
 * Where the callback of a sign-on belongs that began at another host of the console; null when it is here. It is sent on
 * once: behind a proxy that hides the host, that other host looks like this one.
 */
export function callbackElsewhere(redirect: string, { host, searchParams }: URL): string | null {
  const origin = otherOrigin(redirect);
  if (!origin || new URL(origin).host === host || searchParams.has("sentOn")) return null;
  return `${origin}${callbackPath}?${new URLSearchParams([...searchParams, ["sentOn", "1"]])}`;
}

/** The callback's address with the `redirect` that was asked for, out of the one of `ssoRedirect`. */
export function askedFor(redirect: string, url: URL): URL {
  const wrapped = URL.canParse(redirect) ? new URL(redirect) : url;
  return wrapped.host === url.host && wrapped.pathname === callbackPath ? wrapped : url;
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
