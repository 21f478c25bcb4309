/** SMS credits: what is left, what was bought, and who is told when they run low. */
import type { Edition } from "../../core/editions";
import { newId } from "../../core/ids";
import {
  alertsDue,
  parseSmsSettings,
  smsAlertMail,
  type SmsNotificationSetting,
} from "../compliance/sms-alerts";
import { findCustomerSetting, smsEditionColumns, smsEditionOf } from "../compliance/customer-settings.store";
import { findCustomer } from "../../core/customers.store";
import type { Reader, Writer } from "../../store/engine";
import type { Row } from "../../store/tables";
import { sendCustomerMail } from "../notifications/sent-mails.store";
import { prepared, sql } from "../../store/sql";

const selectCredits = prepared<{ customerId: string }>()((p) =>
  sql.selectFrom("sms_credits").selectAll().where("customerId", "=", p.customerId),
);

const upsertCredits = prepared<Row<"sms_credits">>()((p) =>
  sql
    .insertInto("sms_credits")
    .values({
      customerId: p.customerId,
      credits: p.credits,
      totalCredits: p.totalCredits,
      updatedAt: p.updatedAt,
    })
    .onConflict((conflict) =>
      conflict.column("customerId").doUpdateSet((row) => ({
        credits: row.ref("excluded.credits"),
        totalCredits: row.ref("excluded.totalCredits"),
        updatedAt: row.ref("excluded.updatedAt"),
      })),
    ),
);

const selectPurchases = prepared<{ customerId: string }>()((p) =>
  sql
    .selectFrom("sms_credit_purchases")
    .selectAll()
    .where("customerId", "=", p.customerId)
    .orderBy("purchasedAt", "desc")
    .orderBy("id", "desc")
    .limit(1_000),
);

const insertPurchase = prepared<Row<"sms_credit_purchases">>()((p) =>
  sql.insertInto("sms_credit_purchases").values({
    id: p.id,
    customerId: p.customerId,
    purchaseAmount: p.purchaseAmount,
    purchaseUserId: p.purchaseUserId,
    purchaseUserEmail: p.purchaseUserEmail,
    notes: p.notes,
    purchasedAt: p.purchasedAt,
  }),
);

const updateSettings = prepared<
  Edition & { customerId: string; smsNotificationSettings: string; now: number }
>()((p) =>
  sql
    .updateTable("customer_settings")
    .set({
      smsNotificationSettings: p.smsNotificationSettings,
      updatedAt: p.now,
      ...smsEditionColumns(p),
    })
    .where("customerId", "=", p.customerId),
);

const selectParts = prepared<{ customerId: string }>()((p) =>
  sql
    .selectFrom("sms_events")
    .select("totalMessageParts")
    .where("customerId", "=", p.customerId)
    .orderBy("timestamp", "desc")
    .orderBy("seq", "desc")
    .limit(100),
);

/** For EXPLAIN QUERY PLAN tests. */
export const smsCreditQueries = { selectCredits, selectPurchases, selectParts };

/** What a customer's last 100 text messages took on average, to a tenth of a credit; null when it never sent one. */
export function creditsPerMessage(db: Reader, customerId: string): number | null {
  const parts = selectParts.all(db, { customerId }).map(({ totalMessageParts }) => totalMessageParts);
  if (parts.length === 0) return null;
  return Math.round((parts.reduce((sum, count) => sum + count, 0) / parts.length) * 10) / 10;
}

/** What is left and what was ever bought; nothing for a customer that never bought any. */
export function smsCreditsOf(db: Reader, customerId: string) {
  const { credits = 0, totalCredits = 0 } = selectCredits.get(db, { customerId }) ?? {};
  return { customerId, credits, totalCredits };
}

/** The newest purchases, newest first. */
export const smsPurchasesOf = (db: Reader, customerId: string) => selectPurchases.all(db, { customerId });

/** Adds bought credits and the entry in the history (SMS-06). */
export function purchaseSmsCredits(db: Writer, purchase: Omit<Row<"sms_credit_purchases">, "id">): void {
  const { customerId, purchaseAmount, purchasedAt } = purchase;
  const { credits, totalCredits } = smsCreditsOf(db, customerId);
  upsertCredits.run(db, {
    customerId,
    credits: credits + purchaseAmount,
    totalCredits: totalCredits + purchaseAmount,
    updatedAt: purchasedAt,
  });
  insertPurchase.run(db, { id: newId(purchasedAt), ...purchase });
}

/**
 * Takes credits for messages that are being sent, as part of the running transaction, and mails whoever wants to know
 * that they run low or out (SMS-18). False, and nothing taken, when there are not enough.
 */
export function spendSmsCredits(db: Writer, customerId: string, count: number, now: number): boolean {
  const { credits, totalCredits } = smsCreditsOf(db, customerId);
  if (credits < count) return false;
  const left = credits - count;
  upsertCredits.run(db, { customerId, credits: left, totalCredits, updatedAt: now });
  mailAlerts(db, customerId, credits, left, now);
  return true;
}

function mailAlerts(db: Writer, customerId: string, before: number, left: number, now: number): void {
  const stored = findCustomerSetting(db, customerId);
  if (!stored) return;
  const settings = parseSmsSettings(stored.smsNotificationSettings);
  const due = alertsDue(settings, before, left);
  if (due.length === 0) return;
  const name = findCustomer(db, customerId)?.displayName ?? "";
  for (const { type, recipients, language } of due) {
    for (const to of recipients) {
      sendCustomerMail(db, { customerId, to, language, ...smsAlertMail(type, name, left) }, now);
    }
  }
  const lastSentAt = new Date(now).toISOString();
  const sent = settings.map((setting) => (due.includes(setting) ? { ...setting, lastSentAt } : setting));
  // Not an edit: whoever has the form open is not told that it changed.
  saveSmsSettings(db, customerId, sent, smsEditionOf(stored), now);
}

/** Replaces the settings of a customer that has one. */
export function saveSmsSettings(
  db: Writer,
  customerId: string,
  settings: readonly SmsNotificationSetting[],
  edition: Edition,
  now: number,
): void {
  updateSettings.run(db, { ...edition, customerId, smsNotificationSettings: JSON.stringify(settings), now });
}
