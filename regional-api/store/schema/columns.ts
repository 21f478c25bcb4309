import type { ColumnType } from "kysely";

export type Bit = 0 | 1;

/** A column with a default: may be left out of an insert. */
export type Optional<T> = ColumnType<T, T | undefined, T>;
