/**
 * Queries for the Discover Insights figures (docs/insights.md defines them). Whole days come from the counters of
 * store/schema/insight-facts.ts; partial days and medians are read from the rows.
 */
import { expressionBuilder, type Expression, type SqlBool } from "kysely";
import { mapSequentially } from "../../store/sequential";
import { dayMs, dayOf, medianOfBands, type Period, type Trend, type TrendSums } from "./insights.rules";
import {
  countedDays,
  countedSeries,
  countedSums,
  rowSums,
  type InsightTime,
} from "../../store/counts/insights";
import { anyOf, from as tableBy } from "../../store/dialect";
import type { Reader, Select } from "../../store/engine";
import { forms, sql } from "../../store/sql";
import type { Tables } from "../../store/tables";
import {
  durationBounds,
  scoreBounds,
  type ConsentedFact,
  type SubmittedFact,
} from "../../store/schema/insight-facts";
import type { Product } from "../../store/tables/hiring";

/** Selects the assessments or applications that a figure covers. */
export interface InsightSubject {
  readonly customerId: string;
  readonly products: readonly Product[];
  /** Exactly these departments, not their descendants; null for the whole customer. */
  readonly departments: readonly string[] | null;
  /** Null for all; otherwise limited to `departments`. */
  readonly vacancyIds: readonly string[] | null;
}

/** Half-open range: `from` inclusive, `to` exclusive. */
type Range = readonly [from: number, to: number];

// ---- splitting a period ----

/** A multiple of 32 days, later than any stored time. */
const endOfDays = 32 * 100_000;

interface Parts {
  /** Blocks of 32 days, counted since 1970. */
  readonly months: readonly Range[];
  readonly days: readonly Range[];
  /** Partial days, in milliseconds. */
  readonly rest: readonly Range[];
}

const isNotEmpty = ([from, to]: Range) => from < to;

/** Splits a period into 32-day blocks and days (pre-counted) and partial days (counted now). */
function partsOf({ from = -endOfDays * dayMs, to = endOfDays * dayMs }: Period): Parts {
  const [firstDay, lastDay] = [Math.ceil(from / dayMs), Math.floor(to / dayMs)];
  if (firstDay > lastDay) return { months: [], days: [], rest: [[from, to] as const].filter(isNotEmpty) };
  const rest: Range[] = [
    [from, firstDay * dayMs],
    [lastDay * dayMs, to],
  ];
  const [firstMonth, lastMonth] = [Math.ceil(firstDay / 32), Math.floor(lastDay / 32)];
  const days: Range[] =
    firstMonth < lastMonth
      ? [
          [firstDay, firstMonth * 32],
          [lastMonth * 32, lastDay],
        ]
      : [[firstDay, lastDay]];
  const months: Range[] = [[firstMonth, lastMonth]];
  return { months: months.filter(isNotEmpty), days: days.filter(isNotEmpty), rest: rest.filter(isNotEmpty) };
}

// ---- sums ----

const scopesOf = ({ customerId, departments, vacancyIds }: InsightSubject) =>
  vacancyIds ?? departments ?? [customerId];

const assessment = expressionBuilder<{ a: Tables["assessments"] }, "a">();

/** Conditions for the subject's assessments: by customer and department, or by vacancy (ids already the customer's). */
function subjectConditions({
  customerId,
  products,
  departments,
  vacancyIds,
}: InsightSubject): Expression<SqlBool>[] {
  const ofProducts = assessment("a.product", "in", products);
  if (vacancyIds) return [anyOf("a.vacancyId", vacancyIds), ofProducts];
  const ofCustomer = assessment("a.customerId", "=", customerId);
  return [ofCustomer, ofProducts, ...(departments ? [anyOf("a.hierarchyId", departments)] : [])];
}

const indexOf = { consentedAt: "assessments_consented", submittedAt: "assessments_submitted" } as const;

