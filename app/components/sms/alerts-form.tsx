import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { ErrorSummary } from "~/components/form/error-summary";
import { FormActions, PostForm, SubmitButton } from "~/components/form/post-form";
import { fieldProps } from "~/components/form/field";
import { NumberField, TextArea } from "~/components/form/text-fields";
import { useTexts } from "~/components/context/console-context";
import { FormSection } from "~/components/ui/layout";
import { Time } from "~/components/ui/time";
import { sms } from "~/i18n/sms";
import { smsSettingsSchema } from "~/models/settings/sms-credits.schema";

type Told = { recipients: string[]; lastSentAt: string | null };

type AlertsFormProps = {
  reminder: Told & { threshold: number };
  alert: Told;
  lastResult: SubmissionResult<string[]> | undefined;
};

/** Who is told when credits run low (SMS-09) and out (SMS-10). */
export function AlertsForm({ reminder, alert, lastResult }: AlertsFormProps) {
  const t = useTexts(sms);
  const [form, fields] = useForm({
    id: "alerts",
    lastResult,
    defaultValue: {
      threshold: String(reminder.threshold),
      reminderRecipients: reminder.recipients.join("\n"),
      alertRecipients: alert.recipients.join("\n"),
    },
    onValidate: ({ formData }) => parseWithZod(formData, { schema: smsSettingsSchema(t) }),
    shouldValidate: "onBlur",
    shouldRevalidate: "onInput",
  });
  const recipients = { hint: t("alerts.recipientsHint"), spellCheck: false, rows: 3 };
  const errors = [fields.threshold, fields.reminderRecipients, fields.alertRecipients].flatMap((field) =>
    (firstErrors(field) ?? []).map((message) => ({ message, href: `#${field.id}` })),
  );
  return (
    <PostForm {...getFormProps(form)} className="form form-wide" preventScrollReset>
      {form.status === "error" && <ErrorSummary errors={errors} />}
      <FormSection title={t("alerts.reminder")} description={t("alerts.reminderText")}>
        <NumberField
          {...fieldProps(fields.threshold)}
          label={t("alerts.threshold")}
          unit={t("alerts.unit")}
        />
        <TextArea
          {...fieldProps(fields.reminderRecipients)}
          {...recipients}
          required={undefined}
          errors={firstErrors(fields.reminderRecipients)}
          label={t("alerts.reminderRecipients")}
        />
        <LastSent at={reminder.lastSentAt} />
      </FormSection>
      <FormSection title={t("alerts.alert")} description={t("alerts.alertText")}>
        <TextArea
          {...fieldProps(fields.alertRecipients)}
          {...recipients}
          required={undefined}
          errors={firstErrors(fields.alertRecipients)}
          label={t("alerts.alertRecipients")}
        />
        <LastSent at={alert.lastSentAt} />
      </FormSection>
      <FormActions>
        <SubmitButton intent="save">{t("alerts.save")}</SubmitButton>
      </FormActions>
    </PostForm>
  );
}

/** Every bad address has an error of its own at its place in the list; one text field says it once. */
function firstErrors(field: { errors?: string[]; allErrors: Record<string, string[]> }) {
  const [first] = Object.values(field.allErrors).flat();
  return first === undefined ? undefined : [first];
}

function LastSent({ at }: { at: string | null }) {
  const t = useTexts(sms);
  if (!at) return null;
  return (
    <p className="small muted">
      {t("alerts.lastSent")} <Time at={at} kind="dateTime" />
    </p>
  );
}
