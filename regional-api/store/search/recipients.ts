/** Whom mails of the log went to, by a part of the address. */
import { sql as raw } from "kysely";
import { contains, reading } from "../dialect";
import type { Reader } from "../engine";
import { prepared } from "../sql";
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

/** At most so many recipients of a customer's mails that contain a text of three characters or more, in lower case. */
export const recipientsWith = async (
  db: Reader,
  customerId: string,
  text: string,
  limit: number,
): Promise<string[]> => {
  const match = recipientMatch(customerId, text);
  return (await selectRecipients.all(db, { match, customerId, text, limit })).map(
    ({ recipient }) => recipient,
  );
};
