/** Entries of the record by words of what they are about is called. */
import { sql as raw, type RawBuilder } from "kysely";
import { writing } from "../dialect";
import type { Writer } from "../engine";
import { prepared } from "../sql";
import { quoted } from "./trigrams";

const insertWords = prepared<{ seq: number; name: string }>()((p) =>
  writing(raw`INSERT INTO record_search (rowid, name) VALUES (${p.seq}, ${p.name})`),
);

/** Has an entry be found by the words of a name. */
export const addWords = async (db: Writer, seq: number, name: string): Promise<void> =>
  void (await insertWords.run(db, { seq, name }));

/** Forgets the words of all entries up to this one, which are still there. */
export const removeWords = async (db: Writer, upTo: number): Promise<void> =>
  void (await db.run(
    writing(
      raw`DELETE FROM record_search WHERE rowid IN (SELECT seq FROM record_entries WHERE seq <= ${upTo})`,
    ),
  ));

/** The entries whose names have words that begin with each of these. */
export const entriesWithWords = (begins: readonly string[]): RawBuilder<{ seq: number }> => {
  const match = begins.map((word) => `${quoted(word)} *`).join(" AND ");
  return raw<{ seq: number }>`(SELECT rowid AS seq FROM record_search WHERE record_search MATCH ${match})`;
};
