/** The lists of active and of archived rows of a customer, of any table that has both. */
import { sql as raw, type Compilable } from "kysely";
import type { Reader } from "../store/engine";
import type { Row, Tables } from "../store/tables";
import { searchKey } from "./text";
import { sql } from "../store/sql";

/** The tables that have such lists. */
type Listed = {
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
}

export interface ArchivableLists<Listed> {
  /** Sort fields as callers name them, with the column each walks. */
  readonly sorts: Readonly<Record<string, string>>;
  /** How many rows there are. */
  readonly count: (db: Reader, filter: ArchivableFilter) => number;
  /** The rows of one page in order, ids breaking ties. */
  readonly rows: (db: Reader, filter: ArchivableFilter, limit: number, offset: number) => Listed[];
  /** For EXPLAIN QUERY PLAN tests. */
  readonly queries: Readonly<Record<"page" | "total", (filter: ArchivableFilter) => Compilable>>;
}

/** The lists of a table; `searched` is the column of its `searchKey`s, of those that are searched. */
export function archivableList<Table extends Listed>(
  table: Table,
  sorts: Readonly<Record<string, string>>,
  searched?: keyof Row<Table> & string,
): ArchivableLists<Row<Table>> {
  const listed = ({ customerId, isArchived, searchText }: ArchivableFilter) =>
    sql
      .selectFrom<Listed>(table)
      .where("customerId", "=", customerId)
      .where("archivedAt", isArchived ? "is not" : "is", null)
      .$if(searched !== undefined && searchText !== undefined, (query) =>
        query.where(raw<boolean>`instr(${raw.ref(searched ?? "")}, ${searchKey(searchText ?? "")}) > 0`),
      );
  // What is active has no archiving time to sort by.
  const columnOf = ({ sort, isArchived }: ArchivableFilter) =>
    raw.ref(sort === "archivedAt" && !isArchived ? "createdAt" : (sorts[sort] ?? "createdAt"));
  const page = (filter: ArchivableFilter, limit: number, offset: number) =>
    listed(filter)
      .selectAll()
      .orderBy(columnOf(filter), filter.order)
      .orderBy("id", filter.order)
      .limit(limit)
      .offset(offset);
  const total = (filter: ArchivableFilter) =>
    listed(filter).select((select) => select.fn.countAll<number>().as("count"));
  return {
    sorts,
    count: (db, filter) => db.get(total(filter))?.count ?? 0,
    rows: (db, filter, limit, offset) => db.all(page(filter, limit, offset)) as Row<Table>[],
    queries: { page: (filter) => page(filter, 100, 0), total },
  };
}
