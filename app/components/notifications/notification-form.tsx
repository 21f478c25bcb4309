import { useState } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { ConsoleForm } from "~/components/form/console-form";
import { SubmitButton } from "~/components/form/post-form";
import { lazyChecks } from "~/components/form/use-checks";
import { mergeChanges } from "~/components/form/merge";
import { useConsoleForm } from "~/components/form/use-console-form";
import { useTexts } from "~/components/context/console-context";
import { classes } from "~/components/ui/classes";
import { Card } from "~/components/ui/layout";
import { notificationSettings } from "~/i18n/notification-settings";
import { parseInitialTab } from "~/models/settings/notification-changes";
import {
  type Entries,
  groupsOf,
  type NotificationTab,
  type TemplatePlace,
} from "~/models/settings/notification-events";
import { SmsSwitch } from "./sms-switch";
import { NotificationTable } from "./notification-table";
import { withoutUntouched } from "./untouched";
import type { Intent } from "~/services/intents";

export type NotificationFormProps = {
  intent: Intent;
  tab: NotificationTab;
  place: TemplatePlace;
  values: { isGlobalSmsEnabled: boolean; entries: Entries; seen: string };
  version: number;
  mayEdit: boolean;
};

/** All notifications of one tab: native switches and inputs, submitted with their values at opening. */
export function NotificationForm({ intent, tab, place, values, version, mayEdit }: NotificationFormProps) {
  const t = useTexts(notificationSettings);
  const hydrated = useHydrated();
  const { form, fields, frame } = useConsoleForm(
    lazyChecks(
      () => import("~/models/settings/notification-settings.schema"),
      ({ notificationSchema }) => notificationSchema(tab, place, t),
    ),
    {
      id: "notifications",
      values,
      version,
      mayEdit,
      // Each entry has its own version, and only changes are submitted (NOTIF-30).
      isMerged: false,
    },
  );
  // The saved values are the new initial ones, with a new key.
  const [turned, setTurned] = useState<{ key: string | undefined; isOn: boolean }>();
  const isFromStart = turned === undefined || turned.key !== form.key;
  const isSmsOn = isFromStart ? fields.isGlobalSmsEnabled.initialValue === "on" : turned.isOn;
  const seen = parseInitialTab(fields.seen.initialValue);
  const wasSmsOn = seen?.sms ?? values.isGlobalSmsEnabled;
  const entries = fields.entries.getFieldset();
  return (
    <ConsoleForm
      intent={intent}
      frame={{
        ...frame,
        merge:
          frame.merge && mergeChanges(null, frame.merge.typed, withoutUntouched(values, frame.answer, seen)),
      }}
      // Without JS nothing can appear on a click, so the identifiers are always shown (NOTIF-29).
      className={classes("notifications rt-Flex rt-r-fd-column rt-r-gap-4", hydrated && "notifications-live")}
      actions={<SubmitButton>{t("save")}</SubmitButton>}
    >
      <input type="hidden" name={fields.seen.name} value={fields.seen.initialValue ?? ""} />
      {/* The values now shown next to the form, which an explicit "save anyway" overwrites. */}
      <input type="hidden" name="shown" value={values.seen} />
      <SmsSwitch
        wasOn={wasSmsOn}
        isOn={isSmsOn}
        onChange={(isOn) => setTurned({ key: form.key, isOn })}
        name={fields.isGlobalSmsEnabled.name}
      />
      {groupsOf(tab).map((group) => (
        <Card key={group.label} title={t(`groups.${group.label}`)}>
          <NotificationTable
            group={group}
            fieldsOf={(event, channel) => entries[event]?.getFieldset()[channel].getFieldset()}
            isSmsOn={isSmsOn}
          />
        </Card>
      ))}
    </ConsoleForm>
  );
}
