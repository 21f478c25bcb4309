import { ConsoleForm } from "~/components/form/console-form";
import { fieldProps } from "~/components/form/field";
import { SubmitButton } from "~/components/form/post-form";
import { TextArea } from "~/components/form/entry-fields";
import { NumberField } from "~/components/form/text-fields";
import { lazyChecks } from "~/components/form/use-checks";
import { useConsoleForm } from "~/components/form/use-console-form";
import { useConsole, useTexts } from "~/components/context/console-context";
import { FormSection } from "~/components/ui/layout";
import { Time } from "~/components/ui/time";
import { sms } from "~/i18n/sms";
import type { Intent } from "~/services/intents";

type AlertState = { recipients: string[]; lastSentAt: string | null };

type AlertsFormProps = {
  intent: Intent;
  reminder: AlertState & { threshold: number };
  alert: AlertState;
  version: number;
  mayEdit: boolean;
};

/** Recipients of warnings when credits run low (SMS-09) and out (SMS-10). */
export function AlertsForm({ intent, reminder, alert, version, mayEdit }: AlertsFormProps) {
  const t = useTexts(sms);
  const { fields, frame } = useConsoleForm(
    lazyChecks(
      () => import("~/models/settings/sms-credits.schema"),
      ({ smsSettingsSchema }) => smsSettingsSchema(t),
    ),
    {
      id: "alerts",
      values: {
        threshold: String(reminder.threshold),
        reminderRecipients: reminder.recipients.join("\n"),
        alertRecipients: alert.recipients.join("\n"),
      },
      version,
      mayEdit,
    },
  );
  const recipients = { hint: t("alerts.recipientsHint"), spellCheck: false, rows: 3, required: undefined };
  return (
    <ConsoleForm intent={intent} frame={frame} actions={<SubmitButton>{t("alerts.save")}</SubmitButton>}>
      <FormSection title={t("alerts.reminder")} description={t("alerts.reminderText")}>
        <NumberField
          {...fieldProps(fields.threshold)}
          label={t("alerts.threshold")}
          unit={t("alerts.unit")}
        />
        <TextArea
          {...fieldProps(fields.reminderRecipients)}
          {...recipients}
          label={t("alerts.reminderRecipients")}
        />
        <LastSent at={reminder.lastSentAt} />
      </FormSection>
      <FormSection title={t("alerts.alert")} description={t("alerts.alertText")}>
        <TextArea
          {...fieldProps(fields.alertRecipients)}
          {...recipients}
          label={t("alerts.alertRecipients")}
        />
        <LastSent at={alert.lastSentAt} />
      </FormSection>
    </ConsoleForm>
  );
}

function LastSent({ at }: { at: string | null }) {
  const t = useTexts(sms);
  const { timeZone } = useConsole();
  if (!at) return null;
  return (
    <p className="small muted">
      {t("alerts.lastSent")} <Time at={at} kind="dateTime" /> ({timeZone})
    </p>
  );
}
