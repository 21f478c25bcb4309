import { setTimeout as pause } from "node:timers/promises";
import { nullOnMessage } from "~/services/api-messages";
import { mutationOf, queryOf } from "~/services/operation.server";
import { ApiError } from "~/services/regional-api.server";
import { defaultThreshold, type SmsSettings } from "./sms-credits.schema";
import type { CustomerApi, FormApi } from "~/services/customer-api.server";

/** Credits left, and all ever bought (SMS-01). Throws ApiError. */
export const getSmsCredits = queryOf(
  "NotifGetSMSCreditsByCustomerId",
  "customerId credits totalCredits creditsPerMessage isSending",
  "SmsCredits",
);

const fetchPurchases = queryOf(
  "NotifGetSMSCreditsPurchaseHistoryList",
  "notes purchaseAmount purchaseUserEmail purchasedAt",
  "SmsPurchases",
);

const fetchSettings = queryOf(
  "AppsGetCustomerSetting",
  "smsNotificationEdition { version } smsNotificationSettings { type threshold recipients lastSentAt }",
  "SmsSettings",
);

const sendPurchase = mutationOf("NotifPurchaseSMSCreditsByCustomerId", "credits", "PurchaseSmsCredits");

const sendSave = mutationOf("AppsUpdateSMSNotificationSettings", "_id", "SaveSmsSettings");

export type SmsPurchase = Awaited<ReturnType<typeof fetchPurchases>>[number];

/** The purchases, newest first (SMS-07, SMS-08). Throws ApiError. */
export async function getSmsPurchases(api: CustomerApi): Promise<SmsPurchase[]> {
  const purchases = await fetchPurchases(api);
  return [...purchases].sort((a, b) => (a.purchasedAt < b.purchasedAt ? 1 : -1));
}

/** Recipients of warnings and the threshold; by default none, and the default threshold (SMS-14). Throws ApiError. */
export async function getSmsSettings(api: CustomerApi) {
  const setting = await nullOnMessage("customerSettingNotFound", fetchSettings(api));
  const stored = setting?.smsNotificationSettings ?? [];
  const settingOf = (type: "USAGE_REMINDER" | "USAGE_ALERT") => {
    const found = stored.find((setting) => setting.type === type);
    return {
      recipients: found?.recipients ?? [],
      threshold: found?.threshold ?? defaultThreshold,
      lastSentAt: found?.lastSentAt ?? null,
    };
  };
  return {
    reminder: settingOf("USAGE_REMINDER"),
    alert: settingOf("USAGE_ALERT"),
    version: setting?.smsNotificationEdition.version ?? 0,
  };
}

const retries = 3;
/** Longest wait before a retry, in ms. */
const maxRetryWaitMs = 5_000;

/** True if retrying the same call may succeed (SMS-05). */
function isTemporary(error: unknown): boolean {
  return error instanceof ApiError && (error.outcomeUnknown || error.kind === "DOWNSTREAM");
}

/**
 * Buys credits for the signed-in user's customer (SMS-04). A transient failure is retried up to three times with the
 * same idempotency key, so that a purchase whose answer was lost is not repeated. Throws ApiError.
 */
export async function purchaseSmsCredits(
  api: FormApi,
  buyer: { _id: string; email: string },
  purchaseAmount: number,
): Promise<void> {
  const variables = {
    purchaseUserId: buyer._id,
    purchaseUserEmail: buyer.email,
    purchaseAmount,
  };
  const start = Date.now();
  for (let attempt = 0; ; attempt += 1) {
    try {
      await sendPurchase(api, variables);
      return;
    } catch (error) {
      if (!isTemporary(error) || attempt === retries || Date.now() - start > maxRetryWaitMs) throw error;
      await pause(100 * 2 ** attempt);
    }
  }
}

/** Stores recipients and threshold, for the English email channel (SMS-12), based on `version`. Throws ApiError. */
export async function saveSmsSettings(
  api: FormApi,
  { threshold, reminderRecipients, alertRecipients }: SmsSettings,
  version: number,
): Promise<void> {
  const channel = { channel: "EMAIL", language: "en-US" };
  const smsNotificationSettings = [
    { ...channel, type: "USAGE_REMINDER" as const, recipients: reminderRecipients, threshold },
    { ...channel, type: "USAGE_ALERT" as const, recipients: alertRecipients },
  ];
  await sendSave(api, { smsNotificationSettings, version });
}
