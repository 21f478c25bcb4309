import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { ErrorSummary, summaryErrors } from "~/components/form/error-summary";
import { FormActions, PostForm, SubmitButton } from "~/components/form/post-form";
import { fieldProps } from "~/components/form/field";
import { TextField } from "~/components/form/text-fields";
import { useTexts } from "~/components/context/console-context";
import { ButtonLink } from "~/components/ui/button";
import { Dialog, DialogActions } from "~/components/ui/dialog";
import { common } from "~/i18n/common";
import { settingsEmailDomain } from "~/i18n/settings-email-domain";
import { newEmailDomainSchema } from "~/models/settings/email-domain.schema";

type NewEmailDomainFormProps = {
  cancelHref: string;
  lastResult?: SubmissionResult<string[]>;
  /** The address that is asked about before it is kept for good (MAIL-06). */
  confirming: string | null;
};

/** Step 1 for a customer without an email domain; one form with its question, so that Cancel keeps what was typed. */
export function NewEmailDomainForm({ cancelHref, lastResult, confirming }: NewEmailDomainFormProps) {
  const t = useTexts(settingsEmailDomain);
  const c = useTexts(common);
  const [form, fields] = useForm({
    id: "new-email-domain",
    lastResult: lastResult ?? null,
    onValidate: ({ formData }) => parseWithZod(formData, { schema: newEmailDomainSchema(t) }),
    shouldValidate: "onBlur",
    shouldRevalidate: "onInput",
  });
  return (
    <PostForm {...getFormProps(form)}>
      {form.status === "error" && <ErrorSummary errors={summaryErrors(form)} />}
      <TextField
        {...fieldProps(fields.displayName)}
        label={t("displayName")}
        hint={t("displayNameHint")}
        autoComplete="off"
      />
      <TextField
        {...fieldProps(fields.emailAddress)}
        type="email"
        label={t("emailAddress")}
        hint={t("emailAddressHint")}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <FormActions>
        <SubmitButton intent="create">{t("continue")}</SubmitButton>
        <ButtonLink to={cancelHref}>{c("actions.cancel")}</ButtonLink>
      </FormActions>
      {confirming !== null && (
        <Dialog title={t("confirmTitle", { address: confirming })}>
          <div className="dialog-text">
            <p>{t("confirmText", { address: confirming })}</p>
            <p>{t("confirmFixed")}</p>
          </div>
          <DialogActions>
            <SubmitButton intent="cancel" variant="outline" tone="gray" data-dialog-cancel="">
              {c("actions.cancel")}
            </SubmitButton>
            <SubmitButton intent="confirm">{c("actions.confirm")}</SubmitButton>
          </DialogActions>
        </Dialog>
      )}
    </PostForm>
  );
}
