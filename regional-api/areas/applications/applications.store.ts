/**
 * Applications of a vacancy as its screen lists them (APP-28): filtered, sorted and paged on the list indexes of
 * migration 11 alone, then the rows of one page are read. Written as text since it names the index of each sort.
 */
import { sql as raw } from "kysely";
import { searchKey } from "../../core/text";
import type { Reader } from "../../store/engine";
import { lookupOf } from "../../core/full-text";
import type { Row } from "../../store/tables";
import type { ApplicationStatus, AssessmentStatus, Recommendation } from "../../store/tables/hiring";
import { prepared, sql } from "../../store/sql";

export interface SortSource {
  readonly column: string;
  readonly index: string;
  /** Tells rows with something to sort by from those without ("-", "Deleted Candidate"), which come last either way. */
  readonly parts?: readonly [string, string];
}

/** Sort fields as callers name them (APP-27), with the column and the index each walks. */
export const applicationSorts = {
  submittedAt: {
    column: "assessmentSubmittedAt",
    index: "applications_submitted",
    parts: ["assessmentSubmittedAt >= 0", "assessmentSubmittedAt IS NULL"],
  },
  createdAt: { column: "createdAt", index: "applications_created" },
  recommendationScore: {
    column: "assessmentScore",
    index: "applications_score",
    parts: ["assessmentScore >= 0", "assessmentScore IS NULL"],
  },
  name: {
    column: "candidateNameKey",
    index: "applications_name",
    parts: ["candidateNameKey > ''", "candidateNameKey = ''"],
  },
} as const satisfies Record<string, SortSource>;

export type ApplicationSort = keyof typeof applicationSorts;

export interface ApplicationFilter {
  readonly vacancyId: string;
  /** The stages to list; an application stands at one of them. */
  readonly stageIds: readonly string[];
  /** The stage whose assessment the filter and the order are about, also of those who stand at another one by now. */
  readonly takenAt?: string;
  readonly assessmentStatus?: AssessmentStatus;
  readonly statuses?: readonly ApplicationStatus[];
  readonly results?: readonly Recommendation[];
  readonly isViewed?: boolean;
  /** From this moment on. */
  readonly submittedFrom?: number;
  /** Up to, not including, this moment. */
  readonly submittedBefore?: number;
  /** From this score on. */
  readonly scoreFrom?: number;
  /** Up to, not including, this score. */
  readonly scoreBelow?: number;
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

export interface Query {
  readonly text: string;
  readonly params: readonly unknown[];
}

const everything: Query = { text: "TRUE", params: [] };

const marks = (values: readonly unknown[]) => values.map(() => "?").join(", ");

function conditions(filter: ApplicationFilter, stageId: string, part: Query): Query {
  const parts = ["vacancyId = ?", "stageId = ?"];
  const params: unknown[] = [filter.vacancyId, stageId];
  const and = (part: string, ...values: readonly unknown[]) => {
    parts.push(part);
    params.push(...values);
  };
  const { assessmentStatus, statuses, results, isViewed, submittedFrom, submittedBefore, searchText } =
    filter;
  const { scoreFrom, scoreBelow } = filter;
  if (assessmentStatus) and("assessmentStatus = ?", assessmentStatus);
  if (statuses) and(`status IN (${marks(statuses)})`, ...statuses);
  if (results) and(`assessmentResult IN (${marks(results)})`, ...results);
  // Without an assessment at the stage there is nothing to view.
  if (isViewed !== undefined) and("assessmentIsViewed = ? AND assessmentStatus <> ''", isViewed ? 1 : 0);
  // What a de-identified candidate said is gone: nobody is waiting to view it. They alone have no name to search by.
  if (isViewed === false) and("candidateNameKey <> ''");
  if (submittedFrom !== undefined) and("assessmentSubmittedAt >= ?", submittedFrom);
  if (submittedBefore !== undefined) and("assessmentSubmittedAt < ?", submittedBefore);
  if (scoreFrom !== undefined) and("assessmentScore >= ?", scoreFrom);
  if (scoreBelow !== undefined) and("assessmentScore < ?", scoreBelow);
  if (searchText) {
    const { alsoSeq } = filter;
    const text = searchText.toLowerCase();
    const byId =
      alsoSeq === undefined ? " OR seq = (SELECT seq FROM applications WHERE id = ?)" : " OR seq = ?";
    and(
      `(instr(candidateNameKey, ?) > 0 OR instr(candidateEmail, ?) > 0${alsoSeq === null ? "" : byId})`,
      ...[searchKey(searchText), text, ...(alsoSeq === null ? [] : [alsoSeq ?? text])],
    );
  }
  and(part.text, ...part.params);
  return { text: parts.join(" AND "), params };
}

/**
 * What is found is looked up one by one, which costs some twenty times what a step on a vacancy's index does: from here
 * on that is walked. Between the two so much is found that neither takes more than some 20 ms, save walking a vacancy of
 * hundreds of thousands.
 */
const foundLimit = (walked: number) => Math.min(maxFound, Math.max(1_000, walked / 20));
/** What finds more than this is never looked up. */
export const maxFound = 5_000;

const searchAll = "SELECT rowid AS seq FROM application_search WHERE application_search MATCH ? LIMIT ?";

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
  const byId = await findApplication(db, searchText.toLowerCase());
  const whole = { ...filter, searchText, alsoSeq: byId?.seq ?? null };
  const by = await lookupOf(db, "application_search", customerId, searchText, ["name", "email"]);
  if (by === "common") return whole;
  const { vacancyId, stageIds } = filter;
  const limit = Math.floor(foundLimit(await countApplications(db, { vacancyId, stageIds })));
  const found =
    by === "nothing" ? [] : await db.statement<{ seq: number }>(searchAll).all(by.match, limit + 1);
  if (found.length > limit) return whole;
  return { ...filter, foundSeqs: [...found, ...(byId ? [byId] : [])].map(({ seq }) => seq) };
}

