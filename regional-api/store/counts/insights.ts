/** Sums over the kept counts of Discover Insights (migration 81), and over the rows of parts of days, which no count tells. */
import { sql as raw, type Expression, type SqlBool } from "kysely";
import { reading, rowsOf } from "../dialect";
import type { Select } from "../engine";
import { insightFacts } from "../migrations/0081-region-insight-counts";
import { sql } from "../sql";

export type InsightTime = keyof typeof insightFacts;

/** Spans of so many days, since 1970 and so counted, from one up to, not including, another. */
export interface Spans {
  readonly days: 1 | 32;
  readonly from: number;
  readonly to: number;
}

/** The sums of `names` over whole days: each scope, product and part is one range of the primary key. */
export const countedSums = <Name extends string>(
  names: readonly Name[],
  scopeIds: readonly string[],
  products: readonly string[],
  spans: readonly Spans[],
): Select<Record<Name, number>> => {
  const sums = names.map((name) => raw`coalesce(sum(${raw.ref(`c.${name}`)}), 0) AS ${raw.ref(name)}`);
  return reading(raw<Record<Name, number>>`
    SELECT ${raw.join(sums)}
    FROM json_each(${JSON.stringify(scopeIds)}) AS scope CROSS JOIN json_each(${JSON.stringify(products)}) AS product
    CROSS JOIN json_each(${JSON.stringify(spans.map(({ days, from, to }) => [days, from, to]))}) AS part
    CROSS JOIN insight_counts AS c ON c.scopeId = scope.value AND c.product = product.value
      AND c.span = part.value ->> 0 AND c.bucket >= part.value ->> 1 AND c.bucket < part.value ->> 2`);
};

/** The sums of `names` over those rows of `assessments AS a` that `conditions` leave, by an index. */
export const rowSums = <Name extends string>(
  time: InsightTime,
  names: readonly Name[],
  index: string,
  conditions: readonly Expression<SqlBool>[],
): Select<Record<Name, number>> => {
  const sums = names.map(
    (name) => raw`coalesce(sum(${raw.raw(insightFacts[time][name]?.("a") ?? "0")}), 0) AS ${raw.ref(name)}`,
  );
  return reading(raw<Record<Name, number>>`
    SELECT ${raw.join(sums)} FROM assessments AS a INDEXED BY ${raw.ref(index)}
    WHERE ${raw.join(conditions, raw` AND `)}`);
};

/** Applications of whole days: each scope is one range of the primary key. */
export const countedDays = (scopeIds: readonly string[], firstDay: number, endDay: number) =>
  sql
    .selectFrom(rowsOf(scopeIds, "scope"))
    .crossJoin("application_day_counts as c")
    .select(["c.day", (c) => c.fn.sum<number>("c.count").as("count")])
    .whereRef("c.scopeId", "=", "scope.value")
    .where("c.day", ">=", firstDay)
    .where("c.day", "<", endDay)
    .groupBy("c.day");
