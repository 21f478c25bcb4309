import { graphql } from "~/services/graphql";
import { mutationOf, queryOf } from "~/services/operation.server";
import type { ResultOf } from "~/services/regional-api.server";
import type { NotificationTab } from "./notification-events";
import type { NotificationChanges } from "./notification-changes";
import type { CustomerApi, FormApi } from "~/services/customer-api.server";

const notificationSettingsFields = graphql(`
  fragment NotificationSettingsFields on NotificationSettings @_unmask {
    customerId
    isEdgeCustomer
    isGlobalSmsEnabled
    isSendingSms
    isLanguageEnabled
    version
    settings {
      name
      template
      type
      enabled
      language
      standardTemplate
      customTemplate
      version
    }
  }
`);
const askSettings = queryOf(
  "NotifGetNotificationSettingsV2",
  notificationSettingsFields,
  "NotificationSettings",
);

const sendUpdate = mutationOf(
  "NotifUpdateNotificationSettingsV2",
  "customerId",
  "UpdateNotificationSettings",
);

export type NotificationSettings = ResultOf<typeof notificationSettingsFields>;

/** One tab of a customer's notifications (NOTIF-03). Throws ApiError. */
export async function getNotificationSettings(
  api: CustomerApi,
  templateType: NotificationTab,
): Promise<NotificationSettings> {
  return await askSettings(api, { templateType });
}

/**
 * Saves what of a tab was changed, each entry as it was read in its version; the switch over all SMS goes along only
 * when it was changed (NOTIF-24, NOTIF-30). Throws ApiError.
 */
export async function updateNotificationSettings(
  api: FormApi,
  { customerId, isEdgeCustomer }: Pick<NotificationSettings, "customerId" | "isEdgeCustomer">,
  templateType: NotificationTab,
  { entries, isGlobalSmsEnabled, version }: NotificationChanges,
): Promise<void> {
  const settings = entries.map((entry) => ({ ...entry, language: templateType }));
  await sendUpdate(api, { customerId, isEdgeCustomer, templateType, settings, isGlobalSmsEnabled, version });
}

/**
 * Turns a language on: all its notifications, with the standard templates (NOTIF-06). Answers false when it is on
 * already, and then changes nothing (NOTIF-31). Throws ApiError.
 */
export async function enableNotificationLanguage(
  api: FormApi,
  templateType: NotificationTab,
): Promise<boolean> {
  const stored = await getNotificationSettings(api, templateType);
  // Without entries it is the API that turns the language on, and overwrites nothing made meanwhile.
  const nothing = { entries: [], isGlobalSmsEnabled: undefined, version: stored.version };
  await updateNotificationSettings(api, stored, templateType, nothing);
  return !stored.isLanguageEnabled;
}
