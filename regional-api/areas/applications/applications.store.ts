/**
 * Filtered, sorted and paged list of a vacancy's applications (APP-28). Queries use only the list indexes of
 * store/tables/hiring.ts; full rows are read for one page at a time.
 */
import { findBy, rowAmong, selectByIds } from "../../core/statements.store";
import {
  expressionBuilder,
  type AliasableExpression,
  type AliasedExpression,
  type Expression,
  type SelectQueryBuilder,
  type SqlBool,
} from "kysely";
import { searchKey } from "../../core/text";
import { invitedDetails } from "../../core/invited-as";
import {
  anyOf,
  contains,
  from,
  perEngine,
  nameOf,
  orderOf,
  plus,
  type SortColumn,
  literal,
} from "../../store/dialect";
import type { Reader, Select } from "../../store/engine";
import { fewApplicationsWith } from "../../store/search/applications";
import type { Row } from "../../store/tables";
import type { ApplicationStatus, AssessmentStatus, Recommendation } from "../../store/tables/hiring";
import { forms, prepared, sql } from "../../store/sql";
import { batchLoader } from "../../store/batch-loader";

/** Columns that lists filter and sort by; the assessment columns belong to the stage the list is about. */
type Listed = Pick<
  Row<"applications">,
  | ("seq" | "id" | "vacancyId" | "stageId" | "status" | "createdAt" | "candidateNameKey" | "candidateEmail")
  | ("assessmentStatus" | "assessmentResult" | "assessmentScore")
  | ("assessmentIsViewed" | "assessmentSubmittedAt" | "assessmentOrderedAt")
>;
interface Source {
  applications: Listed;
}

/** Builds conditions on applications. */
const application = expressionBuilder<Source, "applications">();
type Condition = Expression<SqlBool>;

export interface SortSource {
  readonly column: SortColumn<"applications">;
  readonly index: string;
  /**
   * Splits rows with a sort value from those without ("-", "Deleted Candidate"), which come last in both
   * directions.
   */
  readonly parts?: readonly [Condition, Condition];
}

/** Sort fields by their API names (APP-27), each with its column and index. */
export const applicationSorts = {
  submittedAt: {
    column: "assessmentSubmittedAt?",
    index: "applications_submitted",
    parts: [application("assessmentSubmittedAt", ">=", 0), application("assessmentSubmittedAt", "is", null)],
  },
  createdAt: { column: "createdAt", index: "applications_created" },
  stageSince: {
    column: "assessmentOrderedAt?",
    index: "applications_ordered",
    parts: [application("assessmentOrderedAt", ">=", 0), application("assessmentOrderedAt", "is", null)],
  },
  recommendationScore: {
    column: "assessmentScore?",
    index: "applications_score",
    parts: [application("assessmentScore", ">=", 0), application("assessmentScore", "is", null)],
  },
  name: {
    column: "candidateNameKey",
    index: "applications_name",
    parts: [application("candidateNameKey", ">", ""), application("candidateNameKey", "=", "")],
  },
} as const satisfies Record<string, SortSource>;

export type ApplicationSort = keyof typeof applicationSorts;

export interface ApplicationFilter {
  readonly vacancyId: string;
  /** Stages to list; each application is at exactly one stage. */
  readonly stageIds: readonly string[];
  /**
   * With `foundSeqs`: the stage that the assessment to sort by belongs to, also for applications at other
   * stages or without an assessment.
   */
  readonly takenAt?: string;
  readonly assessmentStatus?: AssessmentStatus;
  readonly statuses?: readonly ApplicationStatus[];
  readonly results?: readonly Recommendation[];
  readonly isViewed?: boolean;
  /** Inclusive. */
  readonly submittedFrom?: number;
  /** Exclusive. */
  readonly submittedBefore?: number;
  /**
   * Only applications that entered the stage before this time (exclusive). Such a list is sorted by
   * `stageSince`, so one index covers both.
   */
  readonly orderedBefore?: number;
  /** Part of the candidate's name or email, or the application's full id (APP-11). */
  readonly searchText?: string;
  /**
   * Seq of the application with the searched text as its id, or null. Looked up once per query instead of per
   * row.
   */
  readonly alsoSeq?: number | null;
  /**
   * Replaces `searchText` with the seqs of the customer's matching applications, if they are few; see
   * narrowedBySearch.
   */
  readonly foundSeqs?: readonly number[];
}

