/**
 * Candidates of all vacancies who completed the assessment of their current stage, by time of completion
 * (HOME-11). A partial index covers unviewed candidates, so both lists are counted and paged on an index
 * only.
 */
import { anyOf, from, literal, noLimit, orderOf } from "../../store/dialect";
import type { Reader } from "../../store/engine";
import { forms, sql } from "../../store/sql";
import { ofActiveVacancies, type OrderedPage } from "./applications-of-all-vacancies.store";
import type { ApplicationStatus } from "../../store/tables/hiring";

export interface CompletedFilter {
  readonly customerId: string;
  /** Only applications of these departments. */
  readonly hierarchyIds: readonly string[];
  readonly isUnviewed: boolean;
  readonly statuses?: readonly ApplicationStatus[];
  /** Inclusive. */
  readonly submittedFrom?: number | undefined;
  /** Exclusive. */
  readonly submittedBefore?: number | undefined;
}

const form = { fixed: ["isUnviewed", "order"], each: ["statuses"] } as const;

const completedQuery = (asked: CompletedFilter) =>
  sql
    .selectFrom(
      from("applications", { index: asked.isUnviewed ? "applications_unviewed" : "applications_completed" }),
    )
    .where("customerId", "=", asked.customerId)
    .where("assessmentSubmittedAt", "is not", null)
    .$if(asked.isUnviewed, (query) =>
      query
        // A literal lets SQLite prove that the partial index applies.
        .where("assessmentIsViewed", "=", literal(0 as const))
        // De-identified candidates have no answers left to view.
        .where("candidateNameKey", "<>", literal("")),
    )
    // Before the lookups of the department and the vacancy: SQLite tests each row in this order.
    .$if(asked.statuses !== undefined, (query) => query.where("status", "in", asked.statuses ?? []))
    .where(anyOf("hierarchyId", asked.hierarchyIds))
    .where(ofActiveVacancies(asked.customerId))
    .$if(asked.submittedFrom !== undefined, (query) =>
      query.where("assessmentSubmittedAt", ">=", asked.submittedFrom ?? 0),
    )
    .$if(asked.submittedBefore !== undefined, (query) =>
      query.where("assessmentSubmittedAt", "<", asked.submittedBefore ?? noLimit),
    );

const counts = forms<CompletedFilter & { readonly end: number }>(form)(({ end, ...asked }) =>
  sql
    .selectFrom(completedQuery(asked).select("seq").limit(end).as("counted"))
    .select((all) => all.fn.countAll<number>().as("count")),
);

const pages = forms<CompletedFilter & OrderedPage>(form)(({ order, limit, offset, ...asked }) =>
  completedQuery(asked)
    .select("seq")
    .orderBy("assessmentSubmittedAt", orderOf("assessmentSubmittedAt?", order))
    .orderBy("seq", order)
    .limit(limit)
    .offset(offset),
);

/** For EXPLAIN QUERY PLAN tests. */
export const completedCountQuery = (filter: CompletedFilter, end: number) => counts({ ...filter, end });
/** For EXPLAIN QUERY PLAN tests. */
export const completedPageQuery = (filter: CompletedFilter, page: OrderedPage) =>
  pages({ ...filter, ...page });

const isEmpty = ({ hierarchyIds, statuses }: CompletedFilter) =>
  hierarchyIds.length === 0 || statuses?.length === 0;

/** Returns the number of matches, counting up to `end`. */
export const countCompleted = async (db: Reader, filter: CompletedFilter, end: number): Promise<number> =>
  isEmpty(filter) ? 0 : ((await db.get(completedCountQuery(filter, end)))?.count ?? 0);

/** Returns the seqs of one page, in order. */
export const completedSeqs = async (
  db: Reader,
  filter: CompletedFilter,
  page: OrderedPage,
): Promise<number[]> =>
  isEmpty(filter) ? [] : (await db.all(completedPageQuery(filter, page))).map(({ seq }) => seq);
