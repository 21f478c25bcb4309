/**
 * Finding a part of a text among a million rows. The search tables are FTS5 with the trigram tokenizer:
 * a text of three characters or more is looked up as it is. A shorter one is the beginning of trigrams,
 * so the trigrams in use that begin with it are looked up instead.
 *
 * A search never leaves a customer: its `customer` column holds one trigram, the end of the customer's
 * id, which keeps other customers' rows out of the index walk. Since two customers may share that
 * trigram, the rows found must still be checked for the customer.
 */
import { searchKey } from "../domain/text";
import type { Database } from "./database";

interface SearchColumns {
  application_search: "name" | "email" | "applicationId";
  vacancy_search: "title" | "externalVacancyId";
}

/** Whether a key has no trigram of its own. */
export const isShort = (key: string) => [...key].length < 3;

const quoted = (trigrams: string) => `"${trigrams.replaceAll('"', '""')}"`;

/**
 * The right-hand side of `MATCH` for rows of `customerId` that contain `text` in one of `columns`,
 * ignoring case and accents; undefined when nothing can match. The table's rowid is the row's `seq`.
 */
export function matchExpression<Table extends keyof SearchColumns>(
  db: Database,
  table: Table,
  customerId: string,
  text: string,
  columns: readonly SearchColumns[Table][],
): string | undefined {
  const key = searchKey(text);
  if (key === "") return undefined;
  const terms = isShort(key) ? trigramsFrom(db, table, key) : [key];
  return matchOfTerms(terms, customerId, columns);
}

/** The same for rows that contain any of `terms`, which are trigrams or longer. */
export function matchOfTerms(
  terms: readonly string[],
  customerId: string,
  columns: readonly string[],
): string | undefined {
  if (terms.length === 0) return undefined;
  return `customer:${quoted(customerId.slice(-3))} AND {${columns.join(" ")}}:(${terms.map(quoted).join(" OR ")})`;
}

/** The right-hand side of `MATCH` for mail recipients of a customer that contain `text`, three characters or more. */
export const recipientMatch = (customerId: string, text: string): string =>
  `customer:${quoted(customerId.slice(-3))} AND recipient:${quoted(text)}`;

/**
 * The trigrams in use that begin with `start`, each found by one step of the index; at most one more than `limit`.
 * Those that follow "abc" are the ones from "abc " on, since a trigram has three characters.
 */
export function trigramsFrom(
  db: Database,
  table: keyof SearchColumns,
  start: string,
  limit = 100_000,
): string[] {
  return db
    .statement<{ term: string }>(
      `WITH RECURSIVE found (term) AS (
         SELECT (SELECT term FROM ${table}_terms WHERE term >= @start LIMIT 1)
         UNION ALL
         SELECT (SELECT term FROM ${table}_terms WHERE term >= found.term || ' ' LIMIT 1)
         FROM found WHERE found.term >= @start AND found.term < @end
       )
       SELECT term FROM found WHERE term >= @start AND term < @end LIMIT @limit`,
    )
    .all({ start, end: `${start}\u{10FFFF}`, limit: limit + 1 })
    .map((row) => row.term);
}
