import { useState } from "react";
import { ConfirmDialog } from "~/components/form/confirm-dialog";
import { ErrorSummary } from "~/components/form/error-summary";
import { FormActions, PostForm, SubmitButton } from "~/components/form/post-form";
import { useUnsavedForm } from "~/components/form/unsaved-changes";
import { useTexts } from "~/components/context/console-context";
import { classes } from "~/components/ui/classes";
import { useHydrated } from "remix-utils/use-hydrated";
import { Card } from "~/components/ui/layout";
import { common } from "~/i18n/common";
import { notificationSettings } from "~/i18n/notification-settings";
import type { EntryValues, NotificationGroup } from "~/models/settings/notification-settings.schema";
import { TemplateGroupTable } from "./template-group-table";
import { SmsSwitch } from "./sms-switch";

const formId = "notifications";

export type NotificationFormProps = {
  groups: readonly NotificationGroup[];
  /** By entry name; as typed after a failed post, else as saved. */
  values: Readonly<Record<string, EntryValues>>;
  errors: Readonly<Record<string, string>>;
  /** As saved, and as the form shows it. */
  sms: { isEnabled: boolean; typed: boolean };
  /** The form came back: it holds more than was saved. */
  isAnswer: boolean;
  /** The post to repeat, when the switch over all SMS must be confirmed first (NOTIF-22). */
  question: Readonly<Record<string, string>> | null;
};

/** All notifications of one tab: native switches and inputs, sent as they are. */
export function NotificationForm({ groups, values, errors, sms, isAnswer, question }: NotificationFormProps) {
  const t = useTexts(notificationSettings);
  useUnsavedForm(formId, isAnswer);
  const c = useTexts(common);
  const hydrated = useHydrated();
  const [isSmsOn, setSmsOn] = useState(sms.typed);
  const messages = Object.entries(errors);
  return (
    <>
      <PostForm
        id={formId}
        // Without scripts nothing can appear on a click, so the identifiers are always there (NOTIF-29).
        className={classes("notifications", hydrated && "notifications-live")}
      >
        {messages.length > 0 && (
          <ErrorSummary
            errors={messages.map(([name, message]) => ({ message, href: `#${name}.template` }))}
          />
        )}
        <SmsSwitch isSaved={sms.isEnabled} isOn={isSmsOn} onChange={setSmsOn} />
        {groups.map((group) => (
          <Card key={group.label} title={t(`groups.${group.label}`)}>
            <TemplateGroupTable
              group={group}
              values={values}
              errors={errors}
              sms={isSmsOn ? "on" : sms.isEnabled ? "turnedOff" : "off"}
            />
          </Card>
        ))}
        <FormActions>
          <SubmitButton intent="save">{t("save")}</SubmitButton>
        </FormActions>
      </PostForm>
      {question && (
        <ConfirmDialog
          title={t(sms.isEnabled ? "sms.askOff" : "sms.askOn")}
          text={[t(sms.isEnabled ? "sms.textOff" : "sms.textOn")]}
          fields={question}
          confirmLabel={c("actions.confirm")}
        />
      )}
    </>
  );
}
