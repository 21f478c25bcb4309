/** Declarations of tables, each used for both engines' CREATE statements (store/schema) and for row types. */
import type { ColumnType, GeneratedAlways } from "kysely";

export type Bit = 0 | 1;
export type Engine = "sqlite" | "postgres";

/** A column with a default, which inserts may omit. */
type Optional<Type> = ColumnType<Type, Type | undefined, Type>;

interface ColumnFacts {
  /** `json` is text containing JSON; `sequence` numbers rows automatically. */
  readonly kind: "text" | "json" | "integer" | "real" | "bytes" | "sequence";
  readonly isOptional?: boolean;
  readonly default?: string | number;
  readonly isPrimary?: boolean;
  /** For a sequence that is NOT NULL in SQLite's files. */
  readonly isNeverEmpty?: boolean;
  /** True, or the name of SQLite's separate index. */
  readonly unique?: true | string;
  readonly isUniqueIgnoringCase?: boolean;
  readonly references?: { readonly table: string; readonly column: string; readonly onDelete?: OnDelete };
  readonly check?: string;
  /** The JSON array column whose entries this column counts. */
  readonly lengthOf?: string;
}

type OnDelete = "CASCADE" | "SET NULL";

/** A column that is NOT NULL, unless `optional`. */
export class Column<Type = unknown> {
  /** The column's type for Kysely; holds no value at run time. */
  declare readonly type: Type;

  constructor(readonly facts: ColumnFacts) {}

  private with<Changed = Type>(facts: Partial<ColumnFacts>): Column<Changed> {
    return new Column<Changed>({ ...this.facts, ...facts });
  }

  /** Allows null. */
  optional() {
    return this.with<Type | null>({ isOptional: true });
  }

  default(value: Type & (string | number)) {
    return this.with<Optional<Type>>({ default: value });
  }

  /** Sets a default for rows that are older than the column; new rows must give a value. */
  defaultForOldRows(value: Type & (string | number)) {
    return this.with({ default: value });
  }

  primary() {
    return this.with({ isPrimary: true });
  }

  /** For a sequence that the API formerly numbered. */
  neverEmpty() {
    return this.with({ isNeverEmpty: true });
  }

  unique(indexOfSqlite?: string) {
    return this.with({ unique: indexOfSqlite ?? true });
  }

  /** Makes the column unique, ignoring the case of a to z; compare with `isSameIgnoringCase`. */
  uniqueIgnoringCase() {
    return this.with({ isUniqueIgnoringCase: true });
  }

  /** Adds a foreign key to a table's `id`, or to another column, e.g. `bulk_jobs.seq`. */
  references(target: string, onDelete?: OnDelete) {
    const [table = "", column = "id"] = target.split(".");
    return this.with({ references: { table, column, ...(onDelete && { onDelete }) } });
  }

  /** Adds a condition that is valid in both engines. */
  check(condition: string) {
    return this.with({ check: condition });
  }
}

export const text = <Type extends string = string>() => new Column<Type>({ kind: "text" });
/** Text containing JSON. */
export const json = () => new Column<string>({ kind: "json" });
export function integer(): Column<number>;
export function integer<Type extends number | bigint>(): Column<Type>;
export function integer() {
  return new Column<number>({ kind: "integer" });
}
/** A time in milliseconds UTC. */
export const time = () => integer();
export const bit = () => integer<Bit>();
export const real = () => new Column<number>({ kind: "real" });
export const bytes = () => new Column<Buffer>({ kind: "bytes" });
/** The primary key of a table; rises in the order of creation. */
export const sequence = () => new Column<GeneratedAlways<number>>({ kind: "sequence", isPrimary: true });

export const oneOf = <const Type extends string>(...values: readonly Type[]) =>
  new Column<Type>({ kind: "text", check: `$column IN (${values.map((value) => `'${value}'`).join(", ")})` });

/** The number of entries of a JSON array column, computed by the database. */
export const lengthOf = (column: string) =>
  new Column<GeneratedAlways<number | null>>({ kind: "integer", isOptional: true, lengthOf: column });

/**
 * The edition of an editable row (core/optimistic-lock.ts). `first` is the version of a row that has not been
 * edited.
 */
export const edition = (first: 0 | 1) => ({
  version: integer().default(first),
  changedAt: time().optional(),
  changedBy: text().optional(),
});

/** Columns and expressions, optionally followed by `WHERE` and a condition; per engine if they differ. */
export type Index = string | { readonly [Name in Engine]?: string };

interface Options<Name extends string = string> {
  /** Only for keys of several columns; otherwise use `primary()`. */
  readonly primaryKey?: readonly Name[];
  /** E.g. `UNIQUE (a, b)`; valid in both engines. */
  readonly constraints?: readonly string[];
  /**
   * Indexes by name, in order of creation. Of two equally suitable ones SQLite uses the later, so add new
   * ones last. Nullable columns sort nulls first; `UNIQUE (a, b)` makes a unique index.
   */
  readonly indexes?: Readonly<Record<string, Index>>;
  /** Columns omitted from the row types. */
  readonly further?: Readonly<Record<string, Column>>;
  /** True if the table has rowids in SQLite; the default, unless the key is several columns or bytes. */
  readonly hasRowid?: boolean;
}

export type Columns = Readonly<Record<string, Column>>;

export interface Table<Own extends Columns = Columns> {
  readonly columns: Own;
  readonly options: Options;
}

export const table = <const Own extends Columns>(
  columns: Own,
  options: Options<keyof Own & string> = {},
): Table<Own> => ({
  columns,
  options,
});

/**
 * Indexes for the lists of a customer's active and archived rows, sorted by these columns or by archiving. `along`
 * lists the tiebreaker and the columns that filters read.
 */
export const listIndexes = (
  table: string,
  sorts: Readonly<Record<string, string>>,
  along: readonly string[] = ["id"],
): Record<string, string> => {
  const index = (state: "active" | "archived", name: string, column: string) => {
    const columns = new Set(["customerId", column, ...along]);
    const condition = `archivedAt IS ${state === "active" ? "" : "NOT "}NULL`;
    return [`${table}_${state}_${name}`, `${[...columns].join(", ")} WHERE ${condition}`] as const;
  };
  const all = (state: "active" | "archived") =>
    Object.entries(sorts).map(([name, column]) => index(state, name, column));
  return Object.fromEntries([
    ...all("active"),
    ...all("archived"),
    index("archived", "archived", "archivedAt"),
  ]);
};
