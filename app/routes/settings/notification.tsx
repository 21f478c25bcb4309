import { redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { EnableLanguage } from "~/components/notifications/enable-language";
import { NotificationForm } from "~/components/notifications/notification-form";
import { AddressSelect } from "~/components/form/address-select";
import { TabError } from "~/components/settings/tab-error";
import { useTexts } from "~/components/context/console-context";
import { fixedTitle } from "~/components/shell/page-title";
import { Callout } from "~/components/ui/callout";
import { Notices } from "~/components/ui/notices";
import styles from "~/components/notifications/notifications.css?url";
import { stylesheets } from "~/components/ui/stylesheets";
import { common } from "~/i18n/common";
import { notificationSettings } from "~/i18n/notification-settings";
import {
  changedEntries,
  entriesOf,
  parseInitialTab,
  initialTabText,
} from "~/models/settings/notification-changes";
import { notificationSchema } from "~/models/settings/notification-settings.schema";
import { entryLabel, notificationTab, notificationTabs } from "~/models/settings/notification-events";
import {
  enableNotificationLanguage,
  getNotificationSettings,
  updateNotificationSettings,
} from "~/models/settings/notification-settings.server";
import { holdsRight, settingsRight } from "~/services/identity.server";
import { env } from "~/services/env.server";
import { failure, loaded } from "~/services/failure.server";
import { formAction } from "~/services/form-action.server";
import type { ConsoleArgs, FormArgs } from "~/services/console-args";
import type { Gate } from "~/services/gates";
import { consoleAction, consoleLoader } from "~/services/guard.server";
import { unacceptablePost } from "~/services/screens.server";
import type { Notice } from "~/sessions.server";
import { intentsOf } from "~/services/intents";

export const links = stylesheets(styles);

export const handle = fixedTitle(notificationSettings, "title");

const gate: Gate = { flag: "edgeCustomerNotificationEditEnabled", right: "org:viewSettings" };

const tabOf = ({ url }: ConsoleArgs) => notificationTab(url.searchParams.get("language"));
const placeOf = ({ scope }: ConsoleArgs) => ({ awsRegion: scope.awsRegion, account: env.TEMPLATE_ACCOUNT });

export const loader = consoleLoader(gate, async (args) => {
  const { api, base, translate } = args;
  const tab = tabOf(args);
  const description = translate(notificationSettings)("loadFailed");
  const [{ data: settings, error }, mayEdit] = await Promise.all([
    loaded(getNotificationSettings(api, tab), args, description),
    holdsRight(args, settingsRight),
  ]);
  return {
    path: `${base}/settings/notification`,
    problem: error,
    isLanguageEnabled: settings?.isLanguageEnabled ?? false,
    isSendingSms: settings?.isSendingSms ?? true,
    mayEdit,
    tab,
    form: settings && {
      place: placeOf(args),
      values: {
        isGlobalSmsEnabled: settings.isGlobalSmsEnabled,
        entries: entriesOf(settings.settings),
        seen: initialTabText(settings),
      },
      version: settings.version,
    },
  };
});

const schema = (args: FormArgs) =>
  notificationSchema(tabOf(args), placeOf(args), args.translate(notificationSettings));

function failureWords({ translate }: ConsoleArgs) {
  const t = translate(notificationSettings);
  return { title: t("wrong"), description: t("saveFailed") };
}

/** The form's initial values, as submitted. */
function initialTabOf({ form }: FormArgs, name: "seen" | "shown") {
  const seen = parseInitialTab(form.get(name));
  if (!seen) throw unacceptablePost();
  return seen;
}

const save = formAction(schema, (args) => {
  const { api, form, step, translate } = args;
  const tab = tabOf(args);
  const t = translate(notificationSettings);
  const seen = initialTabOf(args, "seen");
  return {
    // Scripts may have asked for confirmation already.
    question: ({ isGlobalSmsEnabled: isOn }) =>
      isOn === seen.sms || form.has("isSmsConfirmed")
        ? null
        : {
            title: t(isOn ? "sms.askOn" : "sms.askOff"),
            text: [t(isOn ? "sms.textOn" : "sms.textOff")],
            confirm: translate(common)("actions.confirm"),
          },
    save: async (typed) => {
      const stored = await getNotificationSettings(api, tab);
      const based = step === "over" ? initialTabOf(args, "shown") : seen;
      const { changes, changedByOthers } = changedEntries({ ...typed, seen }, stored, based);
      await updateNotificationSettings(api, stored, tab, changes);
      const entries = changedByOthers.map((entry) => entryLabel(tab, entry, t)).join("; ");
      return {
        done: { title: t("saved"), ...(entries && { description: t("changedByOthers", { entries }) }) },
      };
    },
    failed: failureWords(args),
  };
});

export const action = consoleAction(gate, {
  save: (args) => {
    // The question was cancelled: the switch is restored, everything else stays as typed (NOTIF-22).
    if (args.step === "cancel") {
      args.form.delete("isGlobalSmsEnabled");
      if (initialTabOf(args, "seen").sms) args.form.append("isGlobalSmsEnabled", "on");
    }
    return save(args);
  },

  enable: async (args) => {
    const { api, url, translate, notify } = args;
    const t = translate(notificationSettings);
    const tab = tabOf(args);
    try {
      const isNew = await enableNotificationLanguage(api, tab);
      notify(
        isNew
          ? { tone: "success", title: t("saved") }
          : { tone: "info", title: t("alreadyEnabled", { language: t(`tabs.${tab}`) }) },
      );
    } catch (error) {
      return failure(error, args, failureWords(args));
    }
    return redirect(url.pathname + url.search, 303);
  },
});

const intent = intentsOf<typeof action>();

export default function NotificationSettings() {
  const { path, tab, problem, isLanguageEnabled, isSendingSms, mayEdit, form } =
    useLoaderData<typeof loader>();
  const answer = useActionData<{ form?: string; notice: Notice | null }>();
  const t = useTexts(notificationSettings);
  // The form shows the outcome of a save itself.
  const failed = answer?.form === undefined ? answer?.notice : null;
  return (
    <div className="settings-tab">
      <AddressSelect
        path={path}
        name="language"
        label={t("tabsLabel")}
        options={notificationTabs.map((key) => ({ value: key, label: t(`tabs.${key}`) }))}
        chosen={tab}
        placeholder={null}
      />
      <Notices notices={[problem, failed].filter((notice) => notice != null)} />
      {!form && <TabError />}
      {form && !isLanguageEnabled && (
        <EnableLanguage intent={intent("enable")} language={t(`tabs.${tab}`)} mayEdit={mayEdit} />
      )}
      {form && isLanguageEnabled && (
        <div className="stack">
          {!isSendingSms && <Callout tone="warning">{t("sms.notSending")}</Callout>}
          {tab === "default" && <Callout tone="info">{t("allLanguages")}</Callout>}
          <NotificationForm intent={intent("save")} key={tab} {...{ tab, mayEdit, ...form }} />
        </div>
      )}
    </div>
  );
}
