/**
 * Finds applications by part of the candidate's name or email, by part of the id, or by the candidate's phone
 * number.
 */
import { sql as raw } from "kysely";
import { anyOf, contains, hasSameEnding, endsWith, from, withoutIndex, reading } from "../dialect";
import type { Reader } from "../engine";
import { prepared, sql } from "../sql";
import { isShort, matches, matchesEach, patternOf } from "./like";
import { lookupOf } from "./trigrams";

/** A search, restricted to rows of these departments. */
export interface SearchQuery {
  readonly customerId: string;
  readonly hierarchyIds: readonly string[];
  /** The `searchKey` of a text; not empty. */
  readonly key: string;
  /** The text's words, matched in any order; empty for a single word. */
  readonly words: readonly string[];
  readonly skip: number;
  readonly limit: number;
}

type SearchScope = Omit<SearchQuery, "words" | "key">;

const matching = prepared<{ match: string; limit: number }>()((p) =>
  reading(
    raw<{
      seq: number;
    }>`SELECT rowid AS seq FROM application_search WHERE application_search MATCH ${p.match} LIMIT ${p.limit}`,
  ),
);

const found = prepared<SearchScope & { match: string }>()((p) =>
  reading(raw<{ seq: number }>`
    SELECT a.seq FROM application_search AS s CROSS JOIN applications AS a ON a.seq = s.rowid
    WHERE s.application_search MATCH ${p.match} AND a.customerId = ${p.customerId}
      AND ${anyOf("a.hierarchyId", p.hierarchyIds)}
    ORDER BY s.rowid DESC LIMIT ${p.limit} OFFSET ${p.skip}`),
);

const walked = prepared<SearchScope & { key: string }>()((p) =>
  sql
    .selectFrom(from("applications", { index: "applications_day" }))
    .select("seq")
    .where("customerId", "=", p.customerId)
    .where(anyOf(withoutIndex("hierarchyId"), p.hierarchyIds))
    .where((application) =>
      application.or(["candidateNameKey", "candidateEmail", "id"].map((column) => contains(column, p.key))),
    )
    .orderBy("createdAt", "desc")
    .limit(p.limit)
    .offset(p.skip),
);

// Compares the last seven digits first, which are indexed, and then all digits.
const ofPhone = prepared<Pick<SearchQuery, "customerId" | "hierarchyIds"> & { digits: string }>()((p) =>
  sql
    .selectFrom(from("candidates as c", { index: "candidates_phone" }))
    .crossJoin("applications as a")
    .select("a.seq")
    .whereRef("a.candidateId", "=", "c.id")
    .where("c.customerId", "=", p.customerId)
    .where(hasSameEnding("c.phoneNumber", p.digits, 7))
    .where("c.phoneNumber", "is not", null)
    // For these rows the inviter typed another number, so the stored one must not find them (INV-28).
    .where("a.invitedAs", "is", null)
    .where(endsWith("c.phoneNumber", p.digits))
    .where(anyOf("a.hierarchyId", p.hierarchyIds)),
);

// Used on PostgreSQL; SQLite has trigram tables.
const few = prepared<{ customerId: string; pattern: string; limit: number }>()((p) =>
  sql
    .selectFrom("applications")
    .select("seq")
    .where("customerId", "=", p.customerId)
    .where(matches(["candidateNameKey", "candidateEmail"], p.pattern))
    .limit(p.limit),
);
const likeEach = ({ key, words, ...wanted }: SearchQuery) => {
  const columns = ["candidateNameKey", "candidateEmail", "id"];
  const named = matchesEach(["candidateNameKey", "candidateEmail"], words.map(patternOf));
  return sql
    .selectFrom("applications")
    .select("seq")
    .where("customerId", "=", wanted.customerId)
    .where(anyOf("hierarchyId", wanted.hierarchyIds))
    .where((application) =>
      application.or([matches(columns, patternOf(key)), ...(words.length > 1 ? [named] : [])]),
    )
    .orderBy("seq", "desc")
    .limit(wanted.limit)
    .offset(wanted.skip);
};

/** For EXPLAIN QUERY PLAN tests. */
export const applicationSearches = { matching, found, walked, ofPhone };

const seqsOf = (rows: readonly { seq: number }[]) => rows.map(({ seq }) => seq);

/**
 * Returns the seqs of a customer's applications, possibly with some of other customers, that have the text in
 * the candidate's name or email; undefined if there are more than `limit`, or if the text is so common that a
 * scan soon finds matches.
 */
export async function fewApplicationsWith(
  db: Reader,
  customerId: string,
  key: string,
  limit: number,
): Promise<number[] | undefined> {
  if (db.engine === "postgres") {
    if (isShort(key)) return undefined;
    const rows = await few.all(db, { customerId, pattern: patternOf(key), limit: limit + 1 });
    return rows.length > limit ? undefined : seqsOf(rows);
  }
  const by = await lookupOf(db, "application_search", customerId, key, ["name", "email"]);
  if (by === "common") return undefined;
  const rows = by === "nothing" ? [] : await matching.all(db, { ...by, limit: limit + 1 });
  return rows.length > limit ? undefined : seqsOf(rows);
}

/** Returns the seqs of applications that have the text in a name, an email or their id, newest first. */
export async function applicationsWith(db: Reader, searched: SearchQuery): Promise<number[]> {
  const { key, words, ...wanted } = searched;
  if (db.engine === "postgres") return seqsOf(await db.all(likeEach(searched)));
  const columns = ["name", "email", "applicationId"] as const;
  const by = await lookupOf(db, "application_search", wanted.customerId, key, columns, { allOf: words });
  if (by === "nothing") return [];
  return seqsOf(
    await (by === "common" ? walked.all(db, { ...wanted, key }) : found.all(db, { ...wanted, ...by })),
  );
}

/**
 * Returns the seqs of applications with a candidate's phone number that ends with the digits (at least
 * seven), unordered.
 */
export const applicationsOfPhone = async (
  db: Reader,
  wanted: Pick<SearchQuery, "customerId" | "hierarchyIds"> & { digits: string },
): Promise<number[]> => seqsOf(await ofPhone.all(db, wanted));
