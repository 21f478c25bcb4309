/** The mails and messages that would have been sent (AUTH-82). */
import { newId } from "./ids";
import { adderOf } from "../store/adding";
import { literal } from "../store/dialect";
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
  /** The template of NOTIF-08..NOTIF-16 it was made from. */
  readonly templateType: string;
  readonly customerId?: string;
  readonly data?: unknown;
}

const insert = adderOf("outbox", {
  ...{ id: "text", channel: "text", recipient: "text", subject: "text", text: "text", html: "text" },
  ...{ templateType: "text", customerId: "text", data: "text", createdAt: "bigint" },
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

const selectUnsent = prepared<{ since: number; now: number; maxAttempts: number; limit: number }>()((p) =>
  sql
    .selectFrom("outbox")
    .selectAll()
    // Written out, so that SQLite sees that the index of unsent mails is enough.
    .where("channel", "=", literal("EMAIL"))
    .where("sentAt", "is", null)
    .where("createdAt", ">=", p.since)
    .where("attempts", "<", p.maxAttempts)
    .where("nextAttemptAt", "<=", p.now)
    .orderBy("createdAt")
    .orderBy("id")
    .limit(p.limit),
);

const countUnsent = prepared<{ since: number; maxAttempts: number }>()((p) =>
  sql
    .selectFrom("outbox")
    .select((row) => row.fn.countAll<number>().as("count"))
    .where("channel", "=", literal("EMAIL"))
    .where("sentAt", "is", null)
    .where("createdAt", ">=", p.since)
    .where("attempts", "<", p.maxAttempts),
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

/** For EXPLAIN QUERY PLAN tests. */
export const outboxQueries = {
  selectUnsent,
  countUnsent,
  selectNewest,
  selectNewestTo,
};

export const outbox = {
  /** Puts a message into the region's outbox, as part of the running transaction. Gives its id. */
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
    });
    return id;
  },

  /** The newest messages of one region, to one recipient when given. */
  async newest(db: Reader, limit: number, recipient?: string): Promise<Row<"outbox">[]> {
    return recipient === undefined
      ? selectNewest.all(db, { limit })
      : selectNewestTo.all(db, {
          limit,
          recipient: recipient.includes("@") ? recipient.toLowerCase() : recipient,
        });
  },

  /** Mails a mail server is to take, oldest first: not sent, not older than `since`, and due. */
  async unsent(
    db: Reader,
    wanted: { since: number; now: number; maxAttempts: number; limit: number },
  ): Promise<Row<"outbox">[]> {
    return selectUnsent.all(db, wanted);
  },

  /** How many mails a mail server is still to take: not sent, not older than `since`. */
  async waiting(db: Reader, wanted: { since: number; maxAttempts: number }): Promise<number> {
    return (await countUnsent.all(db, wanted))[0]?.count ?? 0;
  },

  async sent(db: Writer, id: string, now: number): Promise<void> {
    await markSent.run(db, { id, now });
  },

  async failed(db: Writer, id: string, nextAttemptAt: number): Promise<void> {
    await markFailed.run(db, { id, nextAttemptAt });
  },
};