export const isByScore = ({ scoreFrom, scoreBelow }: ApplicationFilter) =>
  scoreFrom !== undefined || scoreBelow !== undefined;

/** Applications with their assessment at an earlier stage in place of the one where they stand. */
const takenEarlier = `(
  SELECT a.seq, a.id, a.vacancyId, a.stageId, a.status, a.createdAt, a.candidateNameKey, a.candidateEmail,
    e.status AS assessmentStatus, coalesce(e.recommendation, e.rating) AS assessmentResult,
    e.recommendationScore AS assessmentScore, e.isViewed AS assessmentIsViewed, e.submittedAt AS assessmentSubmittedAt
  FROM applications AS a INDEXED BY applications_created
  CROSS JOIN assessments AS e ON e.applicationId = a.id AND e.stageId = ?
) AS applications`;

/**
 * Where the rows of a filter come from: an index of the stage, or what a search found. Scores are in one index alone;
 * a range of them is read from there and sorted, whatever the list is sorted by.
 */
function sourceOf(filter: ApplicationFilter, stageId: string, sortIndex: string): Query {
  const { foundSeqs, takenAt } = filter;
  if (takenAt !== undefined && takenAt !== stageId) return { text: takenEarlier, params: [takenAt] };
  const index = isByScore(filter) ? "applications_score" : sortIndex;
  return foundSeqs
    ? {
        text: "(SELECT DISTINCT value FROM json_each(?)) AS found CROSS JOIN applications ON seq = found.value",
        params: [JSON.stringify(foundSeqs)],
      }
    : { text: `applications INDEXED BY ${index}`, params: [] };
}

/** The rows of each stage, to select from. */
const stagesOf = (filter: ApplicationFilter, index: string, part: Query): Query[] =>
  filter.stageIds.map((stageId) => {
    const source = sourceOf(filter, stageId, index);
    const { text, params } = conditions(filter, stageId, part);
    return { text: `${source.text} WHERE ${text}`, params: [...source.params, ...params] };
  });

/** The seqs of one page, in order: several stages are merged, each from its own walk of the index. */
export function pageQuery(
  filter: ApplicationFilter,
  { sort, order }: ApplicationOrder,
  limit: number,
  offset: number,
  part = everything,
): Query {
  const { column, index } = applicationSorts[sort];
  const stages = stagesOf(filter, index, part);
  const selects = stages.map(({ text }) => `SELECT seq, ${column} AS sortKey FROM ${text}`);
  return {
    text: `${selects.join(" UNION ALL ")} ORDER BY sortKey ${order}, seq ${order} LIMIT ? OFFSET ?`,
    params: [...stages.flatMap(({ params }) => params), limit, offset],
  };
}

