import { data, type HeadersFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { SsoLoginForm } from "~/components/auth/sso-login-form";
import styles from "~/components/shell/auth.css?url";
import { AuthCard } from "~/components/shell/auth-card";
import { useTexts } from "~/components/context/console-context";
import { fixedTitle } from "~/components/shell/page-title";
import { ButtonLink } from "~/components/ui/button";
import { Notices } from "~/components/ui/notices";
import { BackLink } from "~/components/ui/page-header";
import { stylesheets } from "~/components/ui/stylesheets";
import { auth } from "~/i18n/auth";
import { translator } from "~/i18n/texts";
import { ssoSchema } from "~/models/auth/login.schema";
import { beginSsoLogin, type SsoProblem, ssoStatus } from "~/models/auth/sso-login.server";
import { ssoRedirect } from "~/models/auth/sso-return.server";
import { publicAction, publicLoader } from "~/services/guard.server";
import { landingRedirect } from "~/services/landing.server";
import { visitor } from "~/services/session-user.server";
import { readSsoLogin, ssoLoginCookie, type Notice } from "~/sessions.server";

export const links = stylesheets(styles);

export const handle = fixedTitle(auth, "sso.title");

export const loader = publicLoader(async ({ request, url, state }) => {
  // A signed-in person is redirected (AUTH-41); an expired session shows the form.
  const user = await visitor(state);
  if (user) throw landingRedirect(url, user);
  const passedIn = url.searchParams.get("account_name")?.slice(0, 100) ?? "";
  return {
    notices: await state.takeNotices(),
    account: passedIn || readSsoLogin(request),
    submitsItself: passedIn !== "",
  };
});

type SsoAnswer = {
  account: string;
  errors?: string[];
  notice?: Notice;
  /** The identity provider's URL, which the page opens next. */
  next?: string;
};

/** The URL the page opens automatically, with and without JS. */
export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders;

/** Starts single sign-on and sends the browser to the identity provider (AUTH-67..79). */
export const action = publicAction(async ({ url, state, form, language }) => {
  const t = translator(auth, language);
  const typed = String(form.get("account") ?? "");
  const target = url.searchParams.get("redirect") || url.origin + "/";
  if (!/^https?:\/\//i.test(target) || !URL.canParse(target)) {
    const notice: Notice = {
      tone: "error",
      title: t("sso.redirectInvalid"),
      description: t("sso.redirectInvalidText"),
    };
    return data<SsoAnswer>({ account: typed, notice }, { status: 400 });
  }
  const submission = parseWithZod(form, { schema: ssoSchema(t) });
  if (submission.status !== "success") {
    return data<SsoAnswer>({ account: typed, errors: submission.error?.account ?? [] }, { status: 400 });
  }
  const { account } = submission.value;
  await state.presentCompanions();
  const api = state.api(state.session.region);
  const outcome = await beginSsoLogin(
    api,
    account.includes("@") ? { email: account } : { accountName: account },
    ssoRedirect(target, url),
  );
  if ("problem" in outcome) {
    const notice = problemNotice(outcome.problem, t);
    return data<SsoAnswer>({ account: typed, notice }, { status: ssoStatus(outcome.problem) });
  }
  state.addCookie(ssoLoginCookie(account));
  const { href } = new URL(outcome.redirectUrl);
  if (state.isDataRequest) return redirect(href, 303);
  // A form's redirects are subject to form-action, and providers are not known in advance: a page redirects instead.
  return data<SsoAnswer>({ account: typed, next: href }, { headers: { refresh: `0; url=${href}` } });
});

function problemNotice(problem: SsoProblem, t: ReturnType<typeof translator<(typeof auth)["en"]>>): Notice {
  return { tone: "error", title: t(`sso.${problem}`), description: t(`sso.${problem}Text`) };
}

/** Single sign-on by email or account name (AUTH-57..65, AUTH-67..69). */
export default function LoginWithSso() {
  const { notices, account, submitsItself } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { search } = useLocation();
  const t = useTexts(auth);
  if (answer?.next) {
    return (
      <AuthCard homeHref="/login" title={t("sso.going")} text={t("sso.goingText")}>
        <p>
          <strong>{new URL(answer.next).host}</strong>
        </p>
        <ButtonLink to={answer.next} variant="solid" size="large">
          {t("sso.goingContinue")}
        </ButtonLink>
      </AuthCard>
    );
  }
  return (
    <AuthCard homeHref="/login" title={t("sso.title")}>
      <Notices notices={answer?.notice ? [answer.notice] : notices} />
      <SsoLoginForm
        account={answer?.account ?? account}
        errors={answer?.errors}
        submitsItself={submitsItself && !answer && notices.length === 0}
      />
      <BackLink to={`/login${search}`} label={t("sso.back")} />
    </AuthCard>
  );
}
