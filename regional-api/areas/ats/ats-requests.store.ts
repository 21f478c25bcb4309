/** The log of requests exchanged with applicant-tracking systems. */
import { findBy } from "../../core/statements.store";
import { anyOf } from "../../store/dialect";
import type { Reader } from "../../store/engine";
import type { Row } from "../../store/tables";
import { prepared, sql } from "../../store/sql";

export type AtsRequest = Row<"ats_requests">;

/** Empty criteria do not filter. Times are in milliseconds; both ends are inclusive. */
export interface AtsRequestSearch extends Pick<AtsRequest, "customerId" | "atsName"> {
  readonly requestType?: string | null | undefined;
  readonly masterId?: string | null | undefined;
  readonly externalTenantId?: string | null | undefined;
  readonly status?: AtsRequest["status"] | null | undefined;
  readonly createdAtFrom?: number | null | undefined;
  readonly createdAtTo?: number | null | undefined;
}

// Both indexes that begin with the customer and the ATS contain all columns used here.
function matching(search: AtsRequestSearch) {
  let query = sql
    .selectFrom("ats_requests")
    .where("customerId", "=", search.customerId)
    .where("atsName", "=", search.atsName);
  for (const column of ["masterId", "requestType", "status", "externalTenantId"] as const) {
    const value = search[column];
    if (value) query = query.where(column, "=", value);
  }
  if (search.createdAtFrom != null) query = query.where("createdAt", ">=", search.createdAtFrom);
  if (search.createdAtTo != null) query = query.where("createdAt", "<=", search.createdAtTo);
  return query;
}

export const countQuery = (search: AtsRequestSearch, end: number) =>
  sql
    .selectFrom(matching(search).select("seq").limit(end).as("counted"))
    .select((select) => select.fn.countAll<number>().as("count"));

// Rows are wide, so the query finds a page's seqs on the index first and then reads only those rows.
export const pageQuery = (search: AtsRequestSearch, { limit, offset }: { limit: number; offset: number }) =>
  matching(search)
    .select("seq")
    .orderBy("createdAt", "desc")
    .orderBy("seq", "desc")
    .limit(limit)
    .offset(offset);

const selectBySeqs = prepared<{ seqs: readonly number[] }>()((p) =>
  sql.selectFrom("ats_requests").selectAll().where(anyOf("seq", p.seqs)),
);

/** Returns the number of matches, counting up to `end`. */
export const countAtsRequests = async (db: Reader, search: AtsRequestSearch, end: number): Promise<number> =>
  (await db.get(countQuery(search, end)))?.count ?? 0;

/** Returns a page of matching requests, newest first. */
export async function listAtsRequests(
  db: Reader,
  search: AtsRequestSearch,
  page: { limit: number; offset: number },
): Promise<AtsRequest[]> {
  const seqs = (await db.all(pageQuery(search, page))).map(({ seq }) => seq);
  const rows = new Map((await selectBySeqs.all(db, { seqs })).map((row) => [row.seq, row]));
  return seqs.flatMap((seq) => rows.get(seq) ?? []);
}

export const findAtsRequest = findBy("ats_requests", "id");
