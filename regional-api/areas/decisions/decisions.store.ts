/**
 * Register of decisions made by rules (DEC-01): first those awaiting review, then all others. Each part is
 * counted and paged on a single index that covers all filters.
 */
import { expressionBuilder } from "kysely";
import { rowAmong, selectByIds, updateBy } from "../../core/statements.store";
import { anyOf, from, literal, noLimit } from "../../store/dialect";
import type { Reader } from "../../store/engine";
import { forms, prepared, sql } from "../../store/sql";
import type { Row, Tables } from "../../store/tables";

export type Decision = Row<"rule_decisions">;

export const reviewStates = ["WAITING", "UNREVIEWED", "REVIEWED", "CONFIRMED", "CHANGED"] as const;
type ReviewState = (typeof reviewStates)[number];

export interface DecisionFilter {
  readonly customerId: string;
  /** Only decisions of these departments; omitted if the caller may see all. */
  readonly hierarchyIds?: readonly string[] | undefined;
  readonly vacancyIds?: readonly string[] | undefined;
  readonly workflowIds?: readonly string[] | undefined;
  readonly results?: readonly Decision["result"][] | undefined;
  readonly review?: ReviewState | undefined;
  /** Only contested decisions: with an open contest, or with any. */
  readonly contest?: "OPEN" | "ANY" | undefined;
  /** Inclusive. */
  readonly from?: number | undefined;
  /** Exclusive. */
  readonly before?: number | undefined;
}

type Order = "asc" | "desc";

const form = {
  fixed: ["isWaiting", "review", "contest", "order"],
  each: ["vacancyIds", "workflowIds", "results"],
} as const;
const decision = expressionBuilder<Pick<Tables, "rule_decisions">, "rule_decisions">();

type Part = DecisionFilter & { readonly isWaiting: 0 | 1 };

const rowsOf = (asked: Part) => {
  const { vacancyIds, workflowIds, results, review, contest } = asked;
  const [only, ...others] = vacancyIds ?? [];
  const index = only !== undefined && others.length === 0 ? "rule_decisions_vacancy" : "rule_decisions_list";
  return (
    sql
      .selectFrom(from("rule_decisions", { index }))
      .where("customerId", "=", asked.customerId)
      .$if(vacancyIds !== undefined, (query) =>
        only !== undefined && others.length === 0
          ? query.where("vacancyId", "=", only)
          : query.where("vacancyId", "in", vacancyIds ?? []),
      )
      // A literal lets both engines walk the index in its order.
      .where("isWaiting", "=", literal(asked.isWaiting))
      .$if(asked.hierarchyIds !== undefined, (query) =>
        query.where(anyOf("hierarchyId", asked.hierarchyIds ?? [])),
      )
      .$if(workflowIds !== undefined, (query) => query.where("workflowId", "in", workflowIds ?? []))
      .$if(results !== undefined, (query) => query.where("result", "in", results ?? []))
      .$if(review === "UNREVIEWED", (query) => query.where("verdict", "is", null))
      .$if(review === "REVIEWED", (query) => query.where("verdict", "is not", null))
      .$if(review === "CONFIRMED" || review === "CHANGED", (query) =>
        query.where("verdict", "=", literal(review === "CONFIRMED" ? "CONFIRMED" : "CHANGED")),
      )
      .$if(contest === "OPEN", (query) => query.where("contest", "=", literal("OPEN")))
      .$if(contest === "ANY", (query) => query.where(decision("contest", "is not", null)))
      .$if(asked.from !== undefined, (query) => query.where("decidedAt", ">=", asked.from ?? 0))
      .$if(asked.before !== undefined, (query) => query.where("decidedAt", "<", asked.before ?? noLimit))
  );
};

const counts = forms<Part & { readonly end: number }>(form)(({ end, ...asked }) =>
  sql
    .selectFrom(rowsOf(asked).select("seq").limit(end).as("counted"))
    .select((all) => all.fn.countAll<number>().as("count")),
);

const pages = forms<Part & { readonly order: Order; readonly limit: number; readonly offset: number }>(form)(
  ({ order, limit, offset, ...asked }) =>
    rowsOf(asked).select("seq").orderBy("decidedAt", order).orderBy("seq", order).limit(limit).offset(offset),
);

/** For EXPLAIN QUERY PLAN tests. */
export const decisionCount = (asked: Part, end: number) => counts({ ...asked, end });
/** For EXPLAIN QUERY PLAN tests. */
export const decisionPage = (asked: Part, order: Order, page: { limit: number; offset: number }) =>
  pages({ ...asked, order, ...page });

/**
 * Returns the parts that can contain matches; a decision awaiting review cannot match a filter for reviewed
 * ones.
 */
const partsOf = (filter: DecisionFilter): Part[] =>
  [filter.hierarchyIds, filter.vacancyIds, filter.workflowIds, filter.results].some(
    (all) => all?.length === 0,
  )
    ? []
    : ([1, 0] as const)
        .filter((isWaiting) =>
          filter.review === undefined || filter.review === "UNREVIEWED"
            ? true
            : (filter.review === "WAITING") === (isWaiting === 1),
        )
        .map((isWaiting) => ({ ...filter, isWaiting }));

/** Returns the number of matches, counting up to `end`. */
export async function countDecisions(db: Reader, filter: DecisionFilter, end: number): Promise<number> {
  let found = 0;
  for (const part of partsOf(filter))
    if (found < end) found += (await db.get(decisionCount(part, end - found)))?.count ?? 0;
  return found;
}

/** Returns the seqs of one page: decisions awaiting review first, each part in the requested order. */
export async function decisionSeqs(
  db: Reader,
  filter: DecisionFilter,
  order: Order,
  { limit, offset }: { limit: number; offset: number },
): Promise<number[]> {
  const seqs: number[] = [];
  let before = 0;
  const parts = partsOf(filter);
  for (const [index, part] of parts.entries()) {
    if (seqs.length === limit) break;
    const page = { limit: limit - seqs.length, offset: Math.max(0, offset - before) };
    seqs.push(...(await db.all(decisionPage(part, order, page))).map(({ seq }) => seq));
    if (index + 1 < parts.length) before += (await db.get(decisionCount(part, offset + limit)))?.count ?? 0;
  }
  return seqs;
}

const selectPage = prepared<{ seqs: readonly number[] }>()((p) =>
  sql
    .selectFrom("rule_decisions as d")
    .innerJoin("applications as a", "a.id", "d.applicationId")
    .selectAll("d")
    .select("a.seq as applicationSeq")
    .where(anyOf("d.seq", p.seqs)),
);

/** Returns a page's decisions in order, each with the seq of its application. */
export async function readDecisions(db: Reader, seqs: readonly number[]) {
  const rows = new Map((await selectPage.all(db, { seqs })).map((row) => [row.seq, row]));
  return seqs.flatMap((seq) => rows.get(seq) ?? []);
}

/** Returns a decision by id. Concurrent calls are batched into one query. */
export const decisionAmong = rowAmong(selectByIds("rule_decisions"));

/** Stores a review. */
export const updateReview = updateBy(
  "rule_decisions",
  ["id"],
  ...(["isWaiting", "verdict", "reviewReason", "reviewedBy", "reviewedAt", "changedTo", "contest"] as const),
  ...(["version", "changedAt", "changedBy"] as const),
);

/** Stores or withdraws a contest of a decision. */
export const updateContest = updateBy(
  "rule_decisions",
  ["id"],
  ...(["contest", "contestedBy", "contestedAt", "version", "changedAt", "changedBy"] as const),
);
