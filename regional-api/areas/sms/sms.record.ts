/** Audit fields of SMS settings. */
import { recordKind } from "../../core/record-kinds";
import { settingsCodes } from "../../core/settings-codes";
import { smsAlertsOf } from "../compliance/compliance.record";
import { findCustomerSetting } from "../compliance/customer-settings.store";
import { smsCreditsOf } from "./sms-credits.store";

/** Audit kind of a customer's SMS credits and alert recipients; its id is the customer's. */
export const smsKind = recordKind({
  kind: "SMS",
  code: settingsCodes.read,
  fields: { credits: "shown", alerts: "shown", recipients: "personal" },
  read: async (db, customerId) => {
    const setting = await findCustomerSetting(db, customerId);
    const alerts = smsAlertsOf(setting?.smsNotificationSettings ?? "[]");
    return {
      name: null,
      customerId,
      version: setting?.smsVersion ?? 0,
      values: {
        credits: (await smsCreditsOf(db, customerId)).totalCredits,
        alerts: alerts.map(({ alert }) => alert),
        recipients: alerts.flatMap(({ recipients }) => recipients),
      },
    };
  },
});
