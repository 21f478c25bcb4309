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
  const terms = [...key].length < 3 ? trigramsFrom(db, table, key) : [key];
  if (terms.length === 0) return undefined;
  return `customer:${quoted(customerId.slice(-3))} AND {${columns.join(" ")}}:(${terms.map(quoted).join(" OR ")})`;
}

function trigramsFrom(db: Database, table: keyof SearchColumns, start: string): string[] {
  return db
    .statement<{ term: string }>(`SELECT term FROM ${table}_terms WHERE term >= ? AND term < ?`)
    .all(start, `${start}\u{10FFFF}`)
    .map((row) => row.term);
}
