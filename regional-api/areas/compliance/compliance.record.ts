/** Audit fields of compliance and SMS settings. */
import { recordKind } from "../../core/record-kinds";
import { settingsCodes } from "../../core/settings-codes";
import { findCustomerSetting } from "./customer-settings.store";
import { findRetentionChange } from "./retention-changes.store";
import { parseSmsSettings } from "./sms-alerts";

/** Audit kind of a customer's retention periods; its id is the customer's. */
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

/** Returns the SMS alerts of `settings` for the audit log; recipients are personal data. */
export const smsAlertsOf = (settings: string) =>
  parseSmsSettings(settings).map(({ channel, type, language, threshold, recipients }) => ({
    alert: `${type}, ${channel}, ${language}${threshold === null ? "" : `: ${threshold}`}`,
    recipients,
  }));
