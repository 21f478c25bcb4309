import { data, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { EnableLanguage } from "~/components/notifications/enable-language";
import { NotificationForm } from "~/components/notifications/notification-form";
import { TabFailed } from "~/components/settings/tab-failed";
import { useTexts } from "~/components/context/console-context";
import { titled } from "~/components/shell/page-title";
import { Callout } from "~/components/ui/callout";
import { Notices } from "~/components/ui/notices";
import { SideTabs } from "~/components/ui/tabs";
import { notificationSettings } from "~/i18n/notification-settings";
import {
  entryName,
  type EntryValues,
  groupsOf,
  notificationTab,
  notificationTabs,
  readNotificationForm,
  valuesOf,
} from "~/models/settings/notification-settings.schema";
import {
  enableNotificationLanguage,
  getNotificationSettings,
  updateNotificationSettings,
} from "~/models/settings/notification-settings.server";
import { env } from "~/services/env.server";
import { failureNotice, loaded } from "~/services/failure.server";
import type { ConsoleArgs, FormArgs, Gate } from "~/services/console-args";
import { consoleAction, consoleLoader } from "~/services/guard.server";
import type { Notice } from "~/sessions.server";

export const handle = titled(notificationSettings, "title");

const gate: Gate = { flag: "edgeCustomerNotificationEditEnabled" };

export const loader = consoleLoader(gate, async (args) => {
  const { api, scope, url, base, translate } = args;
  const tab = notificationTab(url.searchParams.get("language"));
  const description = translate(notificationSettings)("loadFailed");
  const { data: settings, error } = await loaded(
    getNotificationSettings(api, scope.customerId, tab),
    args,
    description,
  );
  return {
    path: `${base}/settings/notification`,
    tab,
    problem: error,
    settings: settings && {
      isLanguageEnabled: settings.isLanguageEnabled,
      isGlobalSmsEnabled: settings.isGlobalSmsEnabled,
      values: Object.fromEntries(settings.settings.map((entry) => [entryName(entry), valuesOf(entry)])),
    },
  };
});

/** The form again as it was typed: with errors, or with the question before SMS is turned on or off for all. */
type Answer = {
  lastResult: { status: "error" } | null;
  notice: Notice | null;
  form: {
    values: Record<string, EntryValues>;
    errors: Record<string, string>;
    isGlobalSmsEnabled: boolean;
    question: Record<string, string> | null;
  } | null;
};

/** What is saved, and what the form says instead. */
async function read({ api, scope, url, form, translate }: FormArgs) {
  const tab = notificationTab(url.searchParams.get("language"));
  const saved = await getNotificationSettings(api, scope.customerId, tab);
  const place = { awsRegion: scope.awsRegion, account: env.TEMPLATE_ACCOUNT };
  const t = translate(notificationSettings);
  return { tab, saved, typed: readNotificationForm(form, saved.settings, place, t) };
}

type Typed = Awaited<ReturnType<typeof read>>["typed"];

function again(
  { values, errors, isGlobalSmsEnabled }: Typed,
  { notice = null, question = null }: { notice?: Notice | null; question?: Record<string, string> | null },
  status: number,
) {
  const answer: Answer = {
    lastResult: status === 400 ? { status: "error" } : null,
    notice,
    form: { values, errors, isGlobalSmsEnabled, question },
  };
  return data(answer, { status });
}

/** Everything that was posted but what belongs to one post alone, for the post that follows a question. */
function fieldsOf(form: FormData): Record<string, string> {
  const own = new Set(["csrf", "idempotencyKey", "intent"]);
  return Object.fromEntries(
    [...form].flatMap(([name, value]) => (own.has(name) ? [] : [[name, String(value)]])),
  );
}

function savedNotice({ url, translate, notify }: ConsoleArgs) {
  notify({ tone: "success", title: translate(notificationSettings)("saved") });
  return redirect(url.pathname + url.search, 303);
}

function failureWords({ translate }: ConsoleArgs) {
  const t = translate(notificationSettings);
  return { title: t("wrong"), description: t("saveFailed") };
}

async function save(args: FormArgs, isConfirmed: boolean) {
  const { api, form, idempotencyKey } = args;
  const { tab, saved, typed } = await read(args);
  if (Object.keys(typed.errors).length > 0) return again(typed, {}, 400);
  if (typed.isGlobalSmsEnabled !== saved.isGlobalSmsEnabled && !isConfirmed)
    return again(typed, { question: fieldsOf(form) }, 200);
  try {
    await updateNotificationSettings(api, saved, tab, typed, idempotencyKey);
  } catch (error) {
    const { notice, status } = failureNotice(error, args, failureWords(args));
    return again(typed, { notice }, status);
  }
  return savedNotice(args);
}

export const action = consoleAction(gate, {
  save: (args) => save(args, args.form.has("isSmsConfirmed")),
  confirm: (args) => save(args, true),

  /** Back from the question: the switch as it was, all else as typed. */
  cancel: async (args) => {
    const { saved, typed } = await read(args);
    const { isGlobalSmsEnabled } = saved;
    return again({ ...typed, isGlobalSmsEnabled }, {}, 200);
  },

  /** As it was typed before the session ended. */
  restored: async (args) => {
    const { typed } = await read(args);
    return again({ ...typed, errors: {} }, { notice: args.kept }, 200);
  },

  enable: async (args) => {
    const { api, scope, url, idempotencyKey } = args;
    const tab = notificationTab(url.searchParams.get("language"));
    try {
      const saved = await getNotificationSettings(api, scope.customerId, tab);
      await enableNotificationLanguage(api, saved, tab, idempotencyKey);
    } catch (error) {
      const { notice, status } = failureNotice(error, args, failureWords(args));
      return data<Answer>({ lastResult: null, notice, form: null }, { status });
    }
    return savedNotice(args);
  },
});

export default function NotificationSettings() {
  const { path, tab, problem, settings } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const t = useTexts(notificationSettings);
  const typed = answer?.form;
  return (
    <SideTabs
      label={t("tabsLabel")}
      tabs={notificationTabs.map((key) => ({
        to: `${path}?language=${key}`,
        label: t(`tabs.${key}`),
        current: key === tab,
      }))}
    >
      <Notices notices={[problem, answer?.notice].filter((notice) => notice != null)} />
      {!settings && <TabFailed />}
      {settings && !settings.isLanguageEnabled && <EnableLanguage language={t(`tabs.${tab}`)} />}
      {settings?.isLanguageEnabled && (
        <div className="stack">
          {tab === "default" && <Callout tone="info">{t("allLanguages")}</Callout>}
          <NotificationForm
            // What was saved is a new beginning for the form.
            key={`${tab} ${JSON.stringify(settings)}`}
            groups={groupsOf(tab)}
            values={typed?.values ?? settings.values}
            errors={typed?.errors ?? {}}
            sms={{
              isEnabled: settings.isGlobalSmsEnabled,
              typed: typed?.isGlobalSmsEnabled ?? settings.isGlobalSmsEnabled,
            }}
            isAnswer={typed != null}
            question={typed?.question ?? null}
          />
        </div>
      )}
    </SideTabs>
  );
}