export interface ApplicationOrder {
  readonly sort: ApplicationSort;
  readonly order: "asc" | "desc";
}

export type SortKey = number | string | null;

/**
 * A range of a list's order by sort value: "filled" or "empty", "between" two values, or the rows with one
 * value (`low`), going "up" or "down" from one seq to another.
 */
export interface Part {
  readonly sort: ApplicationSort;
  readonly part: "filled" | "empty" | "between" | "up" | "down";
  readonly low?: SortKey;
  readonly high?: SortKey;
  readonly beyond?: number;
  readonly upTo?: number;
}

/** Returns the SQL condition for a part of an order. */
export function partCondition({
  sort,
  part,
  low = null,
  high = null,
  beyond = 0,
  upTo = 0,
}: Part): Condition {
  const { column, parts }: SortSource = applicationSorts[sort];
  const sortKey = application.ref(nameOf(column) as keyof Listed).$castTo<SortKey>();
  if (part === "filled") return parts?.[0] ?? application.lit(true);
  if (part === "empty") return parts?.[1] ?? application.lit(false);
  if (part === "between")
    return application.and([application(sortKey, ">", low), application(sortKey, "<", high)]);
  const isUp = part === "up";
  return application.and([
    application(sortKey, low === null ? "is" : "=", low),
    application("seq", isUp ? ">" : "<", beyond),
    application("seq", isUp ? "<=" : ">=", upTo),
  ]);
}

/** Query parameters: a filter with its text converted to a search key, and a part of an order. */
type ApplicationQuery = Omit<ApplicationFilter, "searchText"> &
  Partial<Part> & {
    /** Per stage: true if the order uses an assessment of an earlier stage. */
    readonly isEarlier?: readonly boolean[];
    /** Normalised search text. */
    readonly key?: string;
  };

/** Parameters that determine the SQL text. */
const form = {
  fixed: ["isEarlier", "isViewed", "part", "sort"],
  each: ["stageIds", "statuses", "results"],
} as const;

const toQuery = ({ searchText, ...filter }: ApplicationFilter, part?: Part): ApplicationQuery => ({
  ...filter,
  ...(filter.takenAt !== undefined && { isEarlier: filter.stageIds.map((id) => id !== filter.takenAt) }),
  ...(searchText && { key: searchKey(searchText) }),
  ...part,
});

function conditions(asked: ApplicationQuery, stageId: string): Condition[] {
  const { assessmentStatus, statuses, results, isViewed, submittedFrom, submittedBefore } = asked;
  const { key, foundSeqs } = asked;
  const all: Condition[] = [
    application("vacancyId", "=", asked.vacancyId),
    application("stageId", "=", stageId),
  ];
  if (foundSeqs) all.push(anyOf("seq", foundSeqs));
  if (assessmentStatus) all.push(application("assessmentStatus", "=", assessmentStatus));
  if (statuses) all.push(application("status", "in", statuses));
  if (results) all.push(application("assessmentResult", "in", results));
  // Without an assessment at the stage there is nothing to view.
  if (isViewed !== undefined)
    all.push(
      // Literals, here and for the name below, let PostgreSQL prove that the partial index of unviewed rows
      // applies.
      application("assessmentIsViewed", "=", literal(isViewed ? 1 : 0)),
      application("assessmentStatus", "<>", ""),
    );
  // De-identified candidates have no answers left to view. Only they have an empty name key.
  if (isViewed === false) all.push(application("candidateNameKey", "<>", literal("")));
  if (submittedFrom !== undefined) all.push(application("assessmentSubmittedAt", ">=", submittedFrom));
  if (submittedBefore !== undefined) all.push(application("assessmentSubmittedAt", "<", submittedBefore));
  if (asked.orderedBefore !== undefined)
    all.push(application("assessmentOrderedAt", "<", asked.orderedBefore));
  if (key !== undefined) {
    const byId = sql.selectFrom("applications as named").select("named.seq").where("named.id", "=", key);
    const { alsoSeq = byId } = asked;
    all.push(
      application.or([
        contains("candidateNameKey", key),
        contains("candidateEmail", key),
        ...(alsoSeq === null ? [] : [application("seq", "=", alsoSeq)]),
      ]),
    );
  }
  const { sort, part } = asked;
  if (sort && part) all.push(partCondition({ ...asked, sort, part }));
  return all;
}

