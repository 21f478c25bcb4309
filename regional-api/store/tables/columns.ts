/** How a table is declared: once, for both engines' statements that make it (store/schema) and for the types of its rows. */
import type { ColumnType, GeneratedAlways } from "kysely";

export type Bit = 0 | 1;
export type Engine = "sqlite" | "postgres";

/** A column with a default: may be left out of an insert. */
type Optional<Type> = ColumnType<Type, Type | undefined, Type>;

interface Facts {
  /** `json` is text that is JSON; `sequence` numbers the rows by itself. */
  readonly kind: "text" | "json" | "integer" | "real" | "bytes" | "sequence";
  readonly isOptional?: boolean;
  readonly default?: string | number;
  readonly isPrimary?: boolean;
  /** Of a sequence that SQLite's files have as NOT NULL, too. */
  readonly isNeverEmpty?: boolean;
  /** With the name of SQLite's index where it has one of its own. */
  readonly unique?: true | string;
  readonly isUniqueIgnoringCase?: boolean;
  readonly references?: { readonly table: string; readonly column: string; readonly onDelete?: OnDelete };
  readonly check?: string;
  /** Counts the entries of that column, a JSON list. */
  readonly lengthOf?: string;
}

type OnDelete = "CASCADE" | "SET NULL";

/** A column that must have a value, until it is `optional`. */
export class Column<Type = unknown> {
  /** What Kysely takes the column for; it has no value. */
  declare readonly type: Type;

  constructor(readonly facts: Facts) {}

  private with<Changed = Type>(facts: Partial<Facts>): Column<Changed> {
    return new Column<Changed>({ ...this.facts, ...facts });
  }

  /** May be null. */
  optional() {
    return this.with<Type | null>({ isOptional: true });
  }

  default(value: Type & (string | number)) {
    return this.with<Optional<Type>>({ default: value });
  }

  /** What rows have that were there before the column; whoever adds a row says it. */
  defaultForOldRows(value: Type & (string | number)) {
    return this.with({ default: value });
  }

  primary() {
    return this.with({ isPrimary: true });
  }

  /** Of a sequence that was a number given by the API before. */
  neverEmpty() {
    return this.with({ isNeverEmpty: true });
  }

  unique(indexOfSqlite?: string) {
    return this.with({ unique: indexOfSqlite ?? true });
  }

  /** Unique whatever the case of a to z; compared by `isSameIgnoringCase`. */
  uniqueIgnoringCase() {
    return this.with({ isUniqueIgnoringCase: true });
  }

  /** A table's `id`, or another column of it: `bulk_jobs.seq`. */
  references(target: string, onDelete?: OnDelete) {
    const [table = "", column = "id"] = target.split(".");
    return this.with({ references: { table, column, ...(onDelete && { onDelete }) } });
  }

  /** A condition in words of both engines. */
  check(condition: string) {
    return this.with({ check: condition });
  }
}

export const text = <Type extends string = string>() => new Column<Type>({ kind: "text" });
/** Text that is JSON. */
export const json = () => new Column<string>({ kind: "json" });
export function integer(): Column<number>;
export function integer<Type extends number | bigint>(): Column<Type>;
export function integer() {
  return new Column<number>({ kind: "integer" });
}
/** Milliseconds UTC. */
export const time = () => integer();
export const bit = () => integer<Bit>();
export const real = () => new Column<number>({ kind: "real" });
export const bytes = () => new Column<Buffer>({ kind: "bytes" });
/** The key of a table, which runs with creation. */
export const sequence = () => new Column<GeneratedAlways<number>>({ kind: "sequence", isPrimary: true });

export const oneOf = <const Type extends string>(...values: readonly Type[]) =>
  new Column<Type>({ kind: "text", check: `$column IN (${values.map((value) => `'${value}'`).join(", ")})` });

/** How many entries a column has that is a JSON list; made by the database. */
export const lengthOf = (column: string) =>
  new Column<GeneratedAlways<number | null>>({ kind: "integer", isOptional: true, lengthOf: column });

/** Which edition of what people edit a row is (core/editions.ts). `first` is what rows have that nobody saved so. */
export const edition = (first: 0 | 1) => ({
  version: integer().default(first),
  changedAt: time().optional(),
  changedBy: text().optional(),
});

/** What it is on: columns and expressions, then perhaps `WHERE` and a condition; by engine where they differ. */
export type Index = string | { readonly [Name in Engine]?: string };

interface Options<Name extends string = string> {
  /** Of several columns; otherwise one is `primary()`. */
  readonly primaryKey?: readonly Name[];
  /** Such as `UNIQUE (a, b)`, in words of both engines. */
  readonly constraints?: readonly string[];
  /**
   * By their names, in the order in which they are made: of two that serve alike SQLite takes the later one, so a new one is
   * the last. An optional column sorts its empty rows first; `UNIQUE (a, b)` is a unique index.
   */
  readonly indexes?: Readonly<Record<string, Index>>;
  /** Columns that the types of rows do not name. */
  readonly further?: Readonly<Record<string, Column>>;
  /** Whether SQLite gives the rows numbers: without saying so, it does unless the key is several columns or bytes. */
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
 * The indexes that the lists of a customer's active and archived rows walk when they are sorted by these columns or by
 * archiving. `along` are what breaks ties and what filters read.
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
