/** Mails and texts to send, or to show instead of sending (AUTH-82), and their delivery state (SMS-27). */
import { newId } from "./ids";
import { batchInserter } from "../store/batch-insert";
import type { Reader, Writer } from "../store/engine";
import type { Row } from "../store/tables";
import { prepared, sql } from "../store/sql";

export interface Message {
  readonly channel: "EMAIL" | "SMS";
  /** An email address or a phone number. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
  /** The template (NOTIF-08..NOTIF-16) that the message was rendered from. */
  readonly templateType: string;
  readonly customerId?: string;
  readonly data?: unknown;
  /** True if the message counts as sent once it is stored, because it is not delivered. */
  readonly isSent?: boolean;
}

const insert = batchInserter("outbox", {
  ...{ id: "text", channel: "text", recipient: "text", subject: "text", text: "text", html: "text" },
  ...{ templateType: "text", customerId: "text", data: "text", createdAt: "bigint" },
  ...{ sentAt: "bigint" },
});

const selectNewest = prepared<{ limit: number }>()((p) =>
  sql.selectFrom("outbox").selectAll().orderBy("createdAt", "desc").orderBy("id", "desc").limit(p.limit),
);

const selectNewestTo = prepared<{ recipient: string; limit: number }>()((p) =>
  sql
    .selectFrom("outbox")
    .selectAll()
    .where("recipient", "=", p.recipient)
    .orderBy("createdAt", "desc")
    .orderBy("id", "desc")
    .limit(p.limit),
);

type Channel = Message["channel"];

/** Query for messages that are neither delivered nor given up. */
const untaken = () => sql.selectFrom("outbox").where("sentAt", "is", null).where("givenUpAt", "is", null);

const selectWaiting = prepared<{ channel: Channel; since: number; now: number; limit: number }>()((p) =>
  untaken()
    .selectAll()
    .where("channel", "=", p.channel)
    .where("createdAt", ">=", p.since)
    .where("nextAttemptAt", "<=", p.now)
    .orderBy("createdAt")
    .orderBy("id")
    .limit(p.limit),
);

const selectStillWaiting = prepared<{ id: string; now: number }>()((p) =>
  untaken().selectAll().where("id", "=", p.id).where("nextAttemptAt", "<=", p.now),
);

const selectOverdue = prepared<{ channel: Channel; before: number; limit: number }>()((p) =>
  untaken()
    .selectAll()
    .where("channel", "=", p.channel)
    .where("createdAt", "<", p.before)
    .orderBy("createdAt")
    .orderBy("id")
    .limit(p.limit),
);

const countWaiting = prepared<{ channel: Channel; since: number }>()((p) =>
  untaken()
    .select((row) => row.fn.countAll<number>().as("count"))
    .where("channel", "=", p.channel)
    .where("createdAt", ">=", p.since),
);

const markSent = prepared<{ id: string; now: number }>()((p) =>
  sql
    .updateTable("outbox")
    .set((row) => ({ sentAt: p.now, attempts: row("attempts", "+", 1) }))
    .where("id", "=", p.id),
);

const markFailed = prepared<{ id: string; nextAttemptAt: number }>()((p) =>
  sql
    .updateTable("outbox")
    .set((row) => ({ attempts: row("attempts", "+", 1), nextAttemptAt: p.nextAttemptAt }))
    .where("id", "=", p.id),
);

const markGivenUp = prepared<{ id: string; now: number; attempts: number }>()((p) =>
  sql.updateTable("outbox").set({ givenUpAt: p.now, attempts: p.attempts }).where("id", "=", p.id),
);

const markAllSent = prepared<{ channel: Channel; now: number }>()((p) =>
  sql
    .updateTable("outbox")
    .set({ sentAt: p.now })
    .where("channel", "=", p.channel)
    .where("sentAt", "is", null)
    .where("givenUpAt", "is", null),
);

/** Templates of mails with a password, a code or a link for setting a password. */
const secretTemplates: readonly string[] = [
  ...["CREATE_NEW_USER", "EMAIL_MFA", "EMAIL_RESEND_MFA", "EMAIL_RESET_PASSWORD", "EMAIL_SSO_CODE"],
];

const forgetText = prepared<{ id: string }>()((p) =>
  sql.updateTable("outbox").set({ text: "", html: null, data: null }).where("id", "=", p.id),
);

export const outbox = {
  /** Adds a message to the region's outbox. Returns its id. Call inside a transaction. */
  async add(db: Writer, message: Message, now: number): Promise<string> {
    const id = newId(now);
    await insert(db, {
      id,
      channel: message.channel,
      recipient: message.channel === "EMAIL" ? message.to.toLowerCase() : message.to,
      subject: message.subject,
      text: message.text,
      html: message.html ?? null,
      templateType: message.templateType,
      customerId: message.customerId ?? null,
      data: message.data === undefined ? null : JSON.stringify(message.data),
      createdAt: now,
      sentAt: message.isSent ? now : null,
    });
    return id;
  },

  /** Returns the newest messages of a region, optionally only those to one recipient. */
  async newest(db: Reader, limit: number, recipient?: string): Promise<Row<"outbox">[]> {
    return recipient === undefined
      ? selectNewest.all(db, { limit })
      : selectNewestTo.all(db, {
          limit,
          recipient: recipient.includes("@") ? recipient.toLowerCase() : recipient,
        });
  },

  /** Returns messages of a channel that are due and not older than `since`, oldest first. */
  async waiting(
    db: Reader,
    wanted: { channel: Channel; since: number; now: number; limit: number },
  ): Promise<Row<"outbox">[]> {
    return selectWaiting.all(db, wanted);
  },

  /** Returns a message again, if it still exists and is still due. */
  async stillWaiting(db: Reader, wanted: { id: string; now: number }): Promise<Row<"outbox"> | undefined> {
    return selectStillWaiting.get(db, wanted);
  },

  /** Returns undelivered messages of a channel that are older than `before`, oldest first. */
  async overdue(
    db: Reader,
    wanted: { channel: Channel; before: number; limit: number },
  ): Promise<Row<"outbox">[]> {
    return selectOverdue.all(db, wanted);
  },

  /** Returns the number of a channel's messages awaiting delivery that are not older than `since`. */
  async countWaiting(db: Reader, wanted: { channel: Channel; since: number }): Promise<number> {
    return (await countWaiting.all(db, wanted))[0]?.count ?? 0;
  },

  /** Marks all waiting messages of a channel as sent, without delivery. */
  async allSent(db: Writer, channel: Channel, now: number): Promise<void> {
    await markAllSent.run(db, { channel, now });
  },

  /** Removes the text of a mail with a secret, which only its recipient needs (AUTH-121). */
  async forgetSecret(db: Writer, { id, templateType }: Row<"outbox">): Promise<void> {
    if (secretTemplates.includes(templateType)) await forgetText.run(db, { id });
  },

  /** Marks a message as sent. */
  async sent(db: Writer, id: string, now: number): Promise<void> {
    await markSent.run(db, { id, now });
  },

  /** Records a failed attempt; the next one is due at `nextAttemptAt`. */
  async failed(db: Writer, id: string, nextAttemptAt: number): Promise<void> {
    await markFailed.run(db, { id, nextAttemptAt });
  },

  /** Marks a message as given up after `attempts` attempts. */
  async givenUp(db: Writer, id: string, attempts: number, now: number): Promise<void> {
    await markGivenUp.run(db, { id, attempts, now });
  },
};