type PartialDays<Name extends string> = InsightSubject & {
  readonly time: InsightTime;
  readonly names: readonly Name[];
  readonly from: number;
  readonly to: number;
};

/** Sums the facts `names` over the rows of a partial day. */
export const partialDayQuery: <Name extends string>(
  asked: PartialDays<Name>,
) => Select<Record<Name, number>> = forms<PartialDays<string>>({
  fixed: ["time", "names"],
  each: ["products"],
})(({ time, names, from, to, ...subject }) =>
  sql
    .selectFrom(tableBy("assessments as a", { index: indexOf[time] }))
    .select(rowSums(time, names))
    .where("a.customerId", "=", subject.customerId)
    .where((a) => a.and(subjectConditions(subject)))
    .where(`a.${time}`, "is not", null)
    .where(`a.${time}`, ">=", from)
    .where(`a.${time}`, "<", to),
);

async function sums<Name extends string>(
  db: Reader,
  subject: InsightSubject,
  time: InsightTime,
  period: Period,
  names: readonly Name[],
): Promise<Record<Name, number>> {
  const { months, days, rest } = partsOf(period);
  const spans = [
    ...months.map((span) => [32, ...span] as const),
    ...days.map((span) => [1, ...span] as const),
  ];
  const { products } = subject;
  const total = await db.get(countedSums({ names, scopeIds: scopesOf(subject), products, spans }));
  const others = await mapSequentially(rest, ([from, to]) =>
    db.get(partialDayQuery({ ...subject, time, names, from, to })),
  );
  const sumOf = (name: Name) => [total, ...others].reduce((sum, row) => sum + (row?.[name] ?? 0), 0);
  return Object.fromEntries(names.map((name) => [name, sumOf(name)])) as Record<Name, number>;
}

/** Counts submitted interviews for each fact in `names`; `ratings` is a sum of ratings. */
export const submittedSums = <Name extends SubmittedFact>(
  db: Reader,
  subject: InsightSubject,
  period: Period,
  names: readonly Name[],
) => sums(db, subject, "submittedAt", period, names);

/** Counts started interviews for each fact in `names`. */
export const consentedSums = <Name extends ConsentedFact>(
  db: Reader,
  subject: InsightSubject,
  period: Period,
  names: readonly Name[],
) => sums(db, subject, "consentedAt", period, names);

const scoreNames = scoreBounds.map((_, index) => `score${index}` as const);
const durationNames = [...durationBounds, 0].map((_, index) => `duration${index}` as const);

/** Submitted interviews by score: one count per bucket of ten from 0 to 90, then the count of score 100. */
export async function scoreCounts(db: Reader, subject: InsightSubject, period: Period): Promise<number[]> {
  const counts = await submittedSums(db, subject, period, scoreNames);
  return Array.from({ length: 11 }, (_, index) =>
    [`score${index * 2}` as const, `score${index * 2 + 1}` as const].reduce(
      (sum, name) => sum + (counts[name] ?? 0),
      0,
    ),
  );
}

// ---- medians ----

/** For each median column: the counters that narrow its value to a bucket, and the indexes that sort its values. */
const medians = {
  recommendationScore: {
    index: "assessments_score",
    vacancyIndex: "assessments_vacancy_score",
    names: scoreNames,
    ends: scoreBounds.slice(1),
  },
  durationMs: {
    index: "assessments_duration",
    vacancyIndex: "assessments_vacancy_duration",
    names: durationNames,
    ends: durationBounds,
  },
} as const;
export type MedianColumn = keyof typeof medians;

type RankQuery = InsightSubject &
  Period & {
    readonly column: MedianColumn;
    readonly least: number;
    readonly end: number;
    readonly rank: number;
  };

