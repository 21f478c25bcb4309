/** SMS credits: balance, purchases, and alerts when they run low. */
import { insertOf, selectBy, updateBy, upsertBy } from "../../core/statements.store";
import type { Edition } from "../../core/optimistic-lock";
import { newId } from "../../core/ids";
import {
  alertsDue,
  shortageAlerts,
  parseSmsSettings,
  smsAlertMail,
  type SmsNotificationSetting,
} from "../compliance/sms-alerts";
import { findCustomerSetting, smsEditionColumns, smsEditionOf } from "../compliance/customer-settings.store";
import { findCustomer } from "../../core/customers.store";
import type { Reader, Writer } from "../../store/engine";
import type { Row } from "../../store/tables";
import { sendCustomerMail } from "../notifications/sent-mails.store";
import { literal } from "../../store/dialect";
import { prepared, sql } from "../../store/sql";
import { rowsBy, batchWriter } from "../../store/batch-loader";

const selectCredits = selectBy("sms_credits", "customerId");

const upsertCredits = upsertBy("sms_credits", ["customerId"], "credits", "totalCredits", "updatedAt");

const selectPurchases = prepared<{ customerId: string; limit: number }>()((p) =>
  sql
    .selectFrom("sms_credit_purchases")
    .selectAll()
    .where("customerId", "=", p.customerId)
    .orderBy("purchasedAt", "desc")
    .orderBy("id", "desc")
    .limit(p.limit),
);

const insertPurchase = insertOf("sms_credit_purchases");

const updateSettings = updateBy(
  "customer_settings",
  ["customerId"],
  "smsNotificationSettings",
  "updatedAt",
  "smsVersion",
  "smsChangedAt",
  "smsChangedBy",
);

const measuredMessages = 100;

const selectParts = prepared<{ customerId: string }>()((p) =>
  sql
    .selectFrom("sms_events")
    .select(["smsMessageId", "totalMessageParts"])
    .where("customerId", "=", p.customerId)
    .orderBy("timestamp", "desc")
    .orderBy("seq", "desc")
    // A message has up to three events: pending, the outcome, and a click.
    .limit(3 * measuredMessages),
);

const dayMs = 24 * 3_600_000;
/** Number of whole days over which consumption is measured. */
const measuredDays = 14;

/** Counts messages by their single final event, i.e. neither PENDING nor a click. */
const countMessages = prepared<{ customerId: string; first: number; end: number }>()((p) =>
  sql
    .selectFrom("sms_event_counts")
    .select((row) => row.fn.coalesce(row.fn.sum<number>("count"), row.lit(0)).as("count"))
    .where("customerId", "=", p.customerId)
    .where("span", "=", literal(dayMs))
    .where("bucket", ">=", p.first)
    .where("bucket", "<", p.end)
    .where("smsMessageStatus", "not in", ["PENDING", "CLICK"]),
);

/**
 * Returns how many whole days a customer's credits last at the rate of the last 14 days (UTC); null if no
 * message was sent in that time.
 */
export async function daysOfCredits(
  db: Reader,
  { customerId, credits }: { customerId: string; credits: number },
  now: number,
): Promise<number | null> {
  const end = Math.floor(now / dayMs);
  const counted = await countMessages.get(db, { customerId, first: end - measuredDays, end });
  const each = counted?.count ? await creditsPerMessage(db, customerId) : null;
  return each && counted ? Math.floor((credits * measuredDays) / (counted.count * each)) : null;
}

/**
 * Returns the average credits of a customer's last 100 text messages, to one decimal; null if there are none.
 */
export async function creditsPerMessage(db: Reader, customerId: string): Promise<number | null> {
  const events = await selectParts.all(db, { customerId });
  const messages = new Map(events.map((event) => [event.smsMessageId, event.totalMessageParts]));
  const parts = [...messages.values()].slice(0, measuredMessages);
  if (parts.length === 0) return null;
  return Math.round((parts.reduce((sum, count) => sum + count, 0) / parts.length) * 10) / 10;
}

/** Returns the credits left and the total credits bought; 0 for a customer that never bought any. */
export async function smsCreditsOf(db: Reader, customerId: string) {
  const { credits = 0, totalCredits = 0 } = (await selectCredits.get(db, { customerId })) ?? {};
  return { customerId, credits, totalCredits };
}

/** Returns the latest purchases, newest first. */
export const smsPurchasesOf = (db: Reader, customerId: string) =>
  selectPurchases.all(db, { customerId, limit: 1_000 });

