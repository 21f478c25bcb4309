/** Who is told when SMS credits run low or out (SMS-09..SMS-13, SMS-18). */
import { z } from "zod/v4";
import type { Message } from "../../core/outbox.store";

const defaultSmsThreshold = 100;

export const smsAlertTypes = ["USAGE_REMINDER", "USAGE_ALERT"] as const;
export type SmsAlertType = (typeof smsAlertTypes)[number];

const smsNotificationSetting = z.object({
  channel: z.string(),
  language: z.string(),
  /** ISO 8601; null until the first mail. */
  lastSentAt: z.string().nullable(),
  recipients: z.array(z.string()),
  /** Of reminders alone. */
  threshold: z.number().nullable(),
  type: z.enum(smsAlertTypes),
});

export type SmsNotificationSetting = z.infer<typeof smsNotificationSetting>;

const settingList = z.array(smsNotificationSetting);

/** The smsNotificationSettings column of a customer's setting. */
export const parseSmsSettings = (text: string): SmsNotificationSetting[] =>
  settingList.parse(JSON.parse(text));

/**
 * The settings that a change of credits sets off: a reminder on reaching its threshold, an alert at nought (SMS-18).
 * Without recipients there is nothing to send, and nothing to remember as sent.
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
 * The alerts that a message sets off which takes more credits than there are: what is left may never be spent, and no SMS
 * goes out all the same. Once after each purchase, whose time is given (SMS-18).
 */
export function alertsOfLack(
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

/** The mail to one recipient of a setting. */
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
