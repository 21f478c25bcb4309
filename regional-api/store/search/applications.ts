/** Applications by a part of their candidate's name or email or of their own id, or by their candidate's phone number. */
import { sql as raw } from "kysely";
import { anyOf, contains, from, notByIndex, reading } from "../dialect";
import type { Reader } from "../engine";
import { prepared, sql } from "../sql";
import { lookupOf } from "./trigrams";

/** What is looked for, and which of it: rows of these departments alone. */
export interface Searched {
  readonly customerId: string;
  readonly hierarchyIds: readonly string[];
  /** The `searchKey` of a text, not empty. */
  readonly key: string;
  /** The words of it that a name may have in any order; none for a single one. */
  readonly words: readonly string[];
  readonly skip: number;
  readonly limit: number;
}

type Found = Omit<Searched, "words" | "key">;

const matching = prepared<{ match: string; limit: number }>()((p) =>
  reading(
    raw<{
      seq: number;
    }>`SELECT rowid AS seq FROM application_search WHERE application_search MATCH ${p.match} LIMIT ${p.limit}`,
  ),
);

const found = prepared<Found & { match: string }>()((p) =>
  reading(raw<{ seq: number }>`
    SELECT a.seq FROM application_search AS s CROSS JOIN applications AS a ON a.seq = s.rowid
    WHERE s.application_search MATCH ${p.match} AND a.customerId = ${p.customerId}
      AND ${anyOf("a.hierarchyId", p.hierarchyIds)}
    ORDER BY s.rowid DESC LIMIT ${p.limit} OFFSET ${p.skip}`),
);

const walked = prepared<Found & { key: string }>()((p) =>
  sql
    .selectFrom(from("applications", { index: "applications_day" }))
    .select("seq")
    .where("customerId", "=", p.customerId)
    .where(anyOf(notByIndex("hierarchyId"), p.hierarchyIds))
    .where((application) =>
      application.or(["candidateNameKey", "candidateEmail", "id"].map((column) => contains(column, p.key))),
    )
    .orderBy("createdAt", "desc")
    .limit(p.limit)
    .offset(p.skip),
);

// By the last seven digits, which are in the index, and then by all.
const ofPhone = prepared<Pick<Searched, "customerId" | "hierarchyIds"> & { digits: string }>()((p) =>
  reading(raw<{ seq: number }>`
    SELECT a.seq FROM candidates AS c INDEXED BY candidates_phone CROSS JOIN applications AS a ON a.candidateId = c.id
    WHERE c.customerId = ${p.customerId} AND substr(c.phoneNumber, -7) = substr(${p.digits}, -7)
      AND c.phoneNumber IS NOT NULL AND substr(c.phoneNumber, -length(${p.digits})) = ${p.digits}
      AND ${anyOf("a.hierarchyId", p.hierarchyIds)}`),
);

/** For EXPLAIN QUERY PLAN tests. */
export const applicationSearches = { matching, found, walked, ofPhone };

const seqsOf = (rows: readonly { seq: number }[]) => rows.map(({ seq }) => seq);

/**
 * The seqs of a customer's applications, and perhaps of some others', whose candidate's name or email has a text in it;
 * undefined for more than `limit` and for a text that any walk soon meets.
 */
export async function fewApplicationsWith(
  db: Reader,
  customerId: string,
  key: string,
  limit: number,
): Promise<number[] | undefined> {
  const by = await lookupOf(db, "application_search", customerId, key, ["name", "email"]);
  if (by === "common") return undefined;
  const rows = by === "nothing" ? [] : await matching.all(db, { ...by, limit: limit + 1 });
  return rows.length > limit ? undefined : seqsOf(rows);
}

/** The seqs of those that have the text in a name, an email or their id, newest first. */
export async function applicationsWith(db: Reader, { key, words, ...wanted }: Searched): Promise<number[]> {
  const columns = ["name", "email", "applicationId"] as const;
  const by = await lookupOf(db, "application_search", wanted.customerId, key, columns, { allOf: words });
  if (by === "nothing") return [];
  return seqsOf(
    await (by === "common" ? walked.all(db, { ...wanted, key }) : found.all(db, { ...wanted, ...by })),
  );
}

/** The seqs of those whose candidate's phone number ends with at least seven digits, in no order. */
export const applicationsOfPhone = async (
  db: Reader,
  wanted: Pick<Searched, "customerId" | "hierarchyIds"> & { digits: string },
): Promise<number[]> => seqsOf(await ofPhone.all(db, wanted));