/** Adds purchased credits and an entry in the purchase history (SMS-06). */
export async function purchaseSmsCredits(
  db: Writer,
  purchase: Omit<Row<"sms_credit_purchases">, "id">,
): Promise<void> {
  const { customerId, purchaseAmount, purchasedAt } = purchase;
  const { credits, totalCredits } = await smsCreditsOf(db, customerId);
  await upsertCredits.run(db, {
    customerId,
    credits: credits + purchaseAmount,
    totalCredits: totalCredits + purchaseAmount,
    updatedAt: purchasedAt,
  });
  await insertPurchase(db, { id: newId(purchasedAt), ...purchase });
}

interface Spending {
  readonly customerId: string;
  /** Credits of one message. */
  readonly count: number;
  readonly now: number;
  isPaid: boolean;
}

/** The last deduction of each transaction. The next one waits for it, to read the resulting balance. */
const last = new WeakMap<Writer, Promise<unknown>>();

const spend = batchWriter<Spending>((db, spendings) => {
  const spent = (last.get(db) ?? Promise.resolve())
    .catch(() => undefined)
    .then(async () => {
      for (const [customerId, own] of rowsBy(spendings, (one) => one.customerId))
        await deductCredits(db, customerId, own);
    });
  last.set(db, spent);
  return spent;
});

/** Deducts a customer's credits for these messages, in order, for as long as they suffice. */
async function deductCredits(db: Writer, customerId: string, spendings: readonly Spending[]): Promise<void> {
  const { credits, totalCredits } = await smsCreditsOf(db, customerId);
  let left = credits;
  for (const spending of spendings) {
    spending.isPaid = spending.count <= left;
    if (spending.isPaid) left -= spending.count;
  }
  const now = Math.max(...spendings.map((one) => one.now));
  if (left < credits) {
    await upsertCredits.run(db, { customerId, credits: left, totalCredits, updatedAt: now });
    await mailAlerts(db, customerId, left, now, (settings) => alertsDue(settings, credits, left));
  }
  if (left > 0 && spendings.some(({ isPaid }) => !isPaid)) await mailShortage(db, customerId, left, now);
}

/**
 * Deducts credits for a message being sent, and mails the alert recipients if credits are low, used up or
 * insufficient (SMS-18). Returns false and deducts nothing if there are not enough. Concurrent messages are
 * batched into one query, in the order of the calls. Call inside a transaction.
 */
export async function spendSmsCredits(
  db: Writer,
  customerId: string,
  count: number,
  now: number,
): Promise<boolean> {
  const spending: Spending = { customerId, count, now, isPaid: false };
  await spend(db, spending);
  return spending.isPaid;
}

/**
 * Refunds a message that was not sent. Sends no alert: the next message that reaches a limit does so, as
 * after a purchase. Call inside a transaction.
 */
export async function refundSmsCredits(
  db: Writer,
  customerId: string,
  count: number,
  now: number,
): Promise<void> {
  const { credits, totalCredits } = await smsCreditsOf(db, customerId);
  await upsertCredits.run(db, { customerId, credits: credits + count, totalCredits, updatedAt: now });
}

async function mailShortage(db: Writer, customerId: string, left: number, now: number): Promise<void> {
  const [last] = await selectPurchases.all(db, { customerId, limit: 1 });
  await mailAlerts(db, customerId, left, now, (settings) => shortageAlerts(settings, last?.purchasedAt ?? 0));
}

async function mailAlerts(
  db: Writer,
  customerId: string,
  left: number,
  now: number,
  dueOf: (settings: readonly SmsNotificationSetting[]) => readonly SmsNotificationSetting[],
): Promise<void> {
  const stored = await findCustomerSetting(db, customerId);
  if (!stored) return;
  const settings = parseSmsSettings(stored.smsNotificationSettings);
  const due = dueOf(settings);
  if (due.length === 0) return;
  const name = (await findCustomer(db, customerId))?.displayName ?? "";
  for (const { type, recipients, language } of due) {
    for (const to of recipients) {
      await sendCustomerMail(db, { customerId, to, language, ...smsAlertMail(type, name, left) }, now);
    }
  }
  const lastSentAt = new Date(now).toISOString();
  const sent = settings.map((setting) => (due.includes(setting) ? { ...setting, lastSentAt } : setting));
  // Keeps the version: this is not an edit, so an open form must report no conflict.
  await saveSmsSettings(db, customerId, sent, smsEditionOf(stored), now);
}

/** Replaces the SMS settings of a customer that has settings. */
export async function saveSmsSettings(
  db: Writer,
  customerId: string,
  settings: readonly SmsNotificationSetting[],
  edition: Edition,
  now: number,
): Promise<void> {
  await updateSettings.run(db, {
    ...smsEditionColumns(edition),
    customerId,
    smsNotificationSettings: JSON.stringify(settings),
    updatedAt: now,
  });
}
