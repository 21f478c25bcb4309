import { data, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { NewPasswordForm } from "~/components/auth/new-password-form";
import { AuthCard } from "~/components/shell/auth-card";
import { useTexts } from "~/components/context/console-context";
import { titled } from "~/components/shell/page-title";
import { BackLink } from "~/components/ui/page-header";
import { auth } from "~/i18n/auth";
import { isAwsRegion } from "~/regions";
import { translator } from "~/i18n/texts";
import { type PasswordRule, unmetRules } from "~/models/auth/password";
import { resetPassword } from "~/models/auth/auth-calls.server";
import { isApiMessage } from "~/services/api-messages";
import { publicAction, publicLoader } from "~/services/guard.server";
import { ApiError } from "~/services/regional-api.server";

export const handle = titled(auth, "reset.title");

export const loader = publicLoader(({ url }) => ({
  mustChange: url.searchParams.get("reason") === "change",
}));

type Answer = { unmet: PasswordRule[]; isDifferent: boolean; problem?: string; canAskAgain?: boolean };

/** Sets the new password; the rules are checked here and by the API (AUTH-50). The region is the link's (AUTH-53). */
export const action = publicAction(async ({ url, state, form, language }) => {
  const t = translator(auth, language);
  const password = String(form.get("password") ?? "");
  const isDifferent = password !== form.get("repeat");
  const unmet = unmetRules(password);
  if (unmet.length > 0 || isDifferent) return data<Answer>({ unmet, isDifferent }, { status: 400 });
  const region = url.searchParams.get("region");
  const api = state.api(isAwsRegion(region) ? region : state.session.region);
  try {
    if (await resetPassword(api, password, url.searchParams.get("token") ?? "")) {
      state.notify({ tone: "success", title: t("reset.done") });
      return redirect("/login", 303);
    }
    return data<Answer>({ unmet, isDifferent, problem: t("reset.failed") }, { status: 500 });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const key = problems.find(([message]) => isApiMessage(error, message))?.[1] ?? "failed";
    const problem = t(`reset.${key}`);
    return data<Answer>({ unmet, isDifferent, problem, canAskAgain: key === "expired" }, { status: 400 });
  }
});

const problems = [
  ["resetAccountNotFound", "notFound"],
  ["resetAccountArchived", "archived"],
  ["resetTokenExpired", "expired"],
] as const;

/** A new password, twice, with the rules it must meet (AUTH-48..56). */
export default function ResetPassword() {
  const { mustChange } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const t = useTexts(auth);
  return (
    <AuthCard homeHref="/login" title={t("reset.title")} text={mustChange ? t("reset.choose") : undefined}>
      <NewPasswordForm {...answer} />
      <BackLink to="/login" label={t("login.back")} />
    </AuthCard>
  );
}
