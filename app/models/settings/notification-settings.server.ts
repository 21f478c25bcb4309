import { graphql } from "~/services/graphql";
import type { RegionalApi, ResultOf } from "~/services/regional-api.server";
import type { Channel, NotificationTab } from "./notification-settings.schema";

const settingsDocument = graphql(`
  query NotificationSettings($customerId: ID!, $templateType: String!) {
    NotifGetNotificationSettingsV2(customerId: $customerId, templateType: $templateType) {
      customerId
      isEdgeCustomer
      isGlobalSmsEnabled
      isLanguageEnabled
      settings {
        name
        template
        type
        enabled
        language
        standardTemplate
        customTemplate
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
  ) {
    NotifUpdateNotificationSettingsV2(
      customerId: $customerId
      settings: $settings
      isEdgeCustomer: $isEdgeCustomer
      templateType: $templateType
      isGlobalSmsEnabled: $isGlobalSmsEnabled
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

type Entry = { name: string; type: Channel; enabled: boolean; template: string };

/**
 * Saves one tab as it was loaded and then changed; the switch over all SMS goes along only when it was changed
 * (NOTIF-24). Throws ApiError.
 */
export async function updateNotificationSettings(
  api: RegionalApi,
  loaded: Pick<NotificationSettings, "customerId" | "isEdgeCustomer" | "isGlobalSmsEnabled">,
  templateType: NotificationTab,
  { settings, isGlobalSmsEnabled }: { settings: readonly Entry[]; isGlobalSmsEnabled: boolean },
  idempotencyKey: string,
): Promise<void> {
  const { customerId, isEdgeCustomer } = loaded;
  await api.mutate(
    updateDocument,
    {
      customerId,
      isEdgeCustomer,
      templateType,
      settings: settings.map((entry) => ({ ...entry, language: templateType })),
      ...(isGlobalSmsEnabled !== loaded.isGlobalSmsEnabled && { isGlobalSmsEnabled }),
    },
    idempotencyKey,
  );
}

/** Turns a language on: all its notifications, with the standard templates (NOTIF-06). Throws ApiError. */
export async function enableNotificationLanguage(
  api: RegionalApi,
  loaded: NotificationSettings,
  templateType: NotificationTab,
  idempotencyKey: string,
): Promise<void> {
  const settings = loaded.settings.map(({ name, type, standardTemplate }) => ({
    name,
    type,
    enabled: true,
    template: standardTemplate,
  }));
  const { isGlobalSmsEnabled } = loaded;
  await updateNotificationSettings(
    api,
    loaded,
    templateType,
    { settings, isGlobalSmsEnabled },
    idempotencyKey,
  );
}
