import { data, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { NewPasswordForm } from "~/components/auth/new-password-form";
import styles from "~/components/shell/auth.css?url";
import { AuthCard } from "~/components/shell/auth-card";
import { useTexts } from "~/components/context/console-context";
import { fixedTitle } from "~/components/shell/page-title";
import { Notices } from "~/components/ui/notices";
import { BackLink } from "~/components/ui/page-header";
import { stylesheets } from "~/components/ui/stylesheets";
import { auth } from "~/i18n/auth";
import { isAwsRegion } from "~/regions";
import { translator } from "~/i18n/texts";
import { maxPasswordLength, type PasswordRule, unmetRules } from "~/models/auth/password";
import { isResetTokenValid, resetPassword } from "~/models/auth/auth-calls.server";
import { isApiMessage } from "~/services/api-messages";
import { publicAction, publicLoader } from "~/services/guard.server";
import { ApiError } from "~/services/regional-api.server";
import type { RequestState } from "~/services/request-state.server";

export const links = stylesheets(styles);

export const handle = fixedTitle(auth, "reset.title");

/**
 * Checks the link before the form is filled in, so that an expired one is reported at once (AUTH-55,
 * AUTH-56).
 */
export const loader = publicLoader(async ({ url, state }) => ({
  mustChange: url.searchParams.get("reason") === "change",
  isDead: await isDeadLink(url, state),
  // Of "This was not me" (MFA-10).
  notices: await state.takeNotices(),
}));

/** The link's region, else the browser's (AUTH-53). */
function apiOfLink(url: URL, state: RequestState) {
  const region = url.searchParams.get("region");
  return state.api(isAwsRegion(region) ? region : state.session.region);
}

async function isDeadLink(url: URL, state: RequestState): Promise<boolean> {
  const token = url.searchParams.get("token");
  if (!token) return true;
  try {
    return !(await isResetTokenValid(apiOfLink(url, state), token));
  } catch (error) {
    // If the API does not respond now, the link is checked again together with the new password.
    if (!(error instanceof ApiError)) throw error;
    return false;
  }
}

type NewPasswordAnswer = {
  unmet: PasswordRule[];
  isDifferent: boolean;
  problem?: string;
  canAskAgain?: boolean;
};

/** Sets the new password; the rules are checked here and by the API (AUTH-50). */
export const action = publicAction(async ({ url, state, form, language }) => {
  const t = translator(auth, language);
  const password = String(form.get("password") ?? "");
  const isDifferent = password !== form.get("repeat");
  const unmet = unmetRules(password);
  const problem = password.length > maxPasswordLength ? t("reset.tooLong") : undefined;
  if (problem || unmet.length > 0 || isDifferent)
    return data<NewPasswordAnswer>({ unmet, isDifferent, problem }, { status: 400 });
  try {
    if (await resetPassword(apiOfLink(url, state), password, url.searchParams.get("token") ?? "")) {
      state.notify({ tone: "success", title: t("reset.done") });
      return redirect("/login", 303);
    }
    return data<NewPasswordAnswer>({ unmet, isDifferent, problem: t("reset.failed") }, { status: 500 });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const key = problems.find(([message]) => isApiMessage(error, message))?.[1] ?? "failed";
    const problem = t(`reset.${key}`);
    return data<NewPasswordAnswer>(
      { unmet, isDifferent, problem, canAskAgain: key === "expired" },
      { status: 400 },
    );
  }
});

const problems = [
  ["resetAccountNotFound", "notFound"],
  ["resetAccountArchived", "archived"],
  ["resetTokenExpired", "expired"],
] as const;

/** New password, twice, with its rules (AUTH-48..56). */
export default function ResetPassword() {
  const { mustChange, isDead, notices } = useLoaderData<typeof loader>();
  const t = useTexts(auth);
  const dead = isDead ? { problem: t("reset.expired"), canAskAgain: true } : undefined;
  const answer = useActionData<typeof action>() ?? dead;
  return (
    <AuthCard homeHref="/login" title={t("reset.title")} text={mustChange ? t("reset.choose") : undefined}>
      <Notices notices={notices} />
      <NewPasswordForm {...answer} />
      <BackLink to="/login" label={t("login.back")} />
    </AuthCard>
  );
}
