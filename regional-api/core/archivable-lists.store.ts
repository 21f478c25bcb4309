/** The lists of active and of archived rows of a customer, of any table that has both. */
import {
  type Compilable,
  type Expression,
  type ExpressionBuilder,
  expressionBuilder,
  type SqlBool,
} from "kysely";
import { contains, nameOf, orderOf, type SortColumn } from "../store/dialect";
import type { Reader } from "../store/engine";
import type { Row, Tables } from "../store/tables";
import { searchKey } from "./text";
import { sql } from "../store/sql";

/** The tables that have such lists. */
export type Listed = {
  [Table in keyof Tables]: Row<Table> extends {
    id: string;
    customerId: string;
    createdAt: number;
    archivedAt: number | null;
  }
    ? Table
    : never;
}[keyof Tables];

/** What of a list is asked for, and in which order. */
interface ArchivableFilter {
  readonly customerId: string;
  readonly isArchived: boolean;
  /** One of the list's sorts. */
  readonly sort: string;
  readonly order: "asc" | "desc";
  /** Part of the text that the list is searched by. */
  readonly searchText?: string | undefined;
  /** What else is asked of the rows, by the names of the list's filters. */
  readonly narrowing?: Readonly<Record<string, unknown>> | undefined;
}

interface Asked {
  readonly String: string;
  readonly ID: string;
  readonly Int: number;
  readonly Boolean: boolean;
  /** A list of ids, whose bound the area declares. */
  readonly "[ID]": readonly string[];
}

/** A filter that callers name: its type, what is said of it, and what it asks of a row. */
export type ListFilter<Table extends keyof Tables> = {
  [Type in keyof Asked]: {
    readonly type: Type;
    readonly description: string;
    readonly where: (is: ExpressionBuilder<Tables, Table>, asked: Asked[Type]) => Expression<SqlBool> | false;
  };
}[keyof Asked];

export interface ArchivableLists<Listed> {
  readonly table: string;
  /** Sort fields as callers name them, with the column each walks. */
  readonly sorts: Readonly<Record<string, string>>;
  /** Its filters beside the search, by their names. */
  readonly filters: Readonly<Record<string, { readonly type: keyof Asked; readonly description: string }>>;
  /** How many rows there are. */
  readonly count: (db: Reader, filter: ArchivableFilter) => Promise<number>;
  /** The rows of one page in order, ids breaking ties. */
  readonly rows: (db: Reader, filter: ArchivableFilter, limit: number, offset: number) => Promise<Listed[]>;
  /** For EXPLAIN QUERY PLAN tests. */
  readonly queries: Readonly<Record<"page" | "total", (filter: ArchivableFilter) => Compilable>>;
}

/**
 * The lists of a table, sorted by creation, by archiving and by `ownSorts`, each with its column, "?" behind it where a row may have nothing there; `searched` is the column
 * of its `searchKey`s, of those that are searched. The rows are counted and read by the same `filters`, of which those that
 * are null are not asked for.
 */
export function archivableList<Table extends Listed>(
  table: Table,
  ownSorts: Readonly<Record<string, SortColumn<Table>>>,
  searched?: keyof Row<Table> & string,
  filters: Readonly<Record<string, ListFilter<Table>>> = {},
): ArchivableLists<Row<Table>> {
  type Filter = ArchivableFilter;
  const is = expressionBuilder<Tables, Table>();
  const sorts: Readonly<Record<string, string>> = {
    createdAt: "createdAt",
    archivedAt: "archivedAt?",
    ...ownSorts,
  };
  const listed = ({ customerId, isArchived, searchText, narrowing }: Filter) => {
    const conditions = Object.entries(narrowing ?? {}).flatMap(([name, asked]) => {
      const filter = filters[name];
      // What is asked for has the filter's type: the API's schema is made of it.
      return filter && asked != null ? filter.where(is, asked as never) || [] : [];
    });
    return sql
      .selectFrom<Listed>(table)
      .where("customerId", "=", customerId)
      .where("archivedAt", isArchived ? "is not" : "is", null)
      .$if(searched !== undefined && searchText !== undefined, (query) =>
        query.where(contains(searched ?? "", searchKey(searchText ?? ""))),
      )
      .$if(conditions.length > 0, (query) => query.where(({ and }) => and(conditions)));
  };
  // What is active has no archiving time to sort by.
  const columnOf = ({ sort, isArchived }: Filter) =>
    sort === "archivedAt" && !isArchived ? "createdAt" : (sorts[sort] ?? "createdAt");
  const page = (filter: Filter, limit: number, offset: number) =>
    listed(filter)
      .selectAll()
      .orderBy(sql.dynamic.ref(nameOf(columnOf(filter))), orderOf(columnOf(filter), filter.order))
      .orderBy("id", filter.order)
      .limit(limit)
      .offset(offset);
  const total = (filter: Filter) =>
    listed(filter).select((select) => select.fn.countAll<number>().as("count"));
  return {
    table,
    sorts,
    filters,
    count: async (db, filter) => (await db.get(total(filter)))?.count ?? 0,
    rows: async (db, filter, limit, offset) => (await db.all(page(filter, limit, offset))) as Row<Table>[],
    queries: { page: (filter) => page(filter, 100, 0), total },
  };
}
