/** Lists of a customer's active and archived rows, for any table with an archiving time. */
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

/** Tables that can have such lists. */
export type ListedTable = {
  [Table in keyof Tables]: Row<Table> extends {
    id: string;
    customerId: string;
    createdAt: number;
    archivedAt: number | null;
  }
    ? Table
    : never;
}[keyof Tables];

/** The selection and order of a list. */
interface ArchivableFilter {
  readonly customerId: string;
  readonly isArchived: boolean;
  /** Name of one of the list's sorts. */
  readonly sort: string;
  readonly order: "asc" | "desc";
  /** Matches rows that contain this in their searched text. */
  readonly searchText?: string | undefined;
  /** Values of the list's other filters, by filter name. */
  readonly narrowing?: Readonly<Record<string, unknown>> | undefined;
}

interface FilterTypes {
  readonly String: string;
  readonly ID: string;
  readonly Int: number;
  readonly Boolean: boolean;
  /** A list of ids; the area must declare a bound for it. */
  readonly "[ID]": readonly string[];
}

/** A filter of the API: its type, description and condition on a row. */
export type ListFilter<Table extends keyof Tables> = {
  [Type in keyof FilterTypes]: {
    readonly type: Type;
    readonly description: string;
    readonly where: (
      is: ExpressionBuilder<Tables, Table>,
      asked: FilterTypes[Type],
    ) => Expression<SqlBool> | false;
  };
}[keyof FilterTypes];

export interface ArchivableLists<Listed> {
  readonly table: string;
  /** Sort fields by their API names, each with its column. */
  readonly sorts: Readonly<Record<string, string>>;
  /** The list's filters other than the search, by name. */
  readonly filters: Readonly<
    Record<string, { readonly type: keyof FilterTypes; readonly description: string }>
  >;
  /** The number of matching rows. */
  readonly count: (db: Reader, filter: ArchivableFilter) => Promise<number>;
  /** The rows of one page in order, with the id as tiebreaker. */
  readonly rows: (db: Reader, filter: ArchivableFilter, limit: number, offset: number) => Promise<Listed[]>;
  /** For EXPLAIN QUERY PLAN tests. */
  readonly queries: Readonly<Record<"page" | "total", (filter: ArchivableFilter) => Compilable>>;
}

/**
 * Lists of a table, sortable by creation, archiving and `ownSorts` (column by sort; a trailing "?" marks a nullable
 * column). `searched` is the column with the `searchKey`, if the list is searchable. Counting and reading apply the
 * same `filters`; filters that are null are ignored.
 */
export function archivableList<Table extends ListedTable>(
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
      // The value has the filter's type, because the API schema is generated from the filter.
      return filter && asked != null ? filter.where(is, asked as never) || [] : [];
    });
    return sql
      .selectFrom<ListedTable>(table)
      .where("customerId", "=", customerId)
      .where("archivedAt", isArchived ? "is not" : "is", null)
      .$if(searched !== undefined && searchText !== undefined, (query) =>
        query.where(contains(searched ?? "", searchKey(searchText ?? ""))),
      )
      .$if(conditions.length > 0, (query) => query.where(({ and }) => and(conditions)));
  };
  // Active rows have no archiving time to sort by.
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