/** How many rows a filter leaves, counted one by one on an index. */
export function walkedCountQuery(filter: ApplicationFilter, index: string, part = everything): Query {
  const stages = stagesOf(filter, index, part);
  const counts = stages.map(({ text }) => `(SELECT count(*) FROM ${text})`);
  return {
    text: `SELECT ${counts.join(" + ")} AS count`,
    params: stages.flatMap(({ params }) => params),
  };
}

/** The kept counts of what a filter leaves, to select from; undefined where they do not tell. */
function keptCounts(filter: ApplicationFilter): Query | undefined {
  const { results, isViewed, submittedFrom, submittedBefore, searchText, foundSeqs, takenAt } = filter;
  const isKept =
    !isByScore(filter) &&
    [results, isViewed, submittedFrom, submittedBefore, searchText, foundSeqs, takenAt].every(
      (one) => one === undefined,
    );
  if (!isKept) return undefined;
  const { vacancyId, stageIds, statuses, assessmentStatus } = filter;
  const parts = [`vacancyId = ? AND stageId IN (${marks(stageIds)})`];
  if (statuses) parts.push(`status IN (${marks(statuses)})`);
  if (assessmentStatus) parts.push("assessmentStatus = ?");
  return {
    text: `application_counts WHERE ${parts.join(" AND ")}`,
    params: [vacancyId, ...stageIds, ...(statuses ?? []), ...(assessmentStatus ? [assessmentStatus] : [])],
  };
}

/** How many rows a filter leaves, without reading one: from the kept counts where those tell, else from an index. */
export function countQuery(filter: ApplicationFilter): Query {
  const kept = keptCounts(filter);
  if (!kept) return walkedCountQuery(filter, "applications_submitted");
  return { text: `SELECT coalesce(sum(count), 0) AS count FROM ${kept.text}`, params: kept.params };
}

/** How many rows of each status a filter leaves, a row for each stage and status: from where `countQuery` has its sum. */
export function statusCountQuery(filter: ApplicationFilter): Query {
  const kept = keptCounts(filter);
  if (kept) return { text: `SELECT status, count FROM ${kept.text}`, params: kept.params };
  const stages = stagesOf(filter, "applications_submitted", everything);
  return {
    text: stages
      .map(({ text }) => `SELECT status, count(*) AS count FROM ${text} GROUP BY status`)
      .join(" UNION ALL "),
    params: stages.flatMap(({ params }) => params),
  };
}

/** Whether the filter cannot match anything: a choice among nothing. */
export const isEmpty = ({ stageIds, statuses, results, foundSeqs }: ApplicationFilter) =>
  [stageIds, statuses, results, foundSeqs].some((choice) => choice?.length === 0);

/** How many applications a filter leaves. */
export async function countApplications(db: Reader, filter: ApplicationFilter): Promise<number> {
  if (isEmpty(filter)) return 0;
  const { text, params } = countQuery(filter);
  return (await db.statement<{ count: number }>(text).get(...params))?.count ?? 0;
}

/** The seqs of one page of a filter, in order; what has nothing to sort by comes last, ascending or descending. */
export async function applicationSeqs(
  db: Reader,
  filter: ApplicationFilter,
  order: ApplicationOrder,
  limit: number,
  offset: number,
): Promise<number[]> {
  if (isEmpty(filter)) return [];
  const page = async (size: number, from: number, part?: Query) => {
    const { text, params } = pageQuery(filter, order, size, from, part);
    return (await db.statement<{ seq: number }>(text).all(...params)).map(({ seq }) => seq);
  };
  const { index, parts }: SortSource = applicationSorts[order.sort];
  // Descending, an index has what is empty at its end by itself.
  if (order.order === "desc" || !parts) return page(limit, offset);
  const [filled, empty] = parts.map((text): Query => ({ text, params: [] }));
  const found = await page(limit, offset, filled);
  if (found.length === limit) return found;
  const { text, params } = walkedCountQuery(filter, index, filled);
  const filledCount =
    found.length > 0 || offset === 0
      ? offset
      : ((await db.statement<{ count: number }>(text).get(...params))?.count ?? 0);
  return [...found, ...(await page(limit - found.length, offset - filledCount, empty))];
}

// ---- single rows and what belongs to them ----

/** An application with its candidate and what its vacancy is called. */
export type ApplicationRow = Omit<Row<"applications">, "candidateNameKey" | "candidateEmail"> & {
  candidate: Row<"candidates">;
  vacancyName: string;
  externalVacancyId: string | null;
  assessments: Row<"assessments">[];
};