/** Values between two bounds in ascending order: the one at `rank` and the next. */
export const rankedQuery = forms<RankQuery>({ fixed: ["column"], each: ["products"] })(({
  column,
  from,
  to,
  least,
  end,
  rank,
  ...subject
}) => {
  const { index, vacancyIndex } = medians[column];
  return sql
    .selectFrom(tableBy("assessments as a", { index: subject.vacancyIds ? vacancyIndex : index }))
    .select(`a.${column} as value`)
    .where((a) => a.and(subjectConditions(subject)))
    .$if(from !== undefined, (all) => all.where("a.submittedAt", ">=", from ?? 0))
    .$if(to !== undefined, (all) => all.where("a.submittedAt", "<", to ?? 0))
    .where("a.submittedAt", "is not", null)
    .where(`a.${column}`, ">=", least)
    .where(`a.${column}`, "<", end)
    .orderBy(`a.${column}`)
    .limit(2)
    .offset(rank);
});

const beyondAll = 1e15;

/** The median over the submitted interviews that have a value; with an even number, the mean of the middle two. */
export async function median(
  db: Reader,
  subject: InsightSubject,
  period: Period,
  column: MedianColumn,
): Promise<number | null> {
  const { names, ends } = medians[column];
  const counts: Record<string, number> = await submittedSums(db, subject, period, names);
  const total = names.reduce((sum, name) => sum + (counts[name] ?? 0), 0);
  if (total === 0) return null;
  /** The value at `rank` (0-based), and the next one if it is in the same bucket. */
  const valuesAt = async (rank: number): Promise<number[]> => {
    let before = 0;
    const at = names.findIndex((name) => {
      const count = counts[name] ?? 0;
      if (before + count > rank) return true;
      before += count;
      return false;
    });
    const [least, end] = [ends[at - 1] ?? -beyondAll, ends[at] ?? beyondAll];
    const values = await db.all(
      rankedQuery({ ...subject, ...period, column, least, end, rank: rank - before }),
    );
    return values.flatMap(({ value }) => value ?? []);
  };
  const [lowRank, highRank] = [(total - 1) >> 1, total >> 1];
  const [low, next] = await valuesAt(lowRank);
  const high = highRank === lowRank ? low : (next ?? (await valuesAt(highRank))[0]);
  return low === undefined || high === undefined ? null : (low + high) / 2;
}

// ---- change and line ----

const countedFacts = ["submitted", "rated", "ratings", "profanity", "plagiarism", "garbage"] as const;

/** Sums of a period; interviews begun before `limit` can count as lost. */
export async function trendSums(
  db: Reader,
  subject: InsightSubject,
  period: Required<Period>,
  limit: number,
): Promise<TrendSums> {
  const old = { from: period.from, to: Math.min(period.to, limit) };
  return {
    ...(await submittedSums(db, subject, period, countedFacts)),
    ...(await consentedSums(db, subject, period, ["consented"])),
    lost: await consentedSums(db, subject, old, ["dropped", "leaked"]),
    medianTime: await median(db, subject, period, "durationMs"),
    medianScore: await median(db, subject, period, "recommendationScore"),
  };
}

const seriesNames = [
  ...(["consented", "dropped", "leaked", ...countedFacts] as const),
  ...scoreNames,
  ...durationNames,
];

/** Sums per bucket of whole days; medians are estimates, since reading each exactly would cost as much as a card. */
export async function trendPoints(
  db: Reader,
  subject: InsightSubject,
  points: Trend["points"],
  limit: number,
): Promise<TrendSums[]> {
  const { products } = subject;
  const parameters = { names: seriesNames, scopeIds: scopesOf(subject), products, ...points };
  const rows = new Map((await db.all(countedSeries(parameters))).map((row) => [row["bucket"], row]));
  return Array.from({ length: points.end - points.first }, (_, index) => {
    const bucket = points.first + index;
    const row: Partial<Record<(typeof seriesNames)[number], number>> = rows.get(bucket) ?? {};
    const countsOf = (names: readonly (typeof seriesNames)[number][]) => names.map((name) => row[name] ?? 0);
    const { consented = 0, submitted = 0, rated = 0, ratings = 0, dropped = 0, leaked = 0 } = row;
    const { profanity = 0, plagiarism = 0, garbage = 0 } = row;
    return {
      ...{ consented, submitted, rated, ratings, profanity, plagiarism, garbage },
      lost: (bucket + 1) * points.span * dayMs <= limit ? { dropped, leaked } : null,
      medianTime: medianOfBands(countsOf(durationNames), medians.durationMs.ends),
      medianScore: medianOfBands(countsOf(scoreNames), medians.recommendationScore.ends),
    };
  });
}

