/** What the record of changes says of compliance and of SMS. */
import { recordKind } from "../../core/record";
import { settingsCodes } from "../../core/settings-codes";
import { findCustomerSetting } from "./customer-settings.store";
import { parseSmsSettings } from "./sms-alerts";

/** How long a customer keeps what; its id is the customer's. */
export const complianceKind = recordKind({
  kind: "COMPLIANCE",
  code: settingsCodes.read,
  fields: { candidateMonths: "shown", videoMonths: "shown" },
  read: async (db, customerId) => {
    const setting = await findCustomerSetting(db, customerId);
    return (
      setting && {
        name: null,
        customerId,
        version: setting.version,
        values: {
          candidateMonths: setting.candidatePiiRetentionPeriod,
          videoMonths: setting.videoRetentionPeriod,
        },
      }
    );
  },
});

/** Who is told when SMS run out: the alerts of `setting`, which name people. */
export const smsAlertsOf = (settings: string) =>
  parseSmsSettings(settings).map(({ channel, type, language, threshold, recipients }) => ({
    alert: `${type}, ${channel}, ${language}${threshold === null ? "" : `: ${threshold}`}`,
    recipients,
  }));
