import { data } from "@remix-run/node";
import { useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { LoginForm } from "~/components/auth/login-form";
import { AuthCard } from "~/components/shell/auth-card";
import { useTexts } from "~/components/shell/console-context";
import { titled } from "~/components/shell/page-title";
import { ButtonLink } from "~/components/ui/button";
import { auth } from "~/i18n/auth";
import { translator } from "~/i18n/texts";
import { loginSchema } from "~/models/login.schema";
import { type LoginOutcome, signIn } from "~/models/login.server";
import { getCurrentUser } from "~/models/session.server";
import { env } from "~/services/env.server";
import { publicAction, publicLoader } from "~/services/guard.server";
import { landing } from "~/services/landing.server";
import { ApiError } from "~/services/regional-api.server";
import type { RequestState } from "~/services/request-state.server";
import { anonymousSession, type Notice } from "~/sessions.server";

export const handle = titled(auth, "login.title");

/** Whoever is signed in already goes where a sign-in would lead (AUTH-41). */
export const loader = publicLoader(async ({ url, state }) => {
  if (state.session.apiCookies) {
    const user = await currentUser(state);
    if (user) throw landing(url, user);
  }
  return {
    hasExpired: url.searchParams.get("reason") === "expired",
    links: { privacy: env.PRIVACY_URL, cookie: env.COOKIE_URL, acceptableUse: env.ACCEPTABLE_USE_URL },
  };
});

export const action = publicAction(async ({ url, state, form, language }) => {
  const t = translator(auth, language);
  const submission = parseWithZod(form, { schema: loginSchema(t) });
  const lastResult = submission.reply({ hideFields: ["password"] });
  if (submission.status !== "success")
    return data({ lastResult, notice: null, isLocked: false }, { status: 400 });

  const { email, password } = submission.value;
  const result = await signIn(state, email, password);
  if (result.outcome === "signed-in") {
    return landing(url, await getCurrentUser(state.api(state.session.region)));
  }
  const notice: Notice = { tone: "error", title: messageFor(result, t) };
  const isLocked = result.outcome === "locked";
  return data({ lastResult, notice: isLocked ? null : notice, isLocked }, { status: isLocked ? 403 : 400 });
});

function messageFor(result: LoginOutcome, t: ReturnType<typeof translator<(typeof auth)["en"]>>): string {
  if (result.outcome === "wrong") {
    const { remaining } = result;
    return [t("errors.wrong"), remaining !== undefined && t("errors.remaining", { count: remaining })]
      .filter(Boolean)
      .join(" ");
  }
  return t(result.outcome === "no-region" ? "errors.region" : "errors.unexpected");
}

async function currentUser(state: RequestState) {
  try {
    return await getCurrentUser(state.api(state.session.region));
  } catch (error) {
    if (!(error instanceof ApiError) || error.kind !== "UNAUTHENTICATED") throw error;
    state.changeSession(anonymousSession(state.session.region));
    return null;
  }
}

export default function Login() {
  const { hasExpired, links } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { search } = useLocation();
  const t = useTexts(auth);

  if (answer?.isLocked) {
    return (
      <AuthCard homeHref="/login" title={t("login.locked")}>
        <p role="alert">{t("login.lockedText")}</p>
        <ButtonLink to={`/login${search}`}>{t("login.back")}</ButtonLink>
      </AuthCard>
    );
  }
  const expired: Notice | null = hasExpired
    ? { tone: "warning", title: `${t("login.expiredTitle")} ${t("login.expiredText")}` }
    : null;
  return (
    <AuthCard
      homeHref="/login"
      title={t("login.title")}
      footer={
        <p>
          {t("login.policy")} <a href={links.privacy}>{t("login.privacy")}</a> ·{" "}
          <a href={links.cookie}>{t("login.cookie")}</a> ·{" "}
          <a href={links.acceptableUse}>{t("login.acceptableUse")}</a>
        </p>
      }
    >
      <LoginForm lastResult={answer?.lastResult} notice={answer ? answer.notice : expired} />
    </AuthCard>
  );
}
