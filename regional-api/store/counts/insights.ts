/**
 * Sums of the precomputed counts of Discover Insights (schema/insight-facts.ts), and of the same facts for
 * partial days.
 */
import { sql as raw } from "kysely";
import { listOf, reading, listRows } from "../dialect";
import type { Select } from "../engine";
import { inPostgres, insightFacts } from "../schema/insight-facts";
import { byEngine } from "../by-engine";
import { forms, prepared, sql } from "../sql";

export type InsightTime = keyof typeof insightFacts;

interface SumQuery<Name extends string> {
  readonly names: readonly Name[];
  readonly scopeIds: readonly string[];
  readonly products: readonly string[];
  /** Spans of 1 or 32 days, numbered since 1970: `from` inclusive, `to` exclusive. */
  readonly spans: readonly (readonly [days: 1 | 32, from: number, to: number])[];
}

/**
 * Query for the sums of `names` over whole days; each scope, product and span is one range of the primary
 * key.
 */
export const countedSums: <Name extends string>(asked: SumQuery<Name>) => Select<Record<Name, number>> =
  forms<SumQuery<string>>({ fixed: ["names"] })(({ names, scopeIds, products, spans }) => {
    const sums = names.map((name) => raw`coalesce(sum(${raw.ref(`c.${name}`)}), 0) AS ${raw.ref(name)}`);
    const sqlite = raw<Record<string, number>>`
    SELECT ${raw.join(sums)} FROM json_each(${listOf(scopeIds)}) AS scope
    CROSS JOIN json_each(${listOf(products)}) AS product CROSS JOIN json_each(${listOf(spans)}) AS part
    CROSS JOIN insight_counts AS c ON c.scopeId = scope.value AND c.product = product.value
      AND c.span = part.value ->> 0 AND c.bucket >= part.value ->> 1 AND c.bucket < part.value ->> 2`;
    const part = (at: number) => raw`(part.value ->> ${raw.lit(at)})::bigint`;
    const postgres = raw<Record<string, number>>`
    SELECT ${raw.join(sums)} FROM json_array_elements_text(${listOf(scopeIds)}::json) AS scope (id)
    CROSS JOIN json_array_elements_text(${listOf(products)}::json) AS product (name)
    CROSS JOIN json_array_elements(${listOf(spans)}::json) AS part (value)
    JOIN insight_counts AS c ON c.${raw.ref("scopeId")} = scope.id AND c.product = product.name
      AND c.span = ${part(0)} AND c.bucket >= ${part(1)} AND c.bucket < ${part(2)}`;
    return reading(byEngine({ sqlite, postgres }));
  });

interface Series extends Omit<SumQuery<string>, "spans"> {
  readonly span: 1 | 32;
  /** Buckets, numbered since 1970: `first` inclusive, `end` exclusive. */
  readonly first: number;
  readonly end: number;
}

/** Query for the sums of `names` per bucket of 1 or 32 days; buckets without interviews may be missing. */
export const countedSeries = forms<Series>({ fixed: ["names"] })(
  ({ names, scopeIds, products, span, first, end }) =>
    sql
      .selectFrom(listRows(scopeIds, "scope"))
      .crossJoin(listRows(products, "wanted"))
      .crossJoin("insight_counts as c")
      .select("c.bucket")
      .select(names.map((name) => raw<number>`sum(${raw.ref(`c.${name}`)})`.as(name)))
      .whereRef("c.scopeId", "=", "scope.value")
      .whereRef("c.product", "=", "wanted.value")
      .where("c.span", "=", span)
      .where("c.bucket", ">=", first)
      .where("c.bucket", "<", end)
      .groupBy("c.bucket"),
);

/** Returns the SQL for the sums of `names` over rows of `assessments as a`. */
export const rowSums = (time: InsightTime, names: readonly string[]) =>
  names.map((name) => {
    const fact = insightFacts[time][name]?.("a") ?? "0";
    return byEngine<number>({
      sqlite: raw`coalesce(sum(${raw.raw(fact)}), 0)`,
      postgres: raw`coalesce(sum(${raw.raw(inPostgres(fact))}), 0)`,
    }).as(name);
  });

/** Query for the number of applications per whole day; each scope is one range of the primary key. */
export const countedDays = prepared<{ scopeIds: readonly string[]; first: number; end: number }>()((p) =>
  sql
    .selectFrom(listRows(p.scopeIds, "scope"))
    .crossJoin("application_day_counts as c")
    .select(["c.day", (c) => c.fn.sum<number>("c.count").as("count")])
    .whereRef("c.scopeId", "=", "scope.value")
    .where("c.day", ">=", p.first)
    .where("c.day", "<", p.end)
    .groupBy("c.day"),
);
