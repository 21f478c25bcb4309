import { type ShouldRevalidateFunction, useActionData, useLoaderData, useLocation } from "@remix-run/react";
import authenticatorStyles from "~/components/auth/authenticator.css?url";
import { EnrolForm } from "~/components/auth/enrol-form";
import { RestoreButtons, RestoreFormPrompt } from "~/components/auth/restore-form-prompt";
import { LoginForm } from "~/components/auth/login-form";
import { MfaForm } from "~/components/auth/mfa-form";
import { RecoveryCodes } from "~/components/auth/recovery-codes";
import { HiddenFields, PostForm, SubmitButton } from "~/components/form/post-form";
import styles from "~/components/shell/auth.css?url";
import { AuthCard } from "~/components/shell/auth-card";
import { useTexts } from "~/components/context/console-context";
import { fixedTitle } from "~/components/shell/page-title";
import { ButtonLink } from "~/components/ui/button";
import { Notices } from "~/components/ui/notices";
import { stylesheets } from "~/components/ui/stylesheets";
import { auth } from "~/i18n/auth";
import { translator } from "~/i18n/texts";
import {
  answerLogin,
  enrolmentShown,
  expiredNotice,
  type LoginAnswer,
  type LoginIntents,
  publicStep,
} from "~/models/auth/login-screen.server";
import { env } from "~/services/env.server";
import { publicAction, publicLoader } from "~/services/guard.server";
import { landingRedirect } from "~/services/landing.server";
import { visitor } from "~/services/session-user.server";
import { mfaStepCookie } from "~/sessions.server";
import { intentsOf } from "~/services/intents";

export const links = stylesheets(styles, authenticatorStyles);

export const handle = fixedTitle(auth, "login.title");

/** Redirects a signed-in person to where a sign-in would lead (AUTH-41). */
export const loader = publicLoader(async ({ request, url, state, language }) => {
  const user = state.hasKeptForm ? null : await visitor(state);
  if (user) throw landingRedirect(url, user);
  const step = await mfaStepCookie.read(request);
  const t = translator(auth, language);
  const enrolment = step?.mustEnrol ? await enrolmentShown(request, state, step, t) : undefined;
  const hasExpired = !step && url.searchParams.get("reason") === "expired";
  return {
    notices: await state.takeNotices(),
    notice: hasExpired ? expiredNotice(t) : enrolment?.notice,
    mfa: step && !step.mustEnrol ? publicStep(step) : null,
    setUp: enrolment?.setUp ?? null,
    links: { privacy: env.PRIVACY_URL, cookie: env.COOKIE_URL, acceptableUse: env.ACCEPTABLE_USE_URL },
  };
});

const staysSignedIn = (answer: LoginAnswer | undefined) => answer?.kept ?? answer?.enrolled;

/** Keeps a person with a kept form or new recovery codes on this page, though now signed in. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ actionResult, defaultShouldRevalidate }) =>
  staysSignedIn(actionResult as LoginAnswer | undefined) ? false : defaultShouldRevalidate;

export const action = publicAction(answerLogin);

const intent = intentsOf<LoginIntents>();
const keep = intent("keep");
const codeIntents = {
  verify: intent("verify"),
  passkey: intent("passkey"),
  resend: intent("resend"),
  back: intent("back"),
};
const enrolIntents = { enrol: intent("enrol"), back: intent("back") };

export default function Login() {
  const loaded = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as LoginAnswer | undefined;
  const { search } = useLocation();
  const t = useTexts(auth);
  const { draft, kept, enrolled } = answer ?? {};
  const setUp = answer?.setUp === undefined ? loaded.setUp : answer.setUp;
  const mfa = answer?.mfa === undefined ? loaded.mfa : answer.mfa;
  const { notice } = answer ?? loaded;

  if (enrolled) {
    const { recoveryCodes, ...rest } = enrolled;
    return (
      <AuthCard homeHref="/" title={t("enrol.done")}>
        <RecoveryCodes codes={recoveryCodes} {...rest}>
          {kept && draft && <RestoreButtons {...kept} draft={draft} />}
        </RecoveryCodes>
      </AuthCard>
    );
  }
  if (kept && draft) return <RestoreFormPrompt {...kept} draft={draft} />;
  if (answer?.lockedMinutes !== undefined) {
    return (
      <AuthCard homeHref="/login" title={t("login.locked")}>
        <p role="alert">{t("login.lockedText", { minutes: answer.lockedMinutes })}</p>
        {draft ? (
          <PostForm>
            <HiddenFields values={{ draft }} />
            <SubmitButton intent={keep}>{t("login.back")}</SubmitButton>
          </PostForm>
        ) : (
          <ButtonLink to={`/login${search}`}>{t("login.back")}</ButtonLink>
        )}
      </AuthCard>
    );
  }
  if (setUp) {
    return (
      <AuthCard homeHref="/login" title={t("enrol.title")} text={t("enrol.text")}>
        <EnrolForm
          intents={enrolIntents}
          setUp={setUp}
          notice={notice}
          codeError={answer?.codeError}
          draft={draft}
        />
      </AuthCard>
    );
  }
  if (mfa) {
    return (
      <AuthCard
        homeHref="/login"
        title={t("mfa.title")}
        text={t(mfa.hasApp ? "mfa.textOfApp" : mfa.passkey ? "mfa.textOfPasskey" : "mfa.text", {
          email: mfa.email,
        })}
      >
        <MfaForm
          intents={codeIntents}
          step={mfa}
          notice={notice}
          codeError={answer?.codeError}
          remember={answer?.remember}
          draft={draft}
        />
      </AuthCard>
    );
  }
  const { privacy, cookie, acceptableUse } = loaded.links;
  return (
    <AuthCard
      homeHref="/login"
      title={t("login.title")}
      footer={
        <p>
          {t("login.policy")} <a href={privacy}>{t("login.privacy")}</a> ·{" "}
          <a href={cookie}>{t("login.cookie")}</a> · <a href={acceptableUse}>{t("login.acceptableUse")}</a>
        </p>
      }
    >
      <Notices notices={loaded.notices} />
      <LoginForm lastResult={answer?.lastResult} notice={notice} draft={draft} search={search} />
    </AuthCard>
  );
}