// ---- applications ----

/** Counts applications in a partial day. */
export const dayRestQuery = forms<
  Omit<InsightSubject, "products"> & { readonly from: number; readonly to: number }
>({})(({ customerId, departments, vacancyIds, from, to }) =>
  sql
    .selectFrom(tableBy("applications", { index: "applications_day" }))
    .select((all) => all.fn.countAll<number>().as("count"))
    .where("customerId", "=", customerId)
    .$if(vacancyIds !== null, (all) => all.where(anyOf("vacancyId", vacancyIds ?? [])))
    .$if(vacancyIds === null && departments !== null, (all) =>
      all.where(anyOf("hierarchyId", departments ?? [])),
    )
    .where("createdAt", ">=", from)
    .where("createdAt", "<", to),
);

/** Number of applications per UTC day (days since 1970) of a period; days with none may be missing. */
export async function applicationsByDay(
  db: Reader,
  subject: InsightSubject,
  { from, to }: Required<Period>,
): Promise<{ day: number; count: number }[]> {
  const [firstDay, lastDay] = [Math.ceil(from / dayMs), Math.floor(to / dayMs)];
  const whole = await countedDays.all(db, { scopeIds: scopesOf(subject), first: firstDay, end: lastDay });
  const { customerId, departments, vacancyIds } = subject;
  const rest = await mapSequentially(partsOf({ from, to }).rest, async ([begin, end]) => {
    const parameters = { customerId, departments, vacancyIds, from: begin, to: end };
    return { day: dayOf(begin), count: (await db.get(dayRestQuery(parameters)))?.count ?? 0 };
  });
  return [...whole, ...rest];
}

// ---- declines ----

type Declines = Omit<InsightSubject, "products"> & Period & { readonly reasonIds: readonly string[] };

/** Counts the candidates declined for each of these reasons of a customer. */
export const declinesQuery = forms<Declines>({})(
  ({ customerId, departments, vacancyIds, from, to, reasonIds }) =>
    sql
      .selectFrom("application_changes as c")
      .innerJoin("applications as a", "a.id", "c.applicationId")
      .select((all) => [
        "c.declineReason as reason",
        all.fn.count<number>("c.applicationId").distinct().as("count"),
      ])
      .where(anyOf("c.declineReason", reasonIds))
      .where("a.customerId", "=", customerId)
      .$if(vacancyIds !== null, (all) => all.where(anyOf("a.vacancyId", vacancyIds ?? [])))
      .$if(vacancyIds === null && departments !== null, (all) =>
        all.where(anyOf("a.hierarchyId", departments ?? [])),
      )
      .$if(from !== undefined, (all) => all.where("c.changedAt", ">=", from ?? 0))
      .$if(to !== undefined, (all) => all.where("c.changedAt", "<", to ?? 0))
      .groupBy("c.declineReason"),
);

/** Number of candidates declined in a period, by the id of the reason; reasons with none may be missing. */
export async function declinesByReason(
  db: Reader,
  { customerId, departments, vacancyIds }: InsightSubject,
  period: Period,
  reasonIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (reasonIds.length === 0) return new Map();
  const rows = await db.all(declinesQuery({ customerId, departments, vacancyIds, ...period, reasonIds }));
  return new Map(rows.map(({ reason, count }) => [reason ?? "", count]));
}
