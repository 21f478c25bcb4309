import type { SubmissionResult } from "@conform-to/react";
import { useRef, useState } from "react";
import { ErrorSummary, errorsByField } from "~/components/form/error-summary";
import { HiddenFields, PostForm, SubmitButton } from "~/components/form/post-form";
import { PasswordField } from "~/components/form/entry-fields";
import { TextField } from "~/components/form/text-fields";
import { useAfterHydration } from "~/components/form/use-after-hydration";
import { useTexts } from "~/components/context/console-context";
import { ButtonLink } from "~/components/ui/button";
import { Callout } from "~/components/ui/callout";
import type { Notice } from "~/components/ui/notices";
import { auth } from "~/i18n/auth";

type LoginFormProps = {
  /** The last attempt's typed values (never the password) and its errors. */
  lastResult?: Pick<SubmissionResult<string[]>, "initialValue" | "error">;
  notice?: Notice;
  /** A sealed form to restore after sign-in. */
  draft?: string;
  /** The page's query, kept by the links to other sign-in methods. */
  search: string;
};

/**
 * True if filled, including by autofill, which may not be visible to scripts as a value yet. Checks support
 * first: unknown selectors throw.
 */
const isFilled = (input: HTMLInputElement) =>
  input.value.trim() !== "" || (CSS.supports("selector(:autofill)") && input.matches(":autofill"));

/** Email and password. JS disables the button until both are filled (AUTH-04); the server checks anyway. */
export function LoginForm({ lastResult, notice, draft, search }: LoginFormProps) {
  const t = useTexts(auth);
  const summary = errorsByField(lastResult?.error);
  const typedEmail = lastResult?.initialValue?.email;
  const [isComplete, setComplete] = useState(false);
  const fields = useRef<HTMLDivElement>(null);
  const check = () =>
    setComplete(
      [...(fields.current?.querySelectorAll<HTMLInputElement>("input.input") ?? [])].every(isFilled),
    );
  const hasLooked = useAfterHydration(check);
  return (
    <>
      <div ref={fields}>
        <PostForm onInput={check} onChange={check}>
          {draft && <HiddenFields values={{ draft }} />}
          {notice && <Callout tone={notice.tone} role="alert" title={notice.title} />}
          <ErrorSummary errors={summary} />
          <TextField
            type="email"
            name="email"
            label={t("login.email")}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the page's only purpose is signing in
            autoFocus={summary.length === 0}
            autoComplete="username"
            defaultValue={typeof typedEmail === "string" ? typedEmail : undefined}
            errors={lastResult?.error?.email ?? undefined}
          />
          {/* Visually next to the label, but after the field in tab order. */}
          <div className="rt-r-position-relative">
            <PasswordField
              name="password"
              label={t("login.password")}
              autoComplete="current-password"
              errors={lastResult?.error?.password ?? undefined}
            />
            <a className="auth-forgot rt-r-position-absolute rt-r-py-1" href={`/forgetPassword${search}`}>
              {t("login.forgot")}
            </a>
          </div>
          <SubmitButton size="large" disabled={hasLooked && !isComplete}>
            {t("login.submit")}
          </SubmitButton>
        </PostForm>
      </div>
      <p className="auth-or rt-Flex rt-r-ai-center rt-r-gap-3 rt-r-my-4 muted small">
        <span>{t("login.or")}</span>
      </p>
      {draft && <p className="muted">{t("login.ssoForgets")}</p>}
      <ButtonLink to={`/loginWithSSO${search}`} size="large">
        {t("login.sso")}
      </ButtonLink>
    </>
  );
}