/**
 * Largest number of matches to look up, for an index of `walked` rows. A looked-up match costs about twenty
 * times as much as one step of an index walk. Near the limit, both take at most about 20 ms, except a walk
 * over a vacancy with hundreds of thousands of applications.
 */
const foundLimit = (walked: number) => Math.min(maxFound, Math.max(1_000, walked / 20));
/** A text with more matches than this is never looked up. */
export const maxFound = 5_000;

/**
 * Returns the filter with `searchText` replaced by its matches if they are few, which avoids an index walk. A
 * text with many matches stays in the filter, since an index walk soon fills a page with it.
 */
export async function narrowedBySearch(
  db: Reader,
  customerId: string,
  { searchText, ...filter }: ApplicationFilter,
): Promise<ApplicationFilter> {
  if (!searchText) return filter;
  const byId = await findApplication(db, searchKey(searchText));
  const whole = { ...filter, searchText, alsoSeq: byId?.seq ?? null };
  const { vacancyId, stageIds } = filter;
  const limit = Math.floor(foundLimit(await countApplications(db, { vacancyId, stageIds })));
  const found = await fewApplicationsWith(db, customerId, searchKey(searchText), limit);
  return found ? { ...filter, foundSeqs: [...found, ...(byId ? [byId.seq] : [])] } : whole;
}

/** Applications joined with their assessment of an earlier stage instead of the current one. */
const withEarlierAssessment = (stageId: string): AliasedExpression<Listed, "applications"> =>
  sql
    .selectFrom(from("applications as a", { index: "key" }))
    .leftJoin("assessments as e", (join) =>
      join.onRef("e.applicationId", "=", "a.id").on("e.stageId", "=", stageId),
    )
    .select(["a.seq", "a.id", "a.vacancyId", "a.stageId", "a.status", "a.createdAt"])
    .select(["a.candidateNameKey", "a.candidateEmail"])
    .select(["e.status as assessmentStatus", "e.recommendationScore as assessmentScore"])
    .select(["e.isViewed as assessmentIsViewed", "e.submittedAt as assessmentSubmittedAt"])
    .select("e.createdAt as assessmentOrderedAt")
    .select((e) => e.fn.coalesce("e.recommendation", "e.rating").as("assessmentResult"))
    .$castTo<Listed>()
    .as("applications");

type Applications = SelectQueryBuilder<Source, "applications", object>;

/** Returns one row source per stage: an index range of the stage, or the search matches. */
const stagesOf = (asked: ApplicationQuery, sortIndex: string): Applications[] => {
  const index = asked.foundSeqs ? "key" : sortIndex;
  return asked.stageIds.map((stageId, at) => {
    const { takenAt, isEarlier } = asked;
    const source =
      takenAt !== undefined && isEarlier?.[at]
        ? withEarlierAssessment(takenAt)
        : from("applications", { index });
    const rows: Applications = sql.selectFrom(source);
    return conditions(asked, stageId).reduce((query, condition) => query.where(condition), rows);
  });
};

/** Unions queries with the same columns. */
function unionAll<Result>([first, ...others]: readonly SelectQueryBuilder<Source, "applications", Result>[]) {
  if (!first) throw new Error("A list of no stages");
  return others.reduce((all, one) => all.unionAll(one), first);
}

type KeyedApplications = SelectQueryBuilder<Source, "applications", { seq: number; sortKey: SortKey }>;
type ApplicationPageQuery = ApplicationQuery &
  ApplicationOrder & { readonly limit: number; readonly offset: number };

