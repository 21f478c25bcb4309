/** Finds audit entries by words of the object's name. */
import { sql as raw, type RawBuilder } from "kysely";
import { anyOf, writing } from "../dialect";
import type { Writer } from "../engine";
import { prepared } from "../sql";
import { byEngine } from "../by-engine";
import { searchKey } from "../../../shared/search-key";
import { quoted } from "./trigrams";

/** Returns the words of a name, as both engines index them. */
export const wordsOfName = (name: string): string[] => [
  ...new Set(searchKey(name).match(/[\p{L}\p{N}]+/gu) ?? []),
];

const insertWords = prepared<{ seq: number; name: string; words: string[] }>()((p) =>
  writing(
    byEngine({
      sqlite: raw`INSERT INTO record_search (rowid, name) VALUES (${p.seq}, ${p.name})`,
      postgres: raw`INSERT INTO record_search (seq, words) VALUES (${p.seq}, array_to_tsvector(${raw.val(p.words)}::text[]))`,
    }),
  ),
);

/** Indexes an entry under the words of a name. */
export const addWords = async (db: Writer, seq: number, name: string): Promise<void> =>
  void (await insertWords.run(db, { seq, name: wordsOfName(name).join(" "), words: wordsOfName(name) }));

/** Removes entries from the word index. */
export const removeWords = async (db: Writer, seqs: readonly number[]): Promise<void> =>
  void (await db.run(
    writing(
      byEngine({
        sqlite: raw`DELETE FROM record_search WHERE ${anyOf("rowid", seqs)}`,
        postgres: raw`DELETE FROM record_search WHERE ${anyOf("seq", seqs)}`,
      }),
    ),
  ));

/** Query for the entries with names that have, for each of `begins`, a word starting with it. */
export const entriesWithWords = (begins: readonly string[]): RawBuilder<{ seq: number }> => {
  const match = begins.map((word) => `${quoted(word)} *`).join(" AND ");
  const query = begins
    .flatMap(wordsOfName)
    .map((word) => `${word}:*`)
    .join(" & ");
  return byEngine<{ seq: number }>({
    sqlite: raw`(SELECT rowid AS seq FROM record_search WHERE record_search MATCH ${match})`,
    postgres: raw`(SELECT seq FROM record_search WHERE words @@ ${query}::tsquery)`,
  });
};
