import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { type Option, SelectField } from "~/components/form/choice-fields";
import { ErrorSummary, summaryErrors } from "~/components/form/error-summary";
import { PostForm, SubmitButton } from "~/components/form/post-form";
import { fieldProps } from "~/components/form/field";
import { TextField } from "~/components/form/text-fields";
import { useTexts } from "~/components/context/console-context";
import { DialogActions } from "~/components/ui/dialog";
import { candidates } from "~/i18n/candidates";
import { inviteLimits, inviteSchema } from "~/models/applications/invite.schema";
import { DialogCancel } from "./dialog-cancel";

type InviteFormProps = {
  stageName: string;
  countries: Option[];
  defaultCountry: string;
  backHref: string;
  lastResult?: SubmissionResult<string[]>;
};

/** Who is to be invited to a stage (INV-02). */
export function InviteForm({ stageName, countries, defaultCountry, backHref, lastResult }: InviteFormProps) {
  const t = useTexts(candidates);
  const [form, fields] = useForm({
    id: "invite",
    lastResult: lastResult ?? null,
    defaultValue: { country: defaultCountry },
    onValidate: ({ formData }) => parseWithZod(formData, { schema: inviteSchema(t) }),
    shouldValidate: "onBlur",
    shouldRevalidate: "onInput",
  });
  const email = fieldProps(fields.email);
  return (
    <PostForm {...getFormProps(form)} preventScrollReset>
      <h3 className="dialog-subject">{t("invite.stage", { stage: stageName })}</h3>
      {form.status === "error" && <ErrorSummary title={form.errors?.[0]} errors={summaryErrors(form)} />}
      <TextField
        {...email}
        type="email"
        label={t("fields.email")}
        maxLength={inviteLimits.email}
        autoComplete="off"
      />
      <TextField
        {...fieldProps(fields.firstName)}
        label={t("fields.firstName")}
        maxLength={inviteLimits.firstName}
        autoComplete="off"
      />
      <TextField
        {...fieldProps(fields.lastName)}
        label={t("fields.lastName")}
        required={false}
        maxLength={inviteLimits.lastName}
        autoComplete="off"
      />
      <div className="input-group phone-group">
        <SelectField
          {...fieldProps(fields.country)}
          label={t("fields.country")}
          placeholder={null}
          options={countries}
        />
        <TextField
          {...fieldProps(fields.phoneNumber)}
          type="tel"
          label={t("fields.phone")}
          required={false}
          maxLength={30}
          autoComplete="off"
        />
      </div>
      <DialogActions>
        <DialogCancel to={backHref} />
        <SubmitButton intent="invite">{t("invite.submit")}</SubmitButton>
      </DialogActions>
    </PostForm>
  );
}
