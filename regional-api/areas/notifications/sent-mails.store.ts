/** Queues a customer's mails in the outbox and logs each as sent in the customer's event log. */
import { newId } from "../../core/ids";
import type { Writer } from "../../store/engine";
import { effectiveTemplate } from "./notification-settings.store";
import { outbox, type Message } from "../../core/outbox.store";
import { batchInserter } from "../../store/batch-insert";
import { anyOf } from "../../store/dialect";
import { prepared, sql } from "../../store/sql";
import { batchLoader } from "../../store/batch-loader";

/** Placeholder stored as sender of an event if the customer has no address of its own; see shownSender. */
const installation = "no-reply@edge.example";

/** Returns the sender to display for an event: the customer's own address, or the one in MAIL_FROM. */
export const shownSender = (mailSender: string, mailFrom: string): string =>
  mailSender === installation ? (/<([^<>]+)>\s*$/.exec(mailFrom)?.[1] ?? mailFrom).trim() : mailSender;

const selectSender = prepared<{ customerIds: readonly string[] }>()((p) =>
  sql
    .selectFrom("email_domains")
    .select(["customerId", "emailAddress"])
    .where(anyOf("customerId", p.customerIds))
    .where("isCustomizedEmailDomainEnabled", "=", 1)
    .where("verificationStatus", "=", "SUCCESS"),
);

const addEvent = batchInserter("email_events", {
  ...{ id: "text", customerId: "text", eventType: "text", mailMessageId: "text", mailRecipient: "text" },
  ...{ mailSender: "text", masterId: "text", assessmentId: "text", subject: "text", templateId: "text" },
  ...{ templateType: "text", timestamp: "bigint" },
});

const senderOf = batchLoader(
  async (db, customerIds) =>
    new Map((await selectSender.all(db, { customerIds })).map((one) => [one.customerId, one.emailAddress])),
);

const selectMailEvents = prepared<{ mailMessageId: string }>()((p) =>
  sql
    .selectFrom("email_events")
    .selectAll()
    .where("mailMessageId", "=", p.mailMessageId)
    .orderBy("timestamp"),
);

/**
 * Logs that a mail bounced (MAIL-27). Personal data erased from the log stays erased. Call inside a
 * transaction.
 */
export async function bounceMail(db: Writer, mailMessageId: string, now: number): Promise<void> {
  const [first] = await selectMailEvents.all(db, { mailMessageId });
  if (!first) return;
  const { seq: _, ...event } = first;
  await addEvent(db, { ...event, id: newId(now), eventType: "Bounce", timestamp: now });
}

export interface CustomerMail extends Pick<
  Message,
  "to" | "subject" | "text" | "html" | "templateType" | "data"
> {
  readonly customerId: string;
  readonly masterId?: string;
  readonly assessmentId?: string;
  /** Language in the name of the template; defaults to "en-US". */
  readonly language?: string;
}

/** Queues a mail. Returns its message id in the outbox. Call inside a transaction. */
export async function sendCustomerMail(db: Writer, mail: CustomerMail, now: number): Promise<string> {
  const { customerId, masterId = null, assessmentId = null, language = "en-US", ...message } = mail;
  const mailMessageId = await outbox.add(db, { ...message, channel: "EMAIL", customerId }, now);
  await addEvent(db, {
    id: newId(now),
    customerId,
    eventType: "Send",
    mailMessageId,
    mailRecipient: message.to.toLowerCase(),
    mailSender: (await senderOf(db, customerId)) ?? installation,
    masterId,
    assessmentId,
    subject: message.subject,
    templateId: await effectiveTemplate(db, customerId, language, {
      name: message.templateType,
      type: "EMAIL",
    }),
    templateType: message.templateType,
    timestamp: now,
  });
  return mailMessageId;
}
