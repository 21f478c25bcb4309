/** Alerts about SMS credits that are running low or out (SMS-09..SMS-13, SMS-18). */
import { z } from "zod/v4";
import type { Message } from "../../core/outbox.store";

const defaultSmsThreshold = 100;

export const smsAlertTypes = ["USAGE_REMINDER", "USAGE_ALERT"] as const;
export type SmsAlertType = (typeof smsAlertTypes)[number];

const smsNotificationSetting = z.object({
  channel: z.string(),
  language: z.string(),
  /** Time of the last mail, ISO 8601; null before the first. */
  lastSentAt: z.string().nullable(),
  recipients: z.array(z.string()),
  /** Remaining credits that trigger a reminder; null for other alerts. */
  threshold: z.number().nullable(),
  type: z.enum(smsAlertTypes),
});

export type SmsNotificationSetting = z.infer<typeof smsNotificationSetting>;

const settingList = z.array(smsNotificationSetting);

/** Parses the smsNotificationSettings column of a customer's setting. */
export const parseSmsSettings = (text: string): SmsNotificationSetting[] =>
  settingList.parse(JSON.parse(text));

/**
 * Returns the alerts triggered by a change of credits: reminders on reaching their threshold, the others at
 * zero (SMS-18). Skips settings without recipients, so that they are not marked as sent.
 */
export function alertsDue(
  settings: readonly SmsNotificationSetting[],
  before: number,
  after: number,
): SmsNotificationSetting[] {
  return settings.filter(({ type, threshold, recipients }) => {
    const limit = type === "USAGE_ALERT" ? 0 : (threshold ?? defaultSmsThreshold);
    return recipients.length > 0 && before > limit && after <= limit;
  });
}

/**
 * Returns the alerts triggered by a message that needs more credits than remain, because the remainder may
 * never be spent although no SMS is sent. Triggers at most once after each purchase, at `purchasedAt`
 * (SMS-18).
 */
export function shortageAlerts(
  settings: readonly SmsNotificationSetting[],
  purchasedAt: number,
): SmsNotificationSetting[] {
  return settings.filter(
    ({ type, recipients, lastSentAt }) =>
      type === "USAGE_ALERT" &&
      recipients.length > 0 &&
      (lastSentAt === null || Date.parse(lastSentAt) < purchasedAt),
  );
}

/** Returns the mail for one recipient of an alert. */
export function smsAlertMail(
  type: SmsAlertType,
  customerName: string,
  credits: number,
): Pick<Message, "subject" | "text" | "templateType"> {
  const left = `${credits} SMS ${credits === 1 ? "credit" : "credits"} left`;
  if (type === "USAGE_ALERT" && credits > 0) {
    return {
      templateType: "SMS_USAGE_ALERT",
      subject: `${customerName} has too few SMS credits left`,
      text: `${customerName} has ${left}, too few for an SMS that was to be sent. It was not sent. More credits can be purchased in Customer Settings › SMS.`,
    };
  }
  if (type === "USAGE_ALERT") {
    return {
      templateType: "SMS_USAGE_ALERT",
      subject: `${customerName} has no SMS credits left`,
      text: `${customerName} has no SMS credits left. No SMS is sent until credits are purchased in Customer Settings › SMS.`,
    };
  }
  return {
    templateType: "SMS_USAGE_REMINDER",
    subject: `SMS credits of ${customerName} are running low`,
    text: `${customerName} has ${left}. More can be purchased in Customer Settings › SMS.`,
  };
}
