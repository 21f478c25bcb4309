/** What the record of changes says of compliance and of SMS. */
import { recordKind } from "../../core/record-kinds";
import { settingsCodes } from "../../core/settings-codes";
import { findCustomerSetting } from "./customer-settings.store";
import { findRetentionChange } from "./retention-changes.store";
import { parseSmsSettings } from "./sms-alerts";

/** How long a customer keeps what; its id is the customer's. */
export const complianceKind = recordKind({
  kind: "COMPLIANCE",
  code: settingsCodes.read,
  fields: {
    candidateMonths: "shown",
    videoMonths: "shown",
    waitingCandidateMonths: "shown",
    waitingVideoMonths: "shown",
    waitsUntil: "shown",
  },
  read: async (db, customerId) => {
    const setting = await findCustomerSetting(db, customerId);
    const waits = await findRetentionChange(db, customerId);
    return (
      (setting ?? waits) && {
        name: null,
        customerId,
        version: setting?.version ?? 0,
        values: {
          candidateMonths: setting?.candidatePiiRetentionPeriod ?? null,
          videoMonths: setting?.videoRetentionPeriod ?? null,
          waitingCandidateMonths: waits?.candidateMonths ?? null,
          waitingVideoMonths: waits?.videoMonths ?? null,
          waitsUntil: waits ? new Date(waits.takesEffectAt).toISOString().slice(0, 10) : null,
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