const pages = forms<ApplicationPageQuery>({ ...form, fixed: [...form.fixed, "order"] })((asked) => {
  const { column, index } = applicationSorts[asked.sort];
  const { order, limit, offset } = asked;
  const inOrder = (rows: KeyedApplications) =>
    rows.orderBy("sortKey", orderOf(column, order)).orderBy("seq", order);
  const stages = stagesOf(asked, index).map((rows): KeyedApplications =>
    rows.select(["seq", `${nameOf(column)} as sortKey`]),
  );
  const heads = stages.map((rows) =>
    sql.selectFrom(inOrder(rows).limit(plus(limit, offset)).as("applications")).selectAll(),
  );
  return perEngine({
    sqlite: inOrder(unionAll(stages)).limit(limit).offset(offset),
    // PostgreSQL merges index walks only if their inputs are sorted already.
    postgres: inOrder(unionAll(heads)).limit(limit).offset(offset),
  });
});

/** Query for the seqs of one page, in order. For several stages, merges one index walk per stage. */
export const pageQuery = (
  filter: ApplicationFilter,
  order: ApplicationOrder,
  limit: number,
  offset: number,
  part?: Part,
) => pages({ ...toQuery(filter, part), ...order, limit, offset });

const walkedCounts = forms<ApplicationQuery & { readonly index: string }>({
  ...form,
  fixed: [...form.fixed, "index"],
})((asked) => {
  const [first, ...others] = stagesOf(asked, asked.index).map((rows) =>
    rows.select((all) => all.fn.countAll<number>().as("count")).$asScalar(),
  );
  if (!first) throw new Error("A list of no stages");
  return sql.selectNoFrom((count) =>
    others.reduce<AliasableExpression<number>>((sum, one) => count(sum, "+", one), first).as("count"),
  );
});

/** Query that counts matching rows by an index walk. */
export const walkedCountQuery = (filter: ApplicationFilter, index: string, part?: Part) =>
  walkedCounts({ ...toQuery(filter, part), index });

/** True if precomputed counts can answer the filter. */
const isPrecomputed = (filter: ApplicationFilter) => {
  const { results, isViewed, submittedFrom, submittedBefore, searchText, foundSeqs, takenAt } = filter;
  const conditions = [results, isViewed, submittedFrom, submittedBefore, searchText, foundSeqs, takenAt];
  return [...conditions, filter.orderedBefore].every((one) => one === undefined);
};

/** Precomputed counts of the rows that match a filter. */
const precomputedCounts = ({ vacancyId, stageIds, statuses, assessmentStatus }: ApplicationQuery) =>
  sql
    .selectFrom("application_counts")
    .where("vacancyId", "=", vacancyId)
    .where("stageId", "in", stageIds)
    .$if(statuses !== undefined, (counts) => counts.where("status", "in", statuses ?? []))
    .$if(assessmentStatus !== undefined, (counts) =>
      counts.where("assessmentStatus", "=", assessmentStatus ?? ""),
    );

const precomputedSums = forms<ApplicationQuery>(form)((asked) =>
  precomputedCounts(asked).select((row) =>
    row.fn.coalesce(row.fn.sum<number>("count"), row.lit(0)).as("count"),
  ),
);

/** Returns the index that covers every column of the filter. */
const coveringIndex = ({ orderedBefore }: Pick<ApplicationFilter, "orderedBefore">) =>
  orderedBefore === undefined ? "applications_submitted" : "applications_ordered";

/**
 * Query for the number of matches that reads no rows: from precomputed counts if possible, else from an
 * index.
 */
export const countQuery = (filter: ApplicationFilter): Select<{ count: number }> =>
  isPrecomputed(filter) ? precomputedSums(toQuery(filter)) : walkedCountQuery(filter, coveringIndex(filter));

const precomputedByStatus = forms<ApplicationQuery>(form)((asked) =>
  precomputedCounts(asked).select(["status", "count"]),
);

const walkedByStatus = forms<ApplicationQuery>(form)((asked) =>
  unionAll(
    stagesOf(asked, coveringIndex(asked)).map((rows) =>
      rows.select(["status", (all) => all.fn.countAll<number>().as("count")]).groupBy("status"),
    ),
  ),
);

