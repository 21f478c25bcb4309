import { codeText } from "~/models/form/pasted";
import { data, redirect } from "@remix-run/node";
import { useActionData } from "@remix-run/react";
import { SsoCodeForm } from "~/components/auth/sso-code-form";
import { useTexts } from "~/components/context/console-context";
import styles from "~/components/shell/auth.css?url";
import { AuthCard } from "~/components/shell/auth-card";
import { fixedTitle } from "~/components/shell/page-title";
import { BackLink } from "~/components/ui/page-header";
import { stylesheets } from "~/components/ui/stylesheets";
import { auth } from "~/i18n/auth";
import { type Language, translator } from "~/i18n/texts";
import { getCurrentUser } from "~/services/identity.server";
import { exchangeSsoCode, ssoProblem, type SsoProblem } from "~/models/auth/sso-login.server";
import { requestedUrl, callbackElsewhere } from "~/models/auth/sso-return.server";
import { testPageOf } from "~/models/settings/sso-test.server";
import { publicAction, publicLoader } from "~/services/guard.server";
import { landingRedirect } from "~/services/landing.server";
import { visitor } from "~/services/session-user.server";
import type { RequestState } from "~/services/request-state.server";

export const links = stylesheets(styles);

export const handle = fixedTitle(auth, "ssoCode.title");

/** Parameters of the callback's URL: the one-time code, and the original target. */
const callbackOf = ({ searchParams }: URL) => ({
  code: searchParams.get("code") ?? "",
  given: searchParams.get("redirect") ?? "",
});

/** Redirect after a successful sign-in. */
async function redirectAfterSignIn(url: URL, state: RequestState): Promise<Response> {
  const user = await state.once("signed-in user", () => getCurrentUser(state.api(state.session.region)));
  return landingRedirect(requestedUrl(callbackOf(url).given, url), user);
}

/** No account was found, or none that may sign in this way. The identity provider has vouched for the person. */
type CallbackProblem = SsoProblem | "notAdmitted" | "codeExpired";

/** Redirects to the single sign-on form, which shows the error. */
async function backToForm(url: URL, state: RequestState, language: Language, problem: CallbackProblem) {
  const t = translator(auth, language);
  // After Back to the identity provider and another "Continue", the one-time code is already used and the
  // person is signed in.
  const user = problem === "failed" || problem === "codeExpired" ? await visitor(state) : null;
  if (user) {
    state.notify({
      tone: "info",
      title: t("sso.signedInAlready"),
      description: t("sso.signedInAlreadyText"),
    });
    return landingRedirect(requestedUrl(callbackOf(url).given, url), user);
  }
  state.notify({ tone: "error", title: t(`sso.${problem}`), description: t(`sso.${problem}Text`) });
  const wanted = requestedUrl(callbackOf(url).given, url).searchParams.get("redirect");
  return redirect(`/loginWithSSO${wanted ? `?${new URLSearchParams({ redirect: wanted })}` : ""}`, 303);
}

/**
 * Return from the identity provider: the one-time code becomes a session, or the form shows the error (AUTH-72..74). If
 * the provider is new to the account, the page first asks for the mailed code (SSO-42).
 */
export const loader = publicLoader(async ({ url, state, language }) => {
  const { code, given } = callbackOf(url);
  const elsewhere = callbackElsewhere(given, url);
  if (elsewhere) return redirect(elsewhere, 303);
  const testPage = testPageOf(url);
  if (testPage) return redirect(testPage, 303);
  if (code && url.searchParams.get("confirm") === "1") return null;
  const outcome = code ? await exchangeSsoCode(state, code, given) : "failed";
  if (outcome === "signed-in") return redirectAfterSignIn(url, state);
  const isTold = outcome !== "failed" && outcome !== "wrong" && outcome !== "expired";
  const problem = isTold ? outcome : ssoProblem(url.searchParams.get("error") ?? "");
  return backToForm(url, state, language, problem === "unknownUser" ? "notAdmitted" : problem);
});

/** Takes the mailed code; a wrong one is reported next to the field. */
export const action = publicAction(async ({ url, state, form, language }) => {
  const t = translator(auth, language);
  const mailed = codeText(String(form.get("code") ?? ""));
  if (!mailed) return data({ error: t("errors.codeRequired") }, { status: 400 });
  const { code, given } = callbackOf(url);
  const outcome = await exchangeSsoCode(state, code, given, mailed);
  if (outcome === "signed-in") return redirectAfterSignIn(url, state);
  if (outcome === "wrong") return data({ error: t("errors.codeWrong") }, { status: 400 });
  return backToForm(url, state, language, outcome === "expired" ? "codeExpired" : outcome);
});

/**
 * Asks for the code at the first sign-in through an identity provider. A component, so that errors are
 * rendered as screens.
 */
export default function SsoCallback() {
  const answer = useActionData<typeof action>();
  const t = useTexts(auth);
  return (
    <AuthCard homeHref="/login" title={t("ssoCode.title")} text={t("ssoCode.text")}>
      <SsoCodeForm error={answer && "error" in answer ? answer.error : undefined} />
      <BackLink to="/loginWithSSO" label={t("ssoCode.back")} />
    </AuthCard>
  );
}
