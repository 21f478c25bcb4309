/** Mails to and about a customer: into the outbox and, as sent, into the customer's event log. */
import { newId } from "../../core/ids";
import type { Writer } from "../../store/engine";
import { templateInForce } from "./notification-settings.store";
import { outbox, type Message } from "../../core/outbox.store";
import type { Row } from "../../store/tables";
import { prepared, sql } from "../../store/sql";

/** Who mails come from when the customer has no address of its own. */
const productSender = "no-reply@edge.example";

const selectSender = prepared<{ customerId: string }>()((p) =>
  sql
    .selectFrom("email_domains")
    .select("emailAddress")
    .where("customerId", "=", p.customerId)
    .where("isCustomizedEmailDomainEnabled", "=", 1)
    .where("verificationStatus", "=", "SUCCESS"),
);

const insertEvent = prepared<Omit<Row<"email_events">, "seq">>()((p) =>
  sql.insertInto("email_events").values({
    id: p.id,
    customerId: p.customerId,
    eventType: p.eventType,
    mailMessageId: p.mailMessageId,
    mailRecipient: p.mailRecipient,
    mailSender: p.mailSender,
    masterId: p.masterId,
    assessmentId: p.assessmentId,
    subject: p.subject,
    templateId: p.templateId,
    templateType: p.templateType,
    timestamp: p.timestamp,
  }),
);

/** For EXPLAIN QUERY PLAN tests. */
export const sentMailQueries = { selectSender };

export interface CustomerMail extends Pick<
  Message,
  "to" | "subject" | "text" | "html" | "templateType" | "data"
> {
  readonly customerId: string;
  readonly masterId?: string;
  readonly assessmentId?: string;
  /** As in the templates' names, "en-US" unless told otherwise. */
  readonly language?: string;
}

/** Sends a mail as part of the running transaction. Gives the message's id in the outbox. */
export function sendCustomerMail(db: Writer, mail: CustomerMail, now: number): string {
  const { customerId, masterId = null, assessmentId = null, language = "en-US", ...message } = mail;
  const mailMessageId = outbox.add(db, { ...message, channel: "EMAIL", customerId }, now);
  insertEvent.run(db, {
    id: newId(now),
    customerId,
    eventType: "Send",
    mailMessageId,
    mailRecipient: message.to.toLowerCase(),
    mailSender: selectSender.get(db, { customerId })?.emailAddress ?? productSender,
    masterId,
    assessmentId,
    subject: message.subject,
    templateId: templateInForce(db, customerId, language, { name: message.templateType, type: "EMAIL" }),
    templateType: message.templateType,
    timestamp: now,
  });
  return mailMessageId;
}