/**
 * Query for the number of matches per status, one row per stage and status, from the same source as
 * `countQuery`.
 */
export const statusCountQuery = (filter: ApplicationFilter) =>
  (isPrecomputed(filter) ? precomputedByStatus : walkedByStatus)(toQuery(filter));

/** True if the filter can match nothing because one of its lists is empty. */
export const isEmpty = ({ stageIds, statuses, results, foundSeqs }: ApplicationFilter) =>
  [stageIds, statuses, results, foundSeqs].some((choice) => choice?.length === 0);

/** Returns the number of matching applications. */
export async function countApplications(db: Reader, filter: ApplicationFilter): Promise<number> {
  if (isEmpty(filter)) return 0;
  return (await db.get(countQuery(filter)))?.count ?? 0;
}

/**
 * Returns the seqs of one page in order. Rows without a sort value come last in both directions. A page in
 * the second half of `total` rows is read backwards from the end, which takes fewer index steps.
 */
export async function applicationSeqs(
  db: Reader,
  filter: ApplicationFilter,
  order: ApplicationOrder,
  limit: number,
  offset: number,
  total = Infinity,
): Promise<number[]> {
  if (isEmpty(filter)) return [];
  const pageBy = async (by: ApplicationOrder, size: number, first: number, part?: Part) =>
    (await db.all(pageQuery(filter, by, size, first, part))).map(({ seq }) => seq);
  const page = (size: number, first: number, part?: Part) => pageBy(order, size, first, part);
  const { sort } = order;
  const { index, parts }: SortSource = applicationSorts[sort];
  // In descending order, the index itself has empty values last.
  if (order.order === "desc" || !parts) {
    if (offset <= total / 2) return page(limit, offset);
    const size = Math.min(limit, total - offset);
    const opposite = order.order === "desc" ? "asc" : "desc";
    return (await pageBy({ sort, order: opposite }, size, total - offset - size)).reverse();
  }
  const filled: Part = { sort, part: "filled" };
  const found = await page(limit, offset, filled);
  if (found.length === limit) return found;
  const filledCount =
    found.length > 0 || offset === 0
      ? offset
      : ((await db.get(walkedCountQuery(filter, index, filled)))?.count ?? 0);
  return [...found, ...(await page(limit - found.length, offset - filledCount, { sort, part: "empty" }))];
}

// ---- single rows and related data ----

/** An application with its candidate, assessments and vacancy title. */
export type ApplicationRow = Omit<Row<"applications">, "candidateNameKey" | "candidateEmail"> & {
  /** Name as typed at the invite if the caller may not see the candidate, else as stored. */
  candidate: Row<"candidates">;
  /** The stored candidate; only for callers who may see them (application-access.ts). */
  known: Row<"candidates">;
  vacancyName: string;
  externalVacancyId: string | null;
  assessments: Row<"assessments">[];
};

const selectApplications = prepared<{ seqs: readonly number[] }>()((p) =>
  sql
    .selectFrom("applications as a")
    .innerJoin("vacancies as v", "v.id", "a.vacancyId")
    .selectAll("a")
    .select(["v.title as vacancyName", "v.externalVacancyId"])
    .where(anyOf("a.seq", p.seqs)),
);

const selectCandidates = selectByIds("candidates");

const selectAssessments = prepared<{ ids: readonly string[] }>()((p) =>
  sql
    .selectFrom("assessments")
    .selectAll()
    .where(anyOf("applicationId", p.ids))
    .orderBy("applicationId")
    .orderBy("stageId"),
);

const selectOfCandidate = prepared<{ candidateId: string }>()((p) =>
  sql.selectFrom("applications").selectAll().where("candidateId", "=", p.candidateId).orderBy("vacancyId"),
);

const selectStageAssessment = prepared<{ applicationIds: readonly string[]; stageId: string }>()((p) =>
  sql
    .selectFrom("assessments")
    .selectAll()
    .where(anyOf("applicationId", p.applicationIds))
    .where("stageId", "=", p.stageId),
);

const selectAmong = selectByIds("applications");

