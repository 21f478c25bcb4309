import type { ReactNode } from "react";
import { useTexts } from "~/components/context/console-context";
import { ErrorSummary, errorsByField } from "~/components/form/error-summary";
import { PostForm, SubmitButton } from "~/components/form/post-form";
import { PasswordField } from "~/components/form/entry-fields";
import { TextField } from "~/components/form/text-fields";
import { authenticator } from "~/i18n/authenticator";
import type { Intent } from "~/services/intents";

type ProofFormProps = {
  intent: Intent;
  /** Unique among the page's forms. */
  id: string;
  /** Accepts only a code from the app being added, no recovery code. */
  takesAppOnly?: boolean;
  errors?: { password?: string[]; code?: string[] };
  submit: ReactNode;
  variant?: "solid" | "outline";
};

/** Password and code, required to change one's second factor. */
export function ProofForm({ intent, id, takesAppOnly, errors, submit, variant }: ProofFormProps) {
  const t = useTexts(authenticator);
  const fieldIds = { password: `${id}-password`, code: `${id}-code` };
  return (
    <PostForm intent={intent}>
      <ErrorSummary
        errors={errorsByField({ [fieldIds.password]: errors?.password, [fieldIds.code]: errors?.code })}
      />
      <TextField
        name="code"
        id={fieldIds.code}
        label={t("code")}
        hint={t(takesAppOnly ? "codeOfApp" : "codeOrRecovery")}
        inputMode={takesAppOnly ? "numeric" : "text"}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        width="medium"
        errors={errors?.code}
      />
      <PasswordField
        name="password"
        id={fieldIds.password}
        label={t("password")}
        hint={t("passwordHint")}
        autoComplete="current-password"
        width="medium"
        errors={errors?.password}
      />
      <div>
        <SubmitButton variant={variant}>{submit}</SubmitButton>
      </div>
    </PostForm>
  );
}
