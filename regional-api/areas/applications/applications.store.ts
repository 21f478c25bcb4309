/**
 * Applications of a vacancy as its screen lists them (APP-28): filtered, sorted and paged on the list indexes of
 * store/tables/hiring.ts alone, then the rows of one page are read.
 */
import { rowAmong, selectByIds, selectBy } from "../../core/statements.store";
import {
  expressionBuilder,
  type AliasableExpression,
  type AliasedExpression,
  type Expression,
  type SelectQueryBuilder,
  type SqlBool,
} from "kysely";
import { searchKey } from "../../core/text";
import { shownInstead } from "../../core/invited-as";
import {
  anyOf,
  contains,
  from,
  inEach,
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
import { together } from "../../store/together";

/** What lists look at of an application, whichever of its assessments they are about. */
type Listed = Pick<
  Row<"applications">,
  | ("seq" | "id" | "vacancyId" | "stageId" | "status" | "createdAt" | "candidateNameKey" | "candidateEmail")
  | ("assessmentStatus" | "assessmentResult" | "assessmentScore")
  | ("assessmentIsViewed" | "assessmentSubmittedAt" | "assessmentOrderedAt")
>;
interface Source {
  applications: Listed;
}

/** Says of applications which of them. */
const application = expressionBuilder<Source, "applications">();
type Condition = Expression<SqlBool>;

export interface SortSource {
  readonly column: SortColumn<"applications">;
  readonly index: string;
  /** Tells rows with something to sort by from those without ("-", "Deleted Candidate"), which come last either way. */
  readonly parts?: readonly [Condition, Condition];
}

/** Sort fields as callers name them (APP-27), with the column and the index each walks. */
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
  /** The stages to list; an application stands at one of them. */
  readonly stageIds: readonly string[];
  /** With `foundSeqs`: the stage whose assessment the order is about, also of those who stand at another one or took none there. */
  readonly takenAt?: string;
  readonly assessmentStatus?: AssessmentStatus;
  readonly statuses?: readonly ApplicationStatus[];
  readonly results?: readonly Recommendation[];
  readonly isViewed?: boolean;
  /** From this moment on. */
  readonly submittedFrom?: number;
  /** Up to, not including, this moment. */
  readonly submittedBefore?: number;
  /** Came to the stage before this moment; such a list is in the order of `stageSince`, whose index has that. */
  readonly orderedBefore?: number;
  /** Part of the candidate's name or email, or the application's id (APP-11). */
  readonly searchText?: string;
  /** The application whose id that text is, null for none: looked up once, not beside every row. */
  readonly alsoSeq?: number | null;
  /** In place of `searchText`, the few applications of the customer that it finds: see narrowedBySearch. */
  readonly foundSeqs?: readonly number[];
}

export interface ApplicationOrder {
  readonly sort: ApplicationSort;
  readonly order: "asc" | "desc";
}

export type SortKey = number | string | null;

/**
 * A part of a list's order, by what it sorts by: what is "filled" or "empty", what is "between" two keys, or those of one
 * key (`low`) going "up" or "down" from one of them up to another.
 */
export interface Part {
  readonly sort: ApplicationSort;
  readonly part: "filled" | "empty" | "between" | "up" | "down";
  readonly low?: SortKey;
  readonly high?: SortKey;
  readonly beyond?: number;
  readonly upTo?: number;
}

/** Which applications a part of an order has. */
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

/** What a query is asked for: a filter with its text as rows are searched by it, and a part of an order. */
type Asked = Omit<ApplicationFilter, "searchText"> &
  Partial<Part> & {
    /** For each stage, whether it is about an earlier assessment than the one there. */
    readonly isEarlier?: readonly boolean[];
    /** The text as keys are searched by it. */
    readonly key?: string;
  };

/** What of it decides how a query is written. */
const form = {
  fixed: ["isEarlier", "isViewed", "part", "sort"],
  each: ["stageIds", "statuses", "results"],
} as const;

const askedOf = ({ searchText, ...filter }: ApplicationFilter, part?: Part): Asked => ({
  ...filter,
  ...(filter.takenAt !== undefined && { isEarlier: filter.stageIds.map((id) => id !== filter.takenAt) }),
  ...(searchText && { key: searchKey(searchText) }),
  ...part,
});

function conditions(asked: Asked, stageId: string): Condition[] {
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
      // Written out, as is the name below, so that PostgreSQL sees that the index of those nobody viewed is enough.
      application("assessmentIsViewed", "=", literal(isViewed ? 1 : 0)),
      application("assessmentStatus", "<>", ""),
    );
  // What a de-identified candidate said is gone: nobody is waiting to view it. They alone have no name to search by.
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
 * What is found is looked up one by one, which costs some twenty times what a step on a vacancy's index does: from here
 * on that is walked. Between the two so much is found that neither takes more than some 20 ms, save walking a vacancy of
 * hundreds of thousands.
 */
