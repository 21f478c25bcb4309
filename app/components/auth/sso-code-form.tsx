import { ErrorSummary, errorsByField } from "~/components/form/error-summary";
import { PostForm, SubmitButton } from "~/components/form/post-form";
import { CodeField } from "./code-field";
import { useTexts } from "~/components/context/console-context";
import { auth } from "~/i18n/auth";

/** Asks for the mailed code on first use of an identity provider (SSO-42). */
export function SsoCodeForm({ error }: { error: string | undefined }) {
  const t = useTexts(auth);
  const errors = error ? [error] : undefined;
  return (
    <PostForm>
      <ErrorSummary errors={errorsByField({ code: errors })} />
      <CodeField errors={errors} />
      <SubmitButton size="large">{t("mfa.submit")}</SubmitButton>
    </PostForm>
  );
}
