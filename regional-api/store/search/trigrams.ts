/**
 * Substring search among a million rows. The search tables are FTS5 with the trigram tokenizer, so a text of
 * three characters or more is looked up directly. A shorter one is a prefix of trigrams, so the existing
 * trigrams with that prefix are looked up instead.
 *
 * A search stays within a customer: the `customer` column holds one trigram, the end of the customer's id,
 * which keeps most rows of other customers out of the index scan. Customers may share that trigram, so
 * callers must still check the customer of the rows found.
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

/** A short text with more trigrams than this is so common that a scan soon finds rows. */
const manyTrigrams = 150;

/**
 * Chooses how to find the rows of `customerId` with a text (its `searchKey`) in one of `columns`: by `MATCH`
 * with the returned expression (rowid is the row's `seq`), by a scan if the text is short and common, or not
 * at all. Rows with all words of `allOf` match as well; if one of the words has no trigram, only rows with
 * the words adjacent, in any rotation.
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

/**
 * Returns match expressions for these words in any order; if one has no trigram, for all rotations of the
 * words.
 */
function everyWord(words: readonly string[]): string[] {
  if (words.length < 2) return [];
  if (!words.some(isShort)) return [`(${words.map(quoted).join(" AND ")})`];
  return words
    .map((_, at) => [...words.slice(at), ...words.slice(0, at)].join(" "))
    .filter((turned) => !isShort(turned))
    .map(quoted);
}

/**
 * Returns the `MATCH` expression for a customer's mail recipients that contain `text`, of three characters or
 * more.
 */
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
 * Returns existing trigrams with the prefix `start`, each found by one index step; at most `most` + 1. The
 * trigrams after "abc" are those from "abc " on, since a trigram has three characters.
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
