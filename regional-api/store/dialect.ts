/**
 * SQL that differs between SQLite and PostgreSQL, and hints for SQLite's planner. Queries are built with
 * Kysely and these functions; only this file, search/ and counts/ contain SQL text.
 */
import { sql as raw, type AliasedExpression, type Compilable, type Expression, type SqlBool } from "kysely";
import type { OperationNodeSource, OrderByItemBuilder, RawBuilder } from "kysely";
import type { Reader, Select } from "./engine";
import { Placeholder, sql } from "./sql";
import { byEngine } from "./by-engine";
import type { Row, Tables } from "./tables";
import type { Bit } from "./tables/columns";

/** A column by name, or any other expression. */
type Value<Type = unknown> = string | Expression<Type>;

const valueOf = <Type>(value: Value<Type>): Expression<Type> =>
  typeof value === "string" ? raw.ref<Type>(value) : value;

/**
 * Passes a list as one parameter, whatever its length, so that the query text stays the same; for counts/.
 */
export const listOf = (values: unknown): unknown =>
  values instanceof Placeholder ? new Placeholder(values.name, JSON.stringify) : JSON.stringify(values);

/** Replaces lone surrogates, which are not valid text; the drivers do the same for single parameters. */
const whole = (_name: string, value: unknown): unknown =>
  typeof value === "string" && /\p{Surrogate}/u.test(value) ? Buffer.from(value).toString() : value;

const rowsText = (rows: unknown): string => JSON.stringify(rows, whole);

/**
 * Returns a PostgreSQL array literal. Faster than the client's, which escapes each element; ids need no
 * escaping.
 */