const foundLimit = (walked: number) => Math.min(maxFound, Math.max(1_000, walked / 20));
/** What finds more than this is never looked up. */
export const maxFound = 5_000;

/**
 * The filter with what its text finds in place of the text, when that is little: then nothing is walked. A text that
 * finds much is found soon on any index.
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

/** Applications with their assessment at an earlier stage in place of the one where they stand. */
const takenEarlier = (stageId: string): AliasedExpression<Listed, "applications"> =>
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

/**
 * The rows of each stage, to select from: by an index of the stage, or by what a search found.
 */
const stagesOf = (asked: Asked, sortIndex: string): Applications[] => {
  const index = asked.foundSeqs ? "key" : sortIndex;
  return asked.stageIds.map((stageId, at) => {
    const { takenAt, isEarlier } = asked;
    const source =
      takenAt !== undefined && isEarlier?.[at] ? takenEarlier(takenAt) : from("applications", { index });
    const rows: Applications = sql.selectFrom(source);
    return conditions(asked, stageId).reduce((query, condition) => query.where(condition), rows);
  });
};

/** One list of several that have the same columns. */
function merged<Result>([first, ...others]: readonly SelectQueryBuilder<Source, "applications", Result>[]) {
  if (!first) throw new Error("A list of no stages");
  return others.reduce((all, one) => all.unionAll(one), first);
}

type Keyed = SelectQueryBuilder<Source, "applications", { seq: number; sortKey: SortKey }>;
type AskedPage = Asked & ApplicationOrder & { readonly limit: number; readonly offset: number };

const pages = forms<AskedPage>({ ...form, fixed: [...form.fixed, "order"] })((asked) => {
  const { column, index } = applicationSorts[asked.sort];
  const { order, limit, offset } = asked;
  const inOrder = (rows: Keyed) => rows.orderBy("sortKey", orderOf(column, order)).orderBy("seq", order);
  const stages = stagesOf(asked, index).map((rows): Keyed =>
    rows.select(["seq", `${nameOf(column)} as sortKey`]),
  );
  const heads = stages.map((rows) =>
    sql.selectFrom(inOrder(rows).limit(plus(limit, offset)).as("applications")).selectAll(),
  );
  return inEach({
    sqlite: inOrder(merged(stages)).limit(limit).offset(offset),
    // It merges only what has an order already.
    postgres: inOrder(merged(heads)).limit(limit).offset(offset),
  });
});

/** The seqs of one page, in order: several stages are merged, each from its own walk of the index. */
export const pageQuery = (
  filter: ApplicationFilter,
  order: ApplicationOrder,
  limit: number,
  offset: number,
  part?: Part,
) => pages({ ...askedOf(filter, part), ...order, limit, offset });

