import type { ColumnType } from "kysely";

export type Bit = 0 | 1;

/** Which edition of what people edit a row is (core/editions.ts). */
export interface EditionColumns {
  version: Optional<number>;
  changedAt: Optional<number | null>;
  changedBy: Optional<string | null>;
}

/** Of what a customer's people make, edit and archive (`archivableTable` of migrations/pieces.ts). */
export interface ArchivableColumns extends EditionColumns {
  id: string;
  customerId: string;
  createdAt: number;
  updatedAt: number;
  archivedAt: number | null;
}

/** A column with a default: may be left out of an insert. */
export type Optional<T> = ColumnType<T, T | undefined, T>;
