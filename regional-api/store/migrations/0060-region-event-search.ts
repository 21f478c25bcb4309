import type { Migration } from "./migration";

/** Counted are days and parts of them. */
const spans = [24 * 3_600_000, 4 * 3_600_000];

const columnsOf = (table: "email" | "sms") => [
  "templateType",
  ...(table === "sms" ? ["smsMessageStatus"] : []),
];

const counted = (table: "email" | "sms", row: "NEW" | "OLD", change: 1 | -1) =>
  spans
    .map(
      (span) => `
      INSERT INTO ${table}_event_counts (customerId, span, bucket, ${columnsOf(table).join(", ")}, count)
        VALUES (${row}.customerId, ${span}, ${row}.timestamp / ${span},
          ${columnsOf(table)
            .map((column) => `${row}.${column}`)
            .join(", ")}, ${change})
        ON CONFLICT DO UPDATE SET count = count ${change > 0 ? "+" : "-"} 1;`,
    )
    .join("");

const emptied = (table: "email" | "sms") =>
  spans
    .map(
      (span) => `
      DELETE FROM ${table}_event_counts WHERE customerId = OLD.customerId AND span = ${span}
        AND bucket = OLD.timestamp / ${span} AND count <= 0;`,
    )
    .join("");

/** Fills the counters of a table that has none. */
export const countEvents = (table: "email" | "sms"): string =>
  spans
    .map(
      (span) => `
    INSERT INTO ${table}_event_counts (customerId, span, bucket, ${columnsOf(table).join(", ")}, count)
      SELECT customerId, ${span}, timestamp / ${span}, ${columnsOf(table).join(", ")}, count(*)
      FROM ${table}_events GROUP BY customerId, timestamp / ${span}, ${columnsOf(table).join(", ")};`,
    )
    .join("");

const forgotten = `
      DELETE FROM email_recipients WHERE customerId = OLD.customerId AND recipient = OLD.mailRecipient
        AND NOT EXISTS (SELECT 1 FROM email_events e
          WHERE e.customerId = OLD.customerId AND e.mailRecipient = OLD.mailRecipient);`;

const remembered = `
      INSERT INTO email_recipients (customerId, recipient)
        SELECT NEW.customerId, NEW.mailRecipient
        WHERE NEW.mailRecipient <> '' AND NOT EXISTS (SELECT 1 FROM email_recipients r
          WHERE r.customerId = NEW.customerId AND r.recipient = NEW.mailRecipient);`;

/**
 * Event logs of millions of events: how many there are of each kind is counted by days and parts of days, so that neither
 * the total nor a page far down walks all of them, and each recipient stands once in a trigram index, so that a part of
 * an address finds its events. The triggers keep both; they forget a recipient with its last event.
 */
export const regionEventSearch: Migration = {
  number: 60,
  name: "region-event-search",
  file: "region",
  sql: `
    CREATE TABLE email_event_counts (
      customerId TEXT NOT NULL,
      span INTEGER NOT NULL,
      bucket INTEGER NOT NULL,
      templateType TEXT NOT NULL,
      count INTEGER NOT NULL,
      PRIMARY KEY (customerId, span, bucket, templateType)
    ) STRICT, WITHOUT ROWID;
    ${countEvents("email")}

    CREATE TABLE sms_event_counts (
      customerId TEXT NOT NULL,
      span INTEGER NOT NULL,
      bucket INTEGER NOT NULL,
      templateType TEXT NOT NULL,
      smsMessageStatus TEXT NOT NULL,
      count INTEGER NOT NULL,
      PRIMARY KEY (customerId, span, bucket, templateType, smsMessageStatus)
    ) STRICT, WITHOUT ROWID;
    ${countEvents("sms")}

    DROP INDEX email_events_recipient;
    CREATE INDEX email_events_recipient ON email_events (customerId, mailRecipient, timestamp, seq, templateType);

    CREATE TABLE email_recipients (
      seq INTEGER PRIMARY KEY,
      customerId TEXT NOT NULL,
      recipient TEXT NOT NULL,
      UNIQUE (customerId, recipient)
    ) STRICT;
    CREATE VIRTUAL TABLE email_recipient_search USING fts5 (customer, recipient, content='', tokenize='trigram');
    INSERT INTO email_recipient_search (email_recipient_search, rank) VALUES ('secure-delete', 1);
    CREATE TRIGGER email_recipients_added AFTER INSERT ON email_recipients BEGIN
      INSERT INTO email_recipient_search (rowid, customer, recipient)
        VALUES (NEW.seq, substr(NEW.customerId, -3), NEW.recipient);
    END;
    CREATE TRIGGER email_recipients_removed AFTER DELETE ON email_recipients BEGIN
      INSERT INTO email_recipient_search (email_recipient_search, rowid, customer, recipient)
        VALUES ('delete', OLD.seq, substr(OLD.customerId, -3), OLD.recipient);
    END;
    INSERT INTO email_recipients (customerId, recipient)
      SELECT DISTINCT customerId, mailRecipient FROM email_events WHERE mailRecipient <> '';

    CREATE TRIGGER email_events_added AFTER INSERT ON email_events BEGIN
      ${counted("email", "NEW", 1)}
      ${remembered}
    END;
    CREATE TRIGGER email_events_removed AFTER DELETE ON email_events BEGIN
      ${counted("email", "OLD", -1)}
      ${emptied("email")}
      ${forgotten}
    END;
    CREATE TRIGGER email_events_readdressed AFTER UPDATE OF mailRecipient ON email_events
      WHEN NEW.mailRecipient <> OLD.mailRecipient BEGIN
      ${forgotten}
      ${remembered}
    END;
    CREATE TRIGGER sms_events_added AFTER INSERT ON sms_events BEGIN
      ${counted("sms", "NEW", 1)}
    END;
    CREATE TRIGGER sms_events_removed AFTER DELETE ON sms_events BEGIN
      ${counted("sms", "OLD", -1)}
      ${emptied("sms")}
    END;
  `,
};
