/**
 * Candidates of all active vacancies who have waited for a decision longer than their stage's limit, by due
 * date (PIPE-03). Counted and paged on an index only.
 */
import { waitingStatuses } from "../../../shared/application-statuses";
import { anyOf, from, orderOf } from "../../store/dialect";
import type { Reader } from "../../store/engine";
import { forms, sql } from "../../store/sql";
import { ofActiveVacancies, type OrderedPage } from "./applications-of-all-vacancies.store";

export interface OverdueFilter {
  readonly customerId: string;
  /** Only applications of these departments. */
  readonly hierarchyIds: readonly string[];
  readonly now: number;
}

const overdue = (asked: OverdueFilter) =>
  sql
    .selectFrom(from("applications", { index: "applications_due" }))
    .where("customerId", "=", asked.customerId)
    .where("stageDueAt", "is not", null)
    .where("stageDueAt", "<", asked.now)
    .where("status", "in", waitingStatuses)
    .where(anyOf("hierarchyId", asked.hierarchyIds))
    .where(ofActiveVacancies(asked.customerId));

const counts = forms<OverdueFilter & { readonly end: number }>({ fixed: [], each: [] })(({ end, ...asked }) =>
  sql
    .selectFrom(overdue(asked).select("seq").limit(end).as("counted"))
    .select((all) => all.fn.countAll<number>().as("count")),
);

const pages = forms<OverdueFilter & OrderedPage>({ fixed: ["order"], each: [] })(
  ({ order, limit, offset, ...asked }) =>
    overdue(asked)
      .select("seq")
      .orderBy("stageDueAt", orderOf("stageDueAt?", order))
      .orderBy("seq", order)
      .limit(limit)
      .offset(offset),
);

/** For EXPLAIN QUERY PLAN tests. */
export const overduePage = (filter: OverdueFilter, page: OrderedPage) => pages({ ...filter, ...page });

/** Returns the number of matches, counting up to `end`. */
export const countOverdue = async (db: Reader, filter: OverdueFilter, end: number): Promise<number> =>
  filter.hierarchyIds.length === 0 ? 0 : ((await db.get(counts({ ...filter, end })))?.count ?? 0);

/** Returns the seqs of one page, in order. */
export const overdueSeqs = async (db: Reader, filter: OverdueFilter, page: OrderedPage): Promise<number[]> =>
  filter.hierarchyIds.length === 0 ? [] : (await db.all(overduePage(filter, page))).map(({ seq }) => seq);
