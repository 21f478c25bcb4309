/** Audit log representation of notification settings. */
import { recordKind } from "../../core/record-kinds";
import { settingsCodes } from "../../core/settings-codes";
import { allChangedEntries, notificationSwitches } from "./notification-settings.store";

/** Audit kind of a customer's changed notification settings, one line per entry; its id is the customer's. */
export const notificationsKind = recordKind({
  kind: "NOTIFICATIONS",
  code: settingsCodes.read,
  fields: { sms: "shown", languages: "shown", notifications: "shown" },
  read: async (db, customerId) => {
    const switches = await notificationSwitches(db, customerId);
    return {
      name: null,
      customerId,
      values: {
        sms: switches?.isGlobalSmsEnabled !== 0,
        languages: switches?.enabledLanguages ?? "[]",
        notifications: (await allChangedEntries(db, customerId)).map(
          ({ templateType, type, name, enabled, isCustom, customTemplate }) =>
            `${templateType}, ${type}, ${name}: ${enabled ? "on" : "off"}${isCustom ? `, ${customTemplate ?? ""}` : ""}`,
        ),
      },
    };
  },
});
