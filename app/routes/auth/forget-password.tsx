import { data } from "@remix-run/node";
import { useActionData, useLocation } from "@remix-run/react";
import type { SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { z } from "zod/v4";
import { ErrorSummary, errorsByField } from "~/components/form/error-summary";
import { PostForm, SubmitButton } from "~/components/form/post-form";
import { TextField } from "~/components/form/text-fields";
import styles from "~/components/shell/auth.css?url";
import { AuthCard } from "~/components/shell/auth-card";
import { useTexts } from "~/components/context/console-context";
import { fixedTitle } from "~/components/shell/page-title";
import { Callout } from "~/components/ui/callout";
import { BackLink } from "~/components/ui/page-header";
import { stylesheets } from "~/components/ui/stylesheets";
import { auth } from "~/i18n/auth";
import { translator } from "~/i18n/texts";
import { emailSchema } from "~/models/auth/login.schema";
import { noAnswerMessage, statusFor } from "~/models/auth/login-screen.server";
import { requestResetLink, type LinkOutcome } from "~/models/auth/login.server";
import { publicAction, publicLoader } from "~/services/guard.server";
import type { Notice } from "~/sessions.server";

export const links = stylesheets(styles);

export const handle = fixedTitle(auth, "forgot.title");

export const loader = publicLoader(() => null);

type ForgotPasswordAnswer = { lastResult?: SubmissionResult<string[]>; notice?: Notice };

export const action = publicAction(async ({ state, form, language }) => {
  const t = translator(auth, language);
  const submission = parseWithZod(form, { schema: z.object({ email: emailSchema(t) }) });
  const lastResult = submission.reply();
  if (submission.status !== "success") return data<ForgotPasswordAnswer>({ lastResult }, { status: 400 });
  const result = await requestResetLink(state, submission.value.email);
  if (result.outcome === "sent")
    return data<ForgotPasswordAnswer>({ notice: { tone: "success", title: t("forgot.sent") } });
  const title = linkMessage(result, t);
  return data<ForgotPasswordAnswer>(
    { lastResult, notice: { tone: "error", title } },
    { status: statusFor(result) },
  );
});

function linkMessage(result: LinkOutcome, t: ReturnType<typeof translator<(typeof auth)["en"]>>): string {
  if (result.outcome === "rate-limited" || result.outcome === "unavailable")
    return noAnswerMessage(result, t);
  if (result.outcome === "no-region") return t("errors.region");
  return t(`forgot.${result.outcome}`);
}

/** Requests a link to set a new password (AUTH-42..47). */
export default function ForgetPassword() {
  const answer = useActionData<typeof action>();
  const { search } = useLocation();
  const t = useTexts(auth);
  const summary = errorsByField(answer?.lastResult?.error);
  const typed = answer?.lastResult?.initialValue?.email;
  return (
    <AuthCard homeHref="/login" title={t("forgot.title")} text={t("forgot.text")}>
      <PostForm>
        {answer?.notice && <Callout tone={answer.notice.tone} role="alert" title={answer.notice.title} />}
        <ErrorSummary errors={summary} />
        <TextField
          type="email"
          name="email"
          label={t("login.email")}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the page's only purpose is this field
          autoFocus={summary.length === 0}
          autoComplete="username"
          defaultValue={typeof typed === "string" ? typed : undefined}
          errors={answer?.lastResult?.error?.email ?? undefined}
        />
        <SubmitButton size="large">{t("forgot.submit")}</SubmitButton>
      </PostForm>
      <BackLink to={`/login${search}`} label={t("login.back")} />
    </AuthCard>
  );
}
