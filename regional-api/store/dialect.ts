/**
 * What SQLite and PostgreSQL say in different words, and what one of them is to be told of its plan. Queries are written by
 * Kysely and with these; only this file, search/ and counts/ have SQL as text.
 */
import { sql as raw, type AliasedExpression, type Compilable, type Expression, type SqlBool } from "kysely";
import type { OperationNodeSource, OrderByItemBuilder, RawBuilder } from "kysely";
import type { Reader, Select } from "./engine";
import { Placeholder, sql } from "./sql";
import { words } from "./words";
import type { Row, Tables } from "./tables";
import type { Bit } from "./tables/columns";

/** A column by its name, or any other value. */
type Value<Type = unknown> = string | Expression<Type>;

const valueOf = <Type>(value: Value<Type>): Expression<Type> =>
  typeof value === "string" ? raw.ref<Type>(value) : value;

/** A list is one parameter, however long it is, so that the text of a query is always the same; for counts/. */
export const listOf = (values: unknown): unknown =>
  values instanceof Placeholder ? new Placeholder(values.name, JSON.stringify) : JSON.stringify(values);

/** Halves of a pair of code units are no text: they become what they become as parameters by themselves. */
const whole = (_name: string, value: unknown): unknown =>
  typeof value === "string" && /\p{Surrogate}/u.test(value) ? Buffer.from(value).toString() : value;

const rowsText = (rows: unknown): string => JSON.stringify(rows, whole);

