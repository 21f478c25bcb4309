import { ErrorSummary, namedErrors } from "~/components/form/error-summary";
import { PostForm, SubmitButton } from "~/components/form/post-form";
import { TextField } from "~/components/form/text-fields";
import { useTexts } from "~/components/context/console-context";
import { auth } from "~/i18n/auth";

/** Asks for the code that was mailed when an identity provider is used for the first time (SSO-42). */
export function SsoCodeForm({ error }: { error: string | undefined }) {
  const t = useTexts(auth);
  const errors = error ? [error] : undefined;
  return (
    <PostForm>
      <ErrorSummary errors={namedErrors({ code: errors })} />
      <TextField
        name="code"
        label={t("mfa.code")}
        maxLength={6}
        inputMode="numeric"
        autoComplete="one-time-code"
        // eslint-disable-next-line jsx-a11y/no-autofocus -- the page is there for this field
        autoFocus={!errors}
        errors={errors}
      />
      <SubmitButton size="large">{t("mfa.submit")}</SubmitButton>
    </PostForm>
  );
}
