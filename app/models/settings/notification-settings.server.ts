import { graphql } from "~/services/graphql";
import type { RegionalApi, ResultOf } from "~/services/regional-api.server";
import type { NotificationTab } from "./notification-events";
import type { NotificationChanges } from "./notification-changes";

const settingsDocument = graphql(`
  query NotificationSettings($customerId: ID!, $templateType: String!) {
    NotifGetNotificationSettingsV2(customerId: $customerId, templateType: $templateType) {
      customerId
      isEdgeCustomer
      isGlobalSmsEnabled
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
  }
`);

const updateDocument = graphql(`
  mutation UpdateNotificationSettings(
    $customerId: ID!
    $settings: [NotificationSettingInput!]!
    $isEdgeCustomer: Boolean!
    $templateType: String!
    $isGlobalSmsEnabled: Boolean
    $version: Int!
  ) {
    NotifUpdateNotificationSettingsV2(
      customerId: $customerId
      settings: $settings
      isEdgeCustomer: $isEdgeCustomer
      templateType: $templateType
      isGlobalSmsEnabled: $isGlobalSmsEnabled
      version: $version
    ) {
      customerId
    }
  }
`);

export type NotificationSettings = ResultOf<typeof settingsDocument>["NotifGetNotificationSettingsV2"];

/** One tab of a customer's notifications (NOTIF-03). Throws ApiError. */
export async function getNotificationSettings(
  api: RegionalApi,
  customerId: string,
  templateType: NotificationTab,
): Promise<NotificationSettings> {
  return (await api.query(settingsDocument, { customerId, templateType })).NotifGetNotificationSettingsV2;
}

/**
 * Saves what of a tab was changed, each entry as it was read in its version; the switch over all SMS goes along only
 * when it was changed (NOTIF-24, NOTIF-30). Throws ApiError.
 */
export async function updateNotificationSettings(
  api: RegionalApi,
  { customerId, isEdgeCustomer }: Pick<NotificationSettings, "customerId" | "isEdgeCustomer">,
  templateType: NotificationTab,
  { entries, isGlobalSmsEnabled, version }: NotificationChanges,
  idempotencyKey: string,
): Promise<void> {
  const settings = entries.map((entry) => ({ ...entry, language: templateType }));
  await api.mutate(
    updateDocument,
    { customerId, isEdgeCustomer, templateType, settings, isGlobalSmsEnabled, version },
    idempotencyKey,
  );
}

/**
 * Turns a language on: all its notifications, with the standard templates (NOTIF-06). Answers false when it is on
 * already, and then changes nothing (NOTIF-31). Throws ApiError.
 */
export async function enableNotificationLanguage(
  api: RegionalApi,
  customerId: string,
  templateType: NotificationTab,
  idempotencyKey: string,
): Promise<boolean> {
  const stored = await getNotificationSettings(api, customerId, templateType);
  // Without entries it is the API that turns the language on, and overwrites nothing made meanwhile.
  const nothing = { entries: [], isGlobalSmsEnabled: undefined, version: stored.version };
  await updateNotificationSettings(api, stored, templateType, nothing, idempotencyKey);
  return !stored.isLanguageEnabled;
}
