/** The log of requests exchanged with applicant-tracking systems. */
import type { Reader } from "../../store/engine";
import type { Row } from "../../store/tables";
import { prepared, sql } from "../../store/sql";

export type AtsRequest = Row<"ats_requests">;

/** Empty parts do not narrow the search; times are milliseconds, both ends included. */
export interface AtsRequestSearch extends Pick<AtsRequest, "customerId" | "atsName"> {
  readonly requestType?: string | null | undefined;
  readonly masterId?: string | null | undefined;
  readonly externalTenantId?: string | null | undefined;
  readonly status?: AtsRequest["status"] | null | undefined;
  readonly createdAtFrom?: number | null | undefined;
  readonly createdAtTo?: number | null | undefined;
}

// Each of the two indexes that begin with the customer and the ATS holds every column named here.
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

const countQuery = (search: AtsRequestSearch, end: number) =>
  sql
    .selectFrom(matching(search).select("seq").limit(end).as("counted"))
    .select((select) => select.fn.countAll<number>().as("count"));

// The rows are wide: a page deep in the list is found on the index alone, and only its rows are read.
const pageQuery = (search: AtsRequestSearch, { limit, offset }: { limit: number; offset: number }) =>
  matching(search)
    .select("seq")
    .orderBy("createdAt", "desc")
    .orderBy("seq", "desc")
    .limit(limit)
    .offset(offset);

const selectBySeq = prepared<{ seq: number }>()((p) =>
  sql.selectFrom("ats_requests").selectAll().where("seq", "=", p.seq),
);

const selectById = prepared<{ id: string }>()((p) =>
  sql.selectFrom("ats_requests").selectAll().where("id", "=", p.id),
);

/** For EXPLAIN QUERY PLAN tests. */
export const atsRequestQueries = { countQuery, pageQuery, selectBySeq, selectById };

/** How many match; counting ends at `end`. */
export const countAtsRequests = (db: Reader, search: AtsRequestSearch, end: number): number =>
  db.get(countQuery(search, end))?.count ?? 0;

/** A part of the matching requests, newest first. */
export function listAtsRequests(
  db: Reader,
  search: AtsRequestSearch,
  page: { limit: number; offset: number },
): AtsRequest[] {
  return db
    .all(pageQuery(search, page))
    .map(({ seq }) => selectBySeq.get(db, { seq }))
    .filter((row) => row !== undefined);
}

export const findAtsRequest = (db: Reader, id: string) => selectById.get(db, { id });