// One parameter for any number of values, so that the statement's text is always the same.
const anyOf = (column: string, json: string) =>
  raw<boolean>`${raw.ref(column)} IN (SELECT value FROM json_each(${json}))`;

const selectApplications = prepared<{ seqs: string }>()((p) =>
  sql
    .selectFrom("applications as a")
    .innerJoin("vacancies as v", "v.id", "a.vacancyId")
    .selectAll("a")
    .select(["v.title as vacancyName", "v.externalVacancyId"])
    .where(anyOf("a.seq", p.seqs)),
);

const selectCandidates = prepared<{ ids: string }>()((p) =>
  sql.selectFrom("candidates").selectAll().where(anyOf("id", p.ids)),
);

const selectAssessments = prepared<{ ids: string }>()((p) =>
  sql
    .selectFrom("assessments")
    .selectAll()
    .where(anyOf("applicationId", p.ids))
    .orderBy("applicationId")
    .orderBy("stageId"),
);

const selectById = prepared<{ id: string }>()((p) =>
  sql.selectFrom("applications").selectAll().where("id", "=", p.id),
);

const selectOfCandidate = prepared<{ candidateId: string }>()((p) =>
  sql.selectFrom("applications").selectAll().where("candidateId", "=", p.candidateId).orderBy("vacancyId"),
);

const selectAssessment = prepared<{ id: string }>()((p) =>
  sql.selectFrom("assessments").selectAll().where("id", "=", p.id),
);

const selectStageAssessment = prepared<{ applicationId: string; stageId: string }>()((p) =>
  sql
    .selectFrom("assessments")
    .selectAll()
    .where("applicationId", "=", p.applicationId)
    .where("stageId", "=", p.stageId),
);

// At most one row a stage, status and progress: summed below, since no index is in that order.
const selectStageCounts = prepared<{ vacancyId: string }>()((p) =>
  sql
    .selectFrom("application_counts")
    .select(["stageId", "assessmentStatus", "count"])
    .where("vacancyId", "=", p.vacancyId),
);

/** For EXPLAIN QUERY PLAN tests. */
export const applicationQueries = {
  selectStageCounts,
  selectApplications,
  selectCandidates,
  selectAssessments,
  selectOfCandidate,
  selectStageAssessment,
};

/** An application of this region. */
export const findApplication = (db: Reader, id: string) => selectById.get(db, { id });

/** All applications of a candidate. */
export const applicationsOfCandidate = (db: Reader, candidateId: string) =>
  selectOfCandidate.all(db, { candidateId });

/** An assessment of this region. */
export const findAssessment = (db: Reader, id: string) => selectAssessment.get(db, { id });

/** What an application has to do at a stage, if anything yet. */
export const findStageAssessment = (db: Reader, applicationId: string, stageId: string) =>
  selectStageAssessment.get(db, { applicationId, stageId });

/** The applications of `seqs` in that order, complete. */
export async function readApplications(db: Reader, seqs: readonly number[]): Promise<ApplicationRow[]> {
  const rows = new Map(
    (await selectApplications.all(db, { seqs: JSON.stringify(seqs) })).map((row) => [row.seq, row]),
  );
  const found = [...rows.values()];
  const candidateIds = JSON.stringify(found.map(({ candidateId }) => candidateId));
  const candidates = new Map(
    (await selectCandidates.all(db, { ids: candidateIds })).map((candidate) => [candidate.id, candidate]),
  );
  const assessments = new Map<string, Row<"assessments">[]>(found.map(({ id }) => [id, []]));
  for (const assessment of await selectAssessments.all(db, { ids: JSON.stringify([...assessments.keys()]) }))
    assessments.get(assessment.applicationId)?.push(assessment);
  return seqs.flatMap((seq) => {
    const row = rows.get(seq);
    const candidate = row && candidates.get(row.candidateId);
    return candidate ? [{ ...row, candidate, assessments: assessments.get(row.id) ?? [] }] : [];
  });
}

/** How many of the applications that a filter leaves have each status; statuses of none are left out (APP-13). */
export async function statusCounts(db: Reader, filter: ApplicationFilter) {
  const sums = new Map<ApplicationStatus, number>();
  if (isEmpty(filter)) return [];
  const { text, params } = statusCountQuery(filter);
  for (const { status, count } of await db
    .statement<{ status: ApplicationStatus; count: number }>(text)
    .all(...params))
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
