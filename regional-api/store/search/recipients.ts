/** Finds recipients in the mail log by part of their address. */
import { sql as raw } from "kysely";
import { contains, reading } from "../dialect";
import type { Reader } from "../engine";
import { prepared, sql } from "../sql";
import { patternOf } from "./like";
import { recipientMatch } from "./trigrams";

/** For EXPLAIN QUERY PLAN tests. */
export const selectRecipients = prepared<{
  match: string;
  customerId: string;
  text: string;
  limit: number;
}>()((p) =>
  reading(raw<{ recipient: string }>`
      SELECT r.recipient FROM email_recipient_search s CROSS JOIN email_recipients r ON r.seq = s.rowid
      WHERE email_recipient_search MATCH ${p.match} AND r.customerId = ${p.customerId}
        AND ${contains("r.recipient", p.text)} LIMIT ${p.limit}`),
);

// Used on PostgreSQL; SQLite has trigram tables.
const like = prepared<{ customerId: string; pattern: string; limit: number }>()((p) =>
  sql
    .selectFrom("email_recipients")
    .select("recipient")
    .where("customerId", "=", p.customerId)
    .where("recipient", "like", p.pattern)
    .limit(p.limit),
);

/**
 * Returns at most `limit` recipients of a customer's mails that contain a lower-case text of three characters
 * or more.
 */
export const recipientsWith = async (
  db: Reader,
  customerId: string,
  text: string,
  limit: number,
): Promise<string[]> => {
  const found =
    db.engine === "postgres"
      ? like.all(db, { customerId, pattern: patternOf(text), limit })
      : selectRecipients.all(db, { match: recipientMatch(customerId, text), customerId, text, limit });
  return (await found).map(({ recipient }) => recipient);
};