function arrayText(values: unknown): unknown {
  if (!Array.isArray(values) || values.length === 0 || values.some((one) => typeof one !== "string"))
    return values;
  return /["\\]/.test(values.join("")) ? values : `{"${values.join('","')}"}`;
}

/** Wraps an array for PostgreSQL, since a bare array in a template would become several parameters. */
const arrayOf = (values: unknown): Expression<unknown> =>
  raw.val(values instanceof Placeholder ? new Placeholder(values.name, arrayText) : arrayText(values));

/** Wraps engine-specific SQL as a read query; for search/ and counts/. */
export const reading = <Result>(query: RawBuilder<Result>): Select<Result> & OperationNodeSource => ({
  isSelectQueryBuilder: true,
  compile: () => query.compile(sql),
  toOperationNode: () => query.toOperationNode(),
});

/** Wraps engine-specific SQL as a write query. */
export const writing = (query: RawBuilder<unknown>): Compilable<never> & OperationNodeSource => ({
  compile: () => query.compile(sql),
  toOperationNode: () => query.toOperationNode(),
});

/** Returns a query that has different forms for SQLite and PostgreSQL. */
export const perEngine = <Result>({
  sqlite,
  postgres,
}: {
  readonly sqlite: Select<Result>;
  readonly postgres: Select<Result> & OperationNodeSource;
}): Select<Result> & OperationNodeSource => ({
  isSelectQueryBuilder: true,
  compile: () => sqlite.compile(),
  toOperationNode: () => postgres.toOperationNode(),
});

// ---- schema ----

/** A foreign key column. */
export interface Reference {
  readonly from: keyof Tables;
  readonly column: string;
  readonly to: keyof Tables;
  readonly toColumn: string;
}

const selectReferences = byEngine<Reference>({
  sqlite: raw`
  select t.name as "from", key."from" as "column", key."table" as "to", coalesce(key."to", 'id') as "toColumn"
  from main.sqlite_master as t cross join pragma_foreign_key_list(t.name) as key where t.type = 'table'`,
  postgres: raw`
  select f.conrelid::regclass::text as "from", a.attname as "column", f.confrelid::regclass::text as "to",
    b.attname as "toColumn"
  from pg_constraint as f cross join unnest(f.conkey, f.confkey) as key (child, parent)
    join pg_attribute as a on a.attrelid = f.conrelid and a.attnum = key.child
    join pg_attribute as b on b.attrelid = f.confrelid and b.attnum = key.parent
  where f.contype = 'f' and f.connamespace = current_schema()::regnamespace`,
});

/** Returns all foreign keys of the region's tables. */
export const referencesOf = (db: Reader): Promise<Reference[]> => db.all(reading(selectReferences));

// ---- conditions ----

/** True if a column has one of these values. */
export const anyOf = (column: Value, values: readonly unknown[]): Expression<SqlBool> =>
  byEngine<SqlBool>({
    sqlite: raw`${valueOf(column)} in (select value from json_each(${listOf(values)}))`,
    postgres: raw`${valueOf(column)} = any (${arrayOf(values)})`,
  });

/** True if these columns of a row, in this order, match one of `rows`. */
export const rowIn = (columns: readonly string[], rows: Expression<unknown>): Expression<SqlBool> =>
  raw<SqlBool>`(${raw.join(columns.map((column) => raw.ref(column)))}) in ${rows}`;

/** True if `text` contains `part`, case-sensitive. */
export const contains = (text: Value, part: string | Expression<string>): Expression<SqlBool> =>
  byEngine<SqlBool>({
    sqlite: raw`instr(${valueOf(text)}, ${part}) > 0`,
    postgres: raw`strpos(${valueOf(text)}, ${part}) > 0`,
  });

/**
 * True if the last `length` characters of two texts are equal. Must match the expression of the index
 * exactly.
 */
export const hasSameEnding = (column: string, text: string, length: number): Expression<SqlBool> =>
  byEngine<SqlBool>({
    sqlite: raw`substr(${raw.ref(column)}, ${raw.lit(-length)}) = substr(${text}, ${raw.lit(-length)})`,
    postgres: raw`right(${raw.ref(column)}, ${raw.lit(length)}) = right(${text}, ${raw.lit(length)})`,
  });

/** True if a column ends with a text. */
export const endsWith = (column: string, text: string): Expression<SqlBool> =>
  byEngine<SqlBool>({
    sqlite: raw`substr(${raw.ref(column)}, -length(${text})) = ${text}`,
    postgres: raw`right(${raw.ref(column)}, length(${text})) = ${text}`,
  });

/** True if a name matches, ignoring the case of a to z; for columns with a case-insensitive unique index. */
export const isSameIgnoringCase = (column: string, name: string): Expression<SqlBool> =>
  byEngine<SqlBool>({
    sqlite: raw`${raw.ref(column)} = ${name} collate nocase`,
    postgres: raw`lower(${raw.ref(column)}) = lower(${name}::text collate "C")`,
  });

// ---- values ----

/** 1 if the condition is true, otherwise 0. */
export const bit = (condition: Expression<SqlBool>): RawBuilder<Bit> =>
  raw<Bit>`case when ${condition} then 1 else 0 end`;

/** A value inlined in the query text: a partial index is used only if the value is known at planning time. */
export const literal = <Value extends string | number>(value: Value): Expression<Value> => raw.lit(value);

/** Returns the sum of two integers. */
export const plus = (one: number, other: number): RawBuilder<number> =>
  byEngine<number>({ sqlite: raw`${one} + ${other}`, postgres: raw`${one}::bigint + ${other}::bigint` });

/** Returns the smaller of two numbers. */
export const lesserOf = (one: Expression<number>, other: Expression<number>): RawBuilder<number> =>
  byEngine<number>({ sqlite: raw`min(${one}, ${other})`, postgres: raw`least(${one}, ${other})` });

/** Concatenates all values of a group, comma-separated and sorted; an index should provide that order. */
export const concatSorted = (column: string): RawBuilder<string | null> =>
  byEngine<string | null>({
    sqlite: raw`group_concat(${raw.ref(column)})`,
    postgres: raw`string_agg(${raw.ref(column)}, ',' order by ${raw.ref(column)})`,
  });

/** Extracts the text at a path in a JSON column. Must match the expressions of the indexes exactly. */
export const jsonText = (column: string, ...path: readonly (string | number)[]): RawBuilder<string> => {
  const steps = path.map((step) => (typeof step === "number" ? `[${step}]` : `.${step}`));
  const last = path.length - 1;
  const places = path.map((step, at) => raw`${raw.raw(at === last ? "->>" : "->")} ${raw.lit(step)}`);
  return byEngine<string>({
    sqlite: raw`json_extract(${raw.ref(column)}, ${raw.lit(`$${steps.join("")}`)})`,
    postgres: raw`(${raw.ref(column)}::json ${raw.join(places, raw` `)})`,
  });
};

// ---- order ----

/** Sorts ascending or descending, with nulls lowest. */
export const nullsLowest =
  (order: "asc" | "desc") =>
  (by: OrderByItemBuilder): OrderByItemBuilder =>
    order === "asc" ? by.asc().nullsFirst() : by.desc().nullsLast();

/**
 * A sort column of lists. A trailing "?" marks a nullable column, as the row type requires. PostgreSQL's
 * index on it is then `NULLS FIRST`; `tests/postgres/list-plans.test.ts` compares the types with both
 * schemas.
 */
export type SortColumn<Table extends keyof Tables> = {
  [Column in keyof Row<Table> & string]: null extends Row<Table>[Column] ? `${Column}?` : Column;
}[keyof Row<Table> & string];

/** Returns the column's name without the "?". */
export const nameOf = <Column extends string>(column: Column) =>
  column.replace("?", "") as Column extends `${infer Name}?` ? Name : Column;

/**
 * Returns the order by such a column. PostgreSQL uses the index of a non-null column only if the order
 * matches exactly.
 */
export const orderOf = (column: string, order: "asc" | "desc") =>
  column.endsWith("?") ? nullsLowest(order) : order;

/** A limit that returns all rows. */
export const noLimit = Number.MAX_SAFE_INTEGER;

// ---- hints for SQLite's planner; PostgreSQL needs none ----

type TableOf<Named> = Named extends `${infer Table} as ${string}`
  ? Table & keyof Tables
  : Named & keyof Tables;
type AliasOf<Named> = Named extends `${string} as ${infer Alias}` ? Alias : Named & string;

/**
 * A table that is read by the given index, or by "key" only; without an index, SQLite chooses. Tables joined
 * by `crossJoin` are read after the ones before them.
 */
export const from = <Named extends keyof Tables | `${keyof Tables} as ${string}`>(
  named: Named,
  { index }: { readonly index?: string | undefined } = {},
): AliasedExpression<Row<TableOf<Named>>, AliasOf<Named>> => {
  const [table = "", name = table] = named.split(" as ");
  const rows = raw<Row<TableOf<Named>>>`${raw.table(table)}`;
  const alias = raw.ref(name);
  if (index === undefined) return rows.as<AliasOf<Named>>(alias);
  const hinted = index === "key" ? raw`${alias} not indexed` : raw`${alias} indexed by ${raw.ref(index)}`;
  return rows.as<AliasOf<Named>>(byEngine({ sqlite: hinted, postgres: raw`${alias}` }));
};

/** A column that SQLite must not use an index for. */
export const withoutIndex = <Type = string>(column: string): RawBuilder<Type> =>
  byEngine<Type>({ sqlite: raw`+${raw.ref(column)}`, postgres: raw`${raw.ref(column)}` });

/** Distinct values of a list as rows, which are read before tables joined to them by `crossJoin`. */
export const listRows = <Alias extends string, Type extends string | number>(
  values: readonly Type[],
  as: Alias,
): AliasedExpression<{ value: Type }, Alias> =>
  byEngine<{ value: Type }>({
    sqlite: raw`(select distinct value from json_each(${listOf(values)}))`,
    postgres: raw`(select distinct value from unnest(${arrayOf(values)}::${raw.raw(
      typeof values[0] === "number" ? "bigint[]" : "text[]",
    )}) as v (value))`,
  }).as<Alias>(raw.ref(as));

/** Type of a column in given rows. */
export type Kind = "text" | "bigint";

/**
 * Given rows as a table to select from, in their order; a single parameter for any number of rows. For bulk
 * writes.
 */
export const givenRows = <Given extends object>(
  rows: readonly Given[],
  kinds: Readonly<Record<keyof Given & string, Kind>>,
): AliasedExpression<Given, "given"> => {
  const columns = Object.entries<Kind>(kinds);
  const json: unknown = rows instanceof Placeholder ? new Placeholder(rows.name, rowsText) : rowsText(rows);
  return byEngine<Given>({
    sqlite: raw`(select ${raw.join(
      columns.map(([name]) => raw`json_extract(value, ${raw.lit(`$.${name}`)}) as ${raw.ref(name)}`),
    )} from json_each(${json}))`,
    postgres: raw`(select * from json_to_recordset(${json}::json) as r (${raw.join(
      columns.map(([name, kind]) => raw`${raw.ref(name)} ${raw.raw(kind)}`),
    )}))`,
  }).as<"given">(raw.ref("given"));
};

/** Condition for a select that feeds an insert: without it, SQLite parses ON CONFLICT as part of a join. */
export const always: Expression<SqlBool> = raw<SqlBool>`1 = 1`;
