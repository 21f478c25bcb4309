/**
 * The figures of Discover Insights (docs/insights.md says what each means). Whole days come from the counts of
 * migration 81, parts of days and the middle of all values from the rows. Written as text since each names its index.
 */
import { dayMs, dayOf, type Period } from "./insights.rules";
import type { Reader } from "../../store/engine";
import {
  durationBounds,
  insightFacts,
  scoreBounds,
  type ConsentedFact,
  type SubmittedFact,
} from "../../store/migrations/0081-region-insight-counts";
import type { Product } from "../../store/tables/hiring";

/** Whose assessments or applications a figure is about. */
export interface InsightSubject {
  readonly customerId: string;
  readonly products: readonly Product[];
  /** Departments themselves, not those below; null for all of the customer. */
  readonly departments: readonly string[] | null;
  /** Null for all; those of `departments` alone. */
  readonly vacancyIds: readonly string[] | null;
}

type Time = keyof typeof insightFacts;

/** From the first up to, not including, the second. */
type Range = readonly [from: number, to: number];

// ---- what a period consists of ----

/** A multiple of 32 days beyond every time that is stored. */
const endOfDays = 32 * 100_000;

interface Parts {
  /** Of 32 days each, since 1970. */
  readonly months: readonly Range[];
  readonly days: readonly Range[];
  /** Parts of days, in milliseconds. */
  readonly rest: readonly Range[];
}

const notEmpty = ([from, to]: Range) => from < to;

/** Takes a period apart into what is counted in one and what is not counted. */
function partsOf({ from = -endOfDays * dayMs, to = endOfDays * dayMs }: Period): Parts {
  const [firstDay, lastDay] = [Math.ceil(from / dayMs), Math.floor(to / dayMs)];
  if (firstDay > lastDay) return { months: [], days: [], rest: [[from, to] as const].filter(notEmpty) };
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
  return { months: months.filter(notEmpty), days: days.filter(notEmpty), rest: rest.filter(notEmpty) };
}

// ---- sums ----

const scopesOf = ({ customerId, departments, vacancyIds }: InsightSubject) =>
  vacancyIds ?? departments ?? [customerId];

/** The sums of `names` over whole days: each scope, product and part is one range of the primary key. */
export const countedQuery = (names: readonly string[]) => `
  SELECT ${names.map((name) => `coalesce(sum(c.${name}), 0) AS ${name}`).join(", ")}
  FROM json_each(?) AS scope CROSS JOIN json_each(?) AS product CROSS JOIN json_each(?) AS part
  CROSS JOIN insight_counts AS c ON c.scopeId = scope.value AND c.product = product.value
    AND c.span = part.value ->> 0 AND c.bucket >= part.value ->> 1 AND c.bucket < part.value ->> 2`;

interface Conditions {
  readonly parts: readonly string[];
  readonly params: readonly unknown[];
}

/** Whose rows of `assessments` count: by customer and department, or by vacancy, whose ids are the customer's own. */
function ofSubject({ customerId, products, departments, vacancyIds }: InsightSubject): Conditions {
  const ofProducts = `a.product IN (${products.map(() => "?").join(", ")})`;
  const among = (column: string) => `a.${column} IN (SELECT value FROM json_each(?))`;
  if (vacancyIds)
    return { parts: [among("vacancyId"), ofProducts], params: [JSON.stringify(vacancyIds), ...products] };
  return {
    parts: ["a.customerId = ?", ofProducts, ...(departments ? [among("hierarchyId")] : [])],
    params: [customerId, ...products, ...(departments ? [JSON.stringify(departments)] : [])],
  };
}

const indexOf = { consentedAt: "assessments_consented", submittedAt: "assessments_submitted" } as const;

/** The sums of `names` over the rows of a part of a day. */
export function restQuery(subject: InsightSubject, time: Time, names: readonly string[]) {
  const { parts, params } = ofSubject(subject);
  const sums = names.map((name) => `coalesce(sum(${insightFacts[time][name]?.("a") ?? "0"}), 0) AS ${name}`);
  return {
    text: `SELECT ${sums.join(", ")} FROM assessments a INDEXED BY ${indexOf[time]}
      WHERE a.customerId = ? AND ${parts.join(" AND ")}
        AND a.${time} IS NOT NULL AND a.${time} >= ? AND a.${time} < ?`,
    params: [subject.customerId, ...params],
  };
}

function sums<Name extends string>(
  db: Reader,
  subject: InsightSubject,
  time: Time,
  period: Period,
  names: readonly Name[],
): Record<Name, number> {
  const { months, days, rest } = partsOf(period);
  const parts = [...months.map((part) => [32, ...part]), ...days.map((part) => [1, ...part])];
  const total = db
    .statement<Record<Name, number>>(countedQuery(names))
    .get(...[scopesOf(subject), subject.products, parts].map((list) => JSON.stringify(list)));
  const { text, params } = restQuery(subject, time, names);
  const others = rest.map((range) => db.statement<Record<Name, number>>(text).get(...params, ...range));
  const sumOf = (name: Name) => [total, ...others].reduce((sum, row) => sum + (row?.[name] ?? 0), 0);
  return Object.fromEntries(names.map((name) => [name, sumOf(name)])) as Record<Name, number>;
}