const walkedCounts = forms<Asked & { readonly index: string }>({
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

/** How many rows a filter leaves, counted one by one on an index. */
export const walkedCountQuery = (filter: ApplicationFilter, index: string, part?: Part) =>
  walkedCounts({ ...askedOf(filter, part), index });

/** Whether the kept counts tell what a filter leaves. */
const isKept = (filter: ApplicationFilter) => {
  const { results, isViewed, submittedFrom, submittedBefore, searchText, foundSeqs, takenAt } = filter;
  const asked = [results, isViewed, submittedFrom, submittedBefore, searchText, foundSeqs, takenAt];
  return [...asked, filter.orderedBefore].every((one) => one === undefined);
};

/** The kept counts of what a filter leaves, to select from. */
const keptCounts = ({ vacancyId, stageIds, statuses, assessmentStatus }: Asked) =>
  sql
    .selectFrom("application_counts")
    .where("vacancyId", "=", vacancyId)
    .where("stageId", "in", stageIds)
    .$if(statuses !== undefined, (counts) => counts.where("status", "in", statuses ?? []))
    .$if(assessmentStatus !== undefined, (counts) =>
      counts.where("assessmentStatus", "=", assessmentStatus ?? ""),
    );

const keptSums = forms<Asked>(form)((asked) =>
  keptCounts(asked).select((row) => row.fn.coalesce(row.fn.sum<number>("count"), row.lit(0)).as("count")),
);

/** The index that has all that a filter looks at. */
const countedOn = ({ orderedBefore }: Pick<ApplicationFilter, "orderedBefore">) =>
  orderedBefore === undefined ? "applications_submitted" : "applications_ordered";

/** How many rows a filter leaves, without reading one: from the kept counts where those tell, else from an index. */
export const countQuery = (filter: ApplicationFilter): Select<{ count: number }> =>
  isKept(filter) ? keptSums(askedOf(filter)) : walkedCountQuery(filter, countedOn(filter));

const keptByStatus = forms<Asked>(form)((asked) => keptCounts(asked).select(["status", "count"]));

const walkedByStatus = forms<Asked>(form)((asked) =>
  merged(
    stagesOf(asked, countedOn(asked)).map((rows) =>
      rows.select(["status", (all) => all.fn.countAll<number>().as("count")]).groupBy("status"),
    ),
  ),
);

/** How many rows of each status a filter leaves, a row for each stage and status: from where `countQuery` has its sum. */
export const statusCountQuery = (filter: ApplicationFilter) =>
  (isKept(filter) ? keptByStatus : walkedByStatus)(askedOf(filter));

/** Whether the filter cannot match anything: a choice among nothing. */
export const isEmpty = ({ stageIds, statuses, results, foundSeqs }: ApplicationFilter) =>
  [stageIds, statuses, results, foundSeqs].some((choice) => choice?.length === 0);

/** How many applications a filter leaves. */
export async function countApplications(db: Reader, filter: ApplicationFilter): Promise<number> {
  if (isEmpty(filter)) return 0;
  return (await db.get(countQuery(filter)))?.count ?? 0;
}

/**
 * The seqs of one page of a filter, in order; what has nothing to sort by comes last, ascending or descending. To a page of
 * the second half of `total` rows it is fewer steps from the end.
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
  // Descending, an index has what is empty at its end by itself.
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

// ---- single rows and what belongs to them ----

/** An application with its candidate and what its vacancy is called. */
export type ApplicationRow = Omit<Row<"applications">, "candidateNameKey" | "candidateEmail"> & {
  /** As they were invited by who may not see them; as they are known else. */
  candidate: Row<"candidates">;
  /** The same person as they are known: for whom may see them (application-access.ts). */
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

const selectById = selectBy("applications", "id");

const selectOfCandidate = prepared<{ candidateId: string }>()((p) =>
  sql.selectFrom("applications").selectAll().where("candidateId", "=", p.candidateId).orderBy("vacancyId"),
);

const selectAssessment = selectBy("assessments", "id");

const selectStageAssessment = prepared<{ applicationIds: readonly string[]; stageId: string }>()((p) =>
  sql
    .selectFrom("assessments")
    .selectAll()
    .where(anyOf("applicationId", p.applicationIds))
    .where("stageId", "=", p.stageId),
);

const selectAmong = selectByIds("applications");

// At most one row a stage, status and progress: summed below, since no index is in that order.
const selectStageCounts = prepared<{ vacancyId: string }>()((p) =>
  sql
    .selectFrom("application_counts")
    .select(["stageId", "assessmentStatus", "count"])
    .where("vacancyId", "=", p.vacancyId),
);

/** For EXPLAIN QUERY PLAN tests. */
export const applicationQueries = {
  selectAmong,
  selectStageCounts,
  selectApplications,
  selectCandidates,
  selectAssessments,
  selectOfCandidate,
  selectStageAssessment,
};

/** An application of this region. */
export const findApplication = (db: Reader, id: string) => selectById.get(db, { id });

/** An application by its id. Those that are asked for at the same time are read by one query. */
export const applicationAmong = rowAmong(selectAmong);

/** All applications of a candidate. */
export const applicationsOfCandidate = (db: Reader, candidateId: string) =>
  selectOfCandidate.all(db, { candidateId });

/** An assessment of this region. */
export const findAssessment = (db: Reader, id: string) => selectAssessment.get(db, { id });

/** What an application has to do at a stage, if anything yet. */
export const findStageAssessment: (
  db: Reader,
  applicationId: string,
  stageId: string,
) => Promise<Row<"assessments"> | undefined> = together(
  async (db, applicationIds, stageId) =>
    new Map(
      (await selectStageAssessment.all(db, { applicationIds, stageId })).map((one) => [
        one.applicationId,
        one,
      ]),
    ),
);

/** The applications of `seqs` in that order, complete. */
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
    const candidate = { ...known, ...shownInstead(row.invitedAs) };
    return [{ ...row, candidate, known, assessments: assessments.get(row.id) ?? [] }];
  });
}

/** Those of a vacancy, by their ids. */
export async function seqsOf(db: Reader, vacancyId: string, ids: readonly string[]): Promise<number[]> {
  const rows = ids.length === 0 ? [] : await selectAmong.all(db, { ids });
  return rows.filter((row) => row.vacancyId === vacancyId).map(({ seq }) => seq);
}

/** An application, complete; where many are asked for side by side, they are read together. */
export const completeApplication = together(async (db, ids) => {
  const seqs = (await selectAmong.all(db, { ids })).map(({ seq }) => seq);
  return new Map((await readApplications(db, seqs)).map((row) => [row.id, row]));
});

/** How many of the applications that a filter leaves have each status; statuses of none are left out (APP-13). */
export async function statusCounts(db: Reader, filter: ApplicationFilter) {
  const sums = new Map<ApplicationStatus, number>();
  if (isEmpty(filter)) return [];
  for (const { status, count } of await db.all(statusCountQuery(filter)))
    sums.set(status, (sums.get(status) ?? 0) + count);
  return [...sums].flatMap(([status, count]) => (count > 0 ? [{ status, count }] : []));
}

/**
 * How many applications of a vacancy stand at each stage, by how far their assessment there is; null stands for those
 * without one (APP-54).
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
