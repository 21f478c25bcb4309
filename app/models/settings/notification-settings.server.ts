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
const fetchSettings = queryOf(
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

/** One tab of a customer's notification settings (NOTIF-03). Throws ApiError. */
export async function getNotificationSettings(
  api: CustomerApi,
  templateType: NotificationTab,
): Promise<NotificationSettings> {
  return await fetchSettings(api, { templateType });
}

/**
 * Saves a tab's changed entries, each based on its version; the global SMS switch is sent only if changed (NOTIF-24,
 * NOTIF-30). Throws ApiError.
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
 * Enables a language: all its notifications, with standard templates (NOTIF-06). Returns false if it was already
 * enabled, and changes nothing then (NOTIF-31). Throws ApiError.
 */
export async function enableNotificationLanguage(
  api: FormApi,
  templateType: NotificationTab,
): Promise<boolean> {
  const stored = await getNotificationSettings(api, templateType);
  // Without entries the API itself enables the language, without overwriting concurrent changes.
  const nothing = { entries: [], isGlobalSmsEnabled: undefined, version: stored.version };
  await updateNotificationSettings(api, stored, templateType, nothing);
  return !stored.isLanguageEnabled;
}