/** A list of texts as PostgreSQL reads one. Its client looks at each for what must be escaped; ids have nothing of that. */
function arrayText(values: unknown): unknown {
  if (!Array.isArray(values) || values.length === 0 || values.some((one) => typeof one !== "string"))
    return values;
  return /["\\]/.test(values.join("")) ? values : `{"${values.join('","')}"}`;
}

/** The same for PostgreSQL, which has lists: alone in a template it would be taken for several parameters. */
const arrayOf = (values: unknown): Expression<unknown> =>
  raw.val(values instanceof Placeholder ? new Placeholder(values.name, arrayText) : arrayText(values));

/** A query in words of the engines; for search/ and counts/. */
export const reading = <Result>(query: RawBuilder<Result>): Select<Result> & OperationNodeSource => ({
  isSelectQueryBuilder: true,
  compile: () => query.compile(sql),
  toOperationNode: () => query.toOperationNode(),
});

/** The same for one that writes. */
export const writing = (query: RawBuilder<unknown>): Compilable<never> & OperationNodeSource => ({
  compile: () => query.compile(sql),
  toOperationNode: () => query.toOperationNode(),
});

/** A query that PostgreSQL is asked in another form than SQLite. */
export const inEach = <Result>({
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

// ---- what tables there are ----

/** A column that refers to another table's. */
export interface Reference {
  readonly from: keyof Tables;
  readonly column: string;
  readonly to: keyof Tables;
  readonly toColumn: string;
}

const selectReferences = words<Reference>({
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

/** Every foreign key of the region's tables. */
export const referencesOf = (db: Reader): Promise<Reference[]> => db.all(reading(selectReferences));

// ---- conditions ----

/** Whether a column has one of these values. */
export const anyOf = (column: Value, values: readonly unknown[]): Expression<SqlBool> =>
  words<SqlBool>({
    sqlite: raw`${valueOf(column)} in (select value from json_each(${listOf(values)}))`,
    postgres: raw`${valueOf(column)} = any (${arrayOf(values)})`,
  });

/** Whether a row is among others by these columns, which both have in this order. */
export const rowIn = (columns: readonly string[], rows: Expression<unknown>): Expression<SqlBool> =>
  raw<SqlBool>`(${raw.join(columns.map((column) => raw.ref(column)))}) in ${rows}`;

/** Whether a text has another in it, letter case and all. */
export const contains = (text: Value, part: string | Expression<string>): Expression<SqlBool> =>
  words<SqlBool>({
    sqlite: raw`instr(${valueOf(text)}, ${part}) > 0`,
    postgres: raw`strpos(${valueOf(text)}, ${part}) > 0`,
  });

/** Whether two texts end in the same so many characters; in just these words it is in an index. */
export const endsAlike = (column: string, text: string, length: number): Expression<SqlBool> =>
  words<SqlBool>({
    sqlite: raw`substr(${raw.ref(column)}, ${raw.lit(-length)}) = substr(${text}, ${raw.lit(-length)})`,
    postgres: raw`right(${raw.ref(column)}, ${raw.lit(length)}) = right(${text}, ${raw.lit(length)})`,
  });

/** Whether a column ends with a text. */
export const endsWith = (column: string, text: string): Expression<SqlBool> =>
  words<SqlBool>({
    sqlite: raw`substr(${raw.ref(column)}, -length(${text})) = ${text}`,
    postgres: raw`right(${raw.ref(column)}, length(${text})) = ${text}`,
  });

/** Whether a name is this one but for the case of a to z; for columns that are unique in that way. */
export const isSameIgnoringCase = (column: string, name: string): Expression<SqlBool> =>
  words<SqlBool>({
    sqlite: raw`${raw.ref(column)} = ${name} collate nocase`,
    postgres: raw`lower(${raw.ref(column)}) = lower(${name}::text collate "C")`,
  });

// ---- values ----

/** 1 where a condition is true, otherwise 0. */
export const bit = (condition: Expression<SqlBool>): RawBuilder<Bit> =>
  raw<Bit>`case when ${condition} then 1 else 0 end`;

/** A value written out in the query: what an index of some rows is for must be told before the values are. */
export const literal = <Value extends string | number>(value: Value): Expression<Value> => raw.lit(value);

/** The sum of two whole numbers. */
export const plus = (one: number, other: number): RawBuilder<number> =>
  words<number>({ sqlite: raw`${one} + ${other}`, postgres: raw`${one}::bigint + ${other}::bigint` });

/** The lesser of two numbers. */
export const least = (one: Expression<number>, other: Expression<number>): RawBuilder<number> =>
  words<number>({ sqlite: raw`min(${one}, ${other})`, postgres: raw`least(${one}, ${other})` });

/** All values of a group with commas between, in the order of the values, which an index is to have them in. */
export const listed = (column: string): RawBuilder<string | null> =>
  words<string | null>({
    sqlite: raw`group_concat(${raw.ref(column)})`,
    postgres: raw`string_agg(${raw.ref(column)}, ',' order by ${raw.ref(column)})`,
  });

/** The text at a place in a column of JSON; in just these words it is in indexes. */
export const jsonText = (column: string, ...path: readonly (string | number)[]): RawBuilder<string> => {
  const steps = path.map((step) => (typeof step === "number" ? `[${step}]` : `.${step}`));
  const last = path.length - 1;
  const places = path.map((step, at) => raw`${raw.raw(at === last ? "->>" : "->")} ${raw.lit(step)}`);
  return words<string>({
    sqlite: raw`json_extract(${raw.ref(column)}, ${raw.lit(`$${steps.join("")}`)})`,
    postgres: raw`(${raw.ref(column)}::json ${raw.join(places, raw` `)})`,
  });
};

// ---- order ----

/** Up or down, with what is empty as less than everything. */
export const emptyLeast =
  (order: "asc" | "desc") =>
  (by: OrderByItemBuilder): OrderByItemBuilder =>
    order === "asc" ? by.asc().nullsFirst() : by.desc().nullsLast();

/**
 * A column that lists are sorted by: where a row may have nothing in it, as its type says, with "?" behind its name. Its index on
 * PostgreSQL is `NULLS FIRST` then; `tests/postgres/list-plans.test.ts` holds the types against both schemas.
 */
export type SortColumn<Table extends keyof Tables> = {
  [Column in keyof Row<Table> & string]: null extends Row<Table>[Column] ? `${Column}?` : Column;
}[keyof Row<Table> & string];

/** The name of such a column. */
export const nameOf = <Column extends string>(column: Column) =>
  column.replace("?", "") as Column extends `${infer Name}?` ? Name : Column;

/** The order of a list by such a column. Of one in which nothing is empty PostgreSQL walks an index only in just its order. */
export const orderOf = (column: string, order: "asc" | "desc") =>
  column.endsWith("?") ? emptyLeast(order) : order;

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
  const hinted = index === "key" ? raw`${alias} not indexed` : raw`${alias} indexed by ${raw.ref(index)}`;
  return rows.as<AliasOf<Named>>(words({ sqlite: hinted, postgres: raw`${alias}` }));
};

/** A column that no index is chosen for. */
export const notByIndex = <Type = string>(column: string): RawBuilder<Type> =>
  words<Type>({ sqlite: raw`+${raw.ref(column)}`, postgres: raw`${raw.ref(column)}` });

/** The values of a list as rows, each once, to be read before the tables that are joined by `crossJoin`. */
export const listRows = <Alias extends string, Type extends string | number>(
  values: readonly Type[],
  as: Alias,
): AliasedExpression<{ value: Type }, Alias> =>
  words<{ value: Type }>({
    sqlite: raw`(select distinct value from json_each(${listOf(values)}))`,
    postgres: raw`(select distinct value from unnest(${arrayOf(values)}::${raw.raw(
      typeof values[0] === "number" ? "bigint[]" : "text[]",
    )}) as v (value))`,
  }).as<Alias>(raw.ref(as));

/** What a column of given rows holds. */
export type Kind = "text" | "bigint";

/**
 * Rows that are given, as a table to select from in their order: one parameter, however many they are. For what is written of
 * many at once.
 */
export const givenRows = <Given extends object>(
  rows: readonly Given[],
  kinds: Readonly<Record<keyof Given & string, Kind>>,
): AliasedExpression<Given, "given"> => {
  const columns = Object.entries<Kind>(kinds);
  const json: unknown = rows instanceof Placeholder ? new Placeholder(rows.name, rowsText) : rowsText(rows);
  return words<Given>({
    sqlite: raw`(select ${raw.join(
      columns.map(([name]) => raw`json_extract(value, ${raw.lit(`$.${name}`)}) as ${raw.ref(name)}`),
    )} from json_each(${json}))`,
    postgres: raw`(select * from json_to_recordset(${json}::json) as r (${raw.join(
      columns.map(([name, kind]) => raw`${raw.ref(name)} ${raw.raw(kind)}`),
    )}))`,
  }).as<"given">(raw.ref("given"));
};

/** Stands after rows that are selected to be inserted: without it SQLite takes ON CONFLICT for a part of a join. */
export const always: Expression<SqlBool> = raw<SqlBool>`1 = 1`;
