/**
 * Finding a part of a text among a million rows. The search tables are FTS5 with the trigram tokenizer:
 * a text of three characters or more is looked up as it is. A shorter one is the beginning of trigrams,
 * so the trigrams in use that begin with it are looked up instead.
 *
 * A search never leaves a customer: its `customer` column holds one trigram, the end of the customer's
 * id, which keeps other customers' rows out of the index walk. Since two customers may share that
 * trigram, the rows found must still be checked for the customer.
 */
import { sql as raw } from "kysely";
import { reading } from "../dialect";
import type { Reader } from "../engine";
import { prepared } from "../sql";

interface SearchColumns {
  application_search: "name" | "email" | "applicationId";
  vacancy_search: "title" | "externalVacancyId";
}

const isShort = (key: string) => [...key].length < 3;

export const quoted = (trigrams: string) => `"${trigrams.replaceAll('"', '""')}"`;

/** A short text that begins more trigrams than this is in so many rows that a walk meets them soon. */
const manyTrigrams = 150;

/**
 * How rows of `customerId` are found that contain a text, given as its `searchKey`, in one of `columns`: by the right-hand
 * side of `MATCH` (the table's rowid is the row's `seq`), by a walk since it is short and common, or not at all. Rows
 * are found as well that have each of the words `allOf`; where one of them has no trigram, all side by side, begun with any.
 */
export async function lookupOf<Table extends keyof SearchColumns>(
  db: Reader,
  table: Table,
  customerId: string,
  key: string,
  columns: readonly SearchColumns[Table][],
  { allOf = [], maxTrigrams = manyTrigrams }: { allOf?: readonly string[]; maxTrigrams?: number } = {},
): Promise<{ readonly match: string } | "common" | "nothing"> {
  if (key === "") return "nothing";
  const terms = isShort(key) ? await trigramsFrom(db, table, key, maxTrigrams) : [key];
  if (terms.length === 0) return "nothing";
  if (terms.length > maxTrigrams) return "common";
  const any = [...terms.map(quoted), ...everyWord(allOf)].join(" OR ");
  return { match: `customer:${quoted(customerId.slice(-3))} AND {${columns.join(" ")}}:(${any})` };
}

/** How a column is sought that has these words in any order; with a word that has no trigram, the orders begun with each. */
function everyWord(words: readonly string[]): string[] {
  if (words.length < 2) return [];
  if (!words.some(isShort)) return [`(${words.map(quoted).join(" AND ")})`];
  return words
    .map((_, at) => [...words.slice(at), ...words.slice(0, at)].join(" "))
    .filter((turned) => !isShort(turned))
    .map(quoted);
}

/** The right-hand side of `MATCH` for mail recipients of a customer that contain `text`, three characters or more. */
export const recipientMatch = (customerId: string, text: string): string =>
  `customer:${quoted(customerId.slice(-3))} AND recipient:${quoted(text)}`;

const trigramsOf = (table: keyof SearchColumns) => {
  const terms = raw.table(`${table}_terms`);
  return prepared<{ start: string; end: string; limit: number }>()(({ start, end, limit }) =>
    reading(raw<{ term: string }>`
      WITH RECURSIVE found (term) AS (
        SELECT (SELECT term FROM ${terms} WHERE term >= ${start} LIMIT 1)
        UNION ALL
        SELECT (SELECT term FROM ${terms} WHERE term >= found.term || ' ' LIMIT 1)
        FROM found WHERE found.term >= ${start} AND found.term < ${end}
      )
      SELECT term FROM found WHERE term >= ${start} AND term < ${end} LIMIT ${limit}`),
  );
};
const trigrams = {
  application_search: trigramsOf("application_search"),
  vacancy_search: trigramsOf("vacancy_search"),
};

/**
 * The trigrams in use that begin with `start`, each found by one step of the index; at most one more than `most`.
 * Those that follow "abc" are the ones from "abc " on, since a trigram has three characters.
 */
const trigramsFrom = async (
  db: Reader,
  table: keyof SearchColumns,
  start: string,
  most: number,
): Promise<string[]> =>
  (await trigrams[table].all(db, { start, end: `${start}\u{10FFFF}`, limit: most + 1 })).map(
    ({ term }) => term,
  );