// At most one row per stage, status and progress; summed in code, because no index has that order.
const selectStageCounts = prepared<{ vacancyId: string }>()((p) =>
  sql
    .selectFrom("application_counts")
    .select(["stageId", "assessmentStatus", "count"])
    .where("vacancyId", "=", p.vacancyId),
);

/** Returns an application of this region. */
export const findApplication = findBy("applications", "id");

/** Returns an application by id. Concurrent calls are batched into one query. */
export const applicationAmong = rowAmong(selectAmong);

/** Returns all applications of a candidate. */
export const applicationsOfCandidate = (db: Reader, candidateId: string) =>
  selectOfCandidate.all(db, { candidateId });

/** Returns an assessment of this region. */
export const findAssessment = findBy("assessments", "id");

/** Returns an application's assessment at a stage, if there is one. */
export const findStageAssessment: (
  db: Reader,
  applicationId: string,
  stageId: string,
) => Promise<Row<"assessments"> | undefined> = batchLoader(
  async (db, applicationIds, stageId) =>
    new Map(
      (await selectStageAssessment.all(db, { applicationIds, stageId })).map((one) => [
        one.applicationId,
        one,
      ]),
    ),
);

/** Returns complete applications, in the order of `seqs`. */
export async function readApplications(db: Reader, seqs: readonly number[]): Promise<ApplicationRow[]> {
  const rows = new Map((await selectApplications.all(db, { seqs })).map((row) => [row.seq, row]));
  const found = [...rows.values()];
  const candidateIds = found.map(({ candidateId }) => candidateId);
  const candidates = new Map(
    (await selectCandidates.all(db, { ids: candidateIds })).map((candidate) => [candidate.id, candidate]),
  );
  const assessments = new Map<string, Row<"assessments">[]>(found.map(({ id }) => [id, []]));
  for (const assessment of await selectAssessments.all(db, { ids: [...assessments.keys()] }))
    assessments.get(assessment.applicationId)?.push(assessment);
  return seqs.flatMap((seq) => {
    const row = rows.get(seq);
    const known = row && candidates.get(row.candidateId);
    if (!known) return [];
    const candidate = { ...known, ...invitedDetails(row.invitedAs) };
    return [{ ...row, candidate, known, assessments: assessments.get(row.id) ?? [] }];
  });
}

/** Returns the seqs of the given applications that belong to the vacancy. */
export async function seqsOf(db: Reader, vacancyId: string, ids: readonly string[]): Promise<number[]> {
  const rows = ids.length === 0 ? [] : await selectAmong.all(db, { ids });
  return rows.filter((row) => row.vacancyId === vacancyId).map(({ seq }) => seq);
}

/** Returns a complete application. Concurrent calls are batched. */
export const completeApplication = batchLoader(async (db, ids) => {
  const seqs = (await selectAmong.all(db, { ids })).map(({ seq }) => seq);
  return new Map((await readApplications(db, seqs)).map((row) => [row.id, row]));
});

/** Returns the number of matching applications per status, without zero counts (APP-13). */
export async function statusCounts(db: Reader, filter: ApplicationFilter) {
  const sums = new Map<ApplicationStatus, number>();
  if (isEmpty(filter)) return [];
  for (const { status, count } of await db.all(statusCountQuery(filter)))
    sums.set(status, (sums.get(status) ?? 0) + count);
  return [...sums].flatMap(([status, count]) => (count > 0 ? [{ status, count }] : []));
}

/**
 * Returns the number of a vacancy's applications per stage and progress of the stage's assessment; progress
 * is null for applications without one (APP-54).
 */
export async function stageCounts(db: Reader, vacancyId: string) {
  const sums = new Map<string, { stageId: string; progress: AssessmentStatus | null; count: number }>();
  for (const { stageId, assessmentStatus, count } of await selectStageCounts.all(db, { vacancyId })) {
    const key = `${stageId} ${assessmentStatus}`;
    const sum = sums.get(key) ?? { stageId, progress: assessmentStatus || null, count: 0 };
    sums.set(key, { ...sum, count: sum.count + count });
  }
  return [...sums.values()].filter(({ count }) => count > 0);
}
