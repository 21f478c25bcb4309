/**
 * What SQLite and PostgreSQL say in different words, and what one of them is to be told of its plan. Queries are written by
 * Kysely and with these; only this file, search/ and counts/ have SQL as text.
 */
import { sql as raw, type AliasedExpression, type Compilable, type Expression, type SqlBool } from "kysely";
import type { OrderByItemBuilder, RawBuilder } from "kysely";
import type { Reader, Select } from "./engine";
import { Placeholder, sql } from "./sql";
import type { Row, Tables } from "./tables";
import type { Bit } from "./tables/columns";

/** A column by its name, or any other value. */
type Value<Type = unknown> = string | Expression<Type>;

const valueOf = <Type>(value: Value<Type>): Expression<Type> =>
  typeof value === "string" ? raw.ref<Type>(value) : value;

/** A list is one parameter, however long it is, so that the text of a query is always the same; for counts/. */
export const listOf = (values: unknown): unknown =>
  values instanceof Placeholder ? new Placeholder(values.name, JSON.stringify) : JSON.stringify(values);

/** A query in words of the engine; for search/ and counts/. */
export const reading = <Result>(query: RawBuilder<Result>): Select<Result> => ({
  ...{ isSelectQueryBuilder: true },
  compile: () => query.compile(sql),
});

/** The same for one that writes. */
export const writing = (query: RawBuilder<unknown>): Compilable<never> => ({
  compile: () => query.compile(sql),
});

// ---- what tables there are ----

/** A column that refers to another table's. */
export interface Reference {
  readonly from: keyof Tables;
  readonly column: string;
  readonly to: keyof Tables;
  readonly toColumn: string;
}

const selectReferences = raw<Reference>`
  select t.name as "from", key."from" as "column", key."table" as "to", coalesce(key."to", 'id') as "toColumn"
  from main.sqlite_master as t cross join pragma_foreign_key_list(t.name) as key where t.type = 'table'`;

/** Every foreign key of the region's tables. */
export const referencesOf = (db: Reader): Promise<Reference[]> => db.all(reading(selectReferences));

// ---- conditions ----

/** Whether a column has one of these values. */
export const anyOf = (column: Value, values: readonly unknown[]): Expression<SqlBool> =>
  raw<SqlBool>`${valueOf(column)} in (select value from json_each(${listOf(values)}))`;

/** Whether a row is among others by these columns, which both have in this order. */
export const rowIn = (columns: readonly string[], rows: Expression<unknown>): Expression<SqlBool> =>
  raw<SqlBool>`(${raw.join(columns.map((column) => raw.ref(column)))}) in ${rows}`;

/** Whether a text has another in it, letter case and all. */
export const contains = (text: Value, part: string | Expression<string>): Expression<SqlBool> =>
  raw<SqlBool>`instr(${valueOf(text)}, ${part}) > 0`;

// ---- values ----

/** 1 where a condition is true, otherwise 0. */
export const bit = (condition: Expression<SqlBool>): RawBuilder<Bit> =>
  raw<Bit>`case when ${condition} then 1 else 0 end`;

/** A text written out in the query: what an index of some rows is for must be told before the values are. */
export const literal = <Text extends string>(text: Text): Expression<Text> => raw.lit(text);

/** The lesser of two numbers. */
export const least = (one: Expression<number>, other: Expression<number>): RawBuilder<number> =>
  raw<number>`min(${one}, ${other})`;

/** All values of a group with commas between, in the order of the values, which an index is to have them in. */
export const listed = (column: string): RawBuilder<string | null> =>
  raw<string | null>`group_concat(${raw.ref(column)})`;

/** The text at a place in a column of JSON; in just these words it is in indexes. */
export const jsonText = (column: string, ...path: readonly (string | number)[]): RawBuilder<string> => {
  const steps = path.map((step) => (typeof step === "number" ? `[${step}]` : `.${step}`));
  return raw<string>`json_extract(${raw.ref(column)}, ${raw.lit(`$${steps.join("")}`)})`;
};

// ---- order ----

/** A text to sort by without regard to the case of a to z. */
export const ignoringCase = (column: string): RawBuilder<string> =>
  raw<string>`${raw.ref(column)} collate nocase`;

/** Up or down, with what is empty as less than everything. */
export const emptyLeast =
  (order: "asc" | "desc") =>
  (by: OrderByItemBuilder): OrderByItemBuilder =>
    order === "asc" ? by.asc().nullsFirst() : by.desc().nullsLast();

/** All that there is, where a number of rows is asked for. */
export const noLimit = Number.MAX_SAFE_INTEGER;

// ---- what SQLite is told of its plan; PostgreSQL knows better ----

type TableOf<Named> = Named extends `${infer Table} as ${string}`
  ? Table & keyof Tables
  : Named & keyof Tables;
type AliasOf<Named> = Named extends `${string} as ${infer Alias}` ? Alias : Named & string;

/**
 * A table that is read by one of its indexes, or by its "key" alone; as SQLite sees fit without an index. What is joined by
 * `crossJoin` is read after what stands before it.
 */
export const from = <Named extends keyof Tables | `${keyof Tables} as ${string}`>(
  named: Named,
  { index }: { readonly index?: string | undefined } = {},
): AliasedExpression<Row<TableOf<Named>>, AliasOf<Named>> => {
  const [table = "", name = table] = named.split(" as ");
  const rows = raw<Row<TableOf<Named>>>`${raw.table(table)}`;
  const alias = raw.ref(name);
  if (index === undefined) return rows.as<AliasOf<Named>>(alias);
  return rows.as<AliasOf<Named>>(
    index === "key" ? raw`${alias} not indexed` : raw`${alias} indexed by ${raw.ref(index)}`,
  );
};

/** A column that no index is chosen for. */
export const notByIndex = <Type = string>(column: string): RawBuilder<Type> => raw<Type>`+${raw.ref(column)}`;

/** The values of a list as rows, each once, to be read before the tables that are joined by `crossJoin`. */
export const listRows = <Alias extends string, Type extends string | number>(
  values: readonly Type[],
  as: Alias,
): AliasedExpression<{ value: Type }, Alias> =>
  raw<{ value: Type }>`(select distinct value from json_each(${listOf(values)}))`.as<Alias>(raw.ref(as));