/** How many of the submitted interviews are, or have, what `names` say; `ratings` is the sum of them. */
export const submittedSums = <Name extends SubmittedFact>(
  db: Reader,
  subject: InsightSubject,
  period: Period,
  names: readonly Name[],
) => sums(db, subject, "submittedAt", period, names);

/** How many of the started interviews are, or have, what `names` say. */
export const consentedSums = <Name extends ConsentedFact>(
  db: Reader,
  subject: InsightSubject,
  period: Period,
  names: readonly Name[],
) => sums(db, subject, "consentedAt", period, names);

const scoreNames = scoreBounds.map((_, index) => `score${index}` as const);
const durationNames = [...durationBounds, 0].map((_, index) => `duration${index}` as const);

/** Submitted interviews by score: how many scores lie in each ten from 0 to 90, and how many are 100. */
export function scoreCounts(db: Reader, subject: InsightSubject, period: Period): number[] {
  const counts = submittedSums(db, subject, period, scoreNames);
  return Array.from({ length: 11 }, (_, index) =>
    [`score${index * 2}` as const, `score${index * 2 + 1}` as const].reduce(
      (sum, name) => sum + (counts[name] ?? 0),
      0,
    ),
  );
}

// ---- medians ----

/** What a median is of: its counts, which say between which bounds it lies, and where its values are in order. */
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

/** The values between two bounds in order, from the one of a rank on. */
export function rankedQuery(subject: InsightSubject, column: MedianColumn, { from, to }: Period) {
  const { parts, params } = ofSubject(subject);
  const { index, vacancyIndex } = medians[column];
  const since = from === undefined ? [] : ["a.submittedAt >= ?"];
  const before = to === undefined ? [] : ["a.submittedAt < ?"];
  return {
    text: `SELECT a.${column} AS value FROM assessments a INDEXED BY ${subject.vacancyIds ? vacancyIndex : index}
      WHERE ${[...parts, ...since, ...before].join(" AND ")}
        AND a.submittedAt IS NOT NULL AND a.${column} >= ? AND a.${column} < ?
      ORDER BY a.${column} LIMIT ? OFFSET ?`,
    params: [...params, ...[from, to].filter((time) => time !== undefined)],
  };
}

const beyondAll = 1e15;

/** The middle value of the submitted interviews that have one, the mean of the two middle ones of an even number. */
export function median(
  db: Reader,
  subject: InsightSubject,
  period: Period,
  column: MedianColumn,
): number | null {
  const { names, ends } = medians[column];
  const counts: Record<string, number> = submittedSums(db, subject, period, names);
  const total = names.reduce((sum, name) => sum + (counts[name] ?? 0), 0);
  if (total === 0) return null;
  const { text, params } = rankedQuery(subject, column, period);
  /** The value with `rank` smaller ones, and the next if that is in the same bounds. */
  const valuesAt = (rank: number): number[] => {
    let before = 0;
    const at = names.findIndex((name) => {
      const count = counts[name] ?? 0;
      if (before + count > rank) return true;
      before += count;
      return false;
    });
    const [least, end] = [ends[at - 1] ?? -beyondAll, ends[at] ?? beyondAll];
    return db
      .statement<{ value: number }>(text)
      .all(...params, least, end, 2, rank - before)
      .map(({ value }) => value);
  };
  const [lowRank, highRank] = [(total - 1) >> 1, total >> 1];
  const [low, next] = valuesAt(lowRank);
  const high = highRank === lowRank ? low : (next ?? valuesAt(highRank)[0]);
  return low === undefined || high === undefined ? null : (low + high) / 2;
}

// ---- applications ----

/** Applications of whole days: each scope is one range of the primary key. */
export const daysQuery = `
  SELECT c.day, sum(c.count) AS count FROM json_each(?) AS scope
  CROSS JOIN application_day_counts AS c ON c.scopeId = scope.value AND c.day >= ? AND c.day < ?
  GROUP BY c.day`;

/** Applications of a part of a day. */
export function dayRestQuery({ customerId, departments, vacancyIds }: InsightSubject) {
  const [column, values] = vacancyIds ? ["vacancyId", vacancyIds] : ["hierarchyId", departments];
  const among = values ? ` AND ${column} IN (SELECT value FROM json_each(?))` : "";
  return {
    text: `SELECT count(*) AS count FROM applications INDEXED BY applications_day
      WHERE customerId = ?${among} AND createdAt >= ? AND createdAt < ?`,
    params: [customerId, ...(values ? [JSON.stringify(values)] : [])],
  };
}

/** How many applications came on each day (UTC, since 1970) of a period; days without one may be missing. */
export function applicationsByDay(
  db: Reader,
  subject: InsightSubject,
  { from, to }: Required<Period>,
): { day: number; count: number }[] {
  const [firstDay, lastDay] = [Math.ceil(from / dayMs), Math.floor(to / dayMs)];
  const whole = db
    .statement<{ day: number; count: number }>(daysQuery)
    .all(JSON.stringify(scopesOf(subject)), firstDay, lastDay);
  const { text, params } = dayRestQuery(subject);
  const rest = partsOf({ from, to }).rest.map((range) => ({
    day: dayOf(range[0]),
    count: db.statement<{ count: number }>(text).get(...params, ...range)?.count ?? 0,
  }));
  return [...whole, ...rest];
}
