/** The kinds of objects that the record of changes knows: how one is read, and what of it may be shown. */
import type { Async, Reader } from "../store/engine";
import { builder } from "./builder";
import type { PermissionCode } from "./permissions";

/** Bulk actions are of no kind that is read: their entries are counts. */
const bulkAction = "BULK_ACTION";

/** The kinds of objects as callers name them: each that is declared adds itself. */
export const RecordKindType = builder.enumType("AudKind", {
  values: { [bulkAction]: { value: bulkAction } } as Record<string, { value: string }>,
});

/**
 * What of a field may be in the record: its values, that it changed (personal data, free text about a person), or that
 * it was replaced (secrets).
 */
export type Shown = "shown" | "personal" | "secret";

export type RecordValue = string | number | boolean | null | readonly string[];

/** Where an object belongs, and its version. */
export interface RecordPlace {
  /** Null for what belongs to an organisation alone, which is then named. */
  readonly customerId: string | null;
  readonly organizationId?: string | null;
  readonly departmentId?: string | null;
  readonly isArchived?: boolean;
  /** Its edition, where it has one: a save that leaves all as it was is an entry, too. */
  readonly version?: number;
}

/** An object as it is at a moment. */
export interface Reading<Field extends string> extends RecordPlace {
  /** Null for people: they are named when the entry is read. */
  readonly name: string | null;
  readonly values: Readonly<Record<Field, RecordValue>>;
  /** The last rule that was applied to it: its place and how it reads. */
  readonly rule?: { readonly seq: number; readonly text: string };
}

/** The application on whose page an object is shown. */
type ShownOn = (
  db: Reader,
  id: string,
) => Promise<{ readonly id: string; readonly vacancyId: string } | undefined>;

/** A kind of object: how one is read, and what of it may be shown. */
export interface RecordKind {
  readonly kind: string;
  /** What somebody needs to see the details of such an object, and so its entries. */
  readonly code: PermissionCode | "wildcard";
  readonly fields: Readonly<Record<string, Shown>>;
  /** Whether one that was archived is there no more, since nobody can open or restore it. */
  readonly isArchivedForGood?: boolean;
  /** Asked side by side for many, so all that it asks of the store is asked by `together`. */
  readonly read: (db: Reader, id: string) => Promise<Reading<string> | undefined>;
  /** Of what has no page by its own id. */
  readonly shownOn?: ShownOn;
}

const kinds = new Map<string, RecordKind>();

/** Declares a kind of object: each area those of its own. */
export function recordKind<const Field extends string>(declared: {
  readonly kind: string;
  readonly code: RecordKind["code"];
  readonly isArchivedForGood?: boolean;
  readonly fields: Readonly<Record<Field, Shown>>;
  readonly read: (db: Reader, id: string) => Promise<Reading<Field> | undefined>;
  readonly shownOn?: ShownOn;
}): RecordKind {
  const { kind } = declared;
  kinds.set(kind, declared);
  const values = Object.fromEntries(recordKindNames().map((value) => [value, { value }]));
  RecordKindType.updateConfig((config) => ({ ...config, values }));
  return declared;
}

interface RecordedRow {
  readonly customerId?: string;
  readonly archivedAt?: number | null;
  readonly version?: number;
}

/** How the rows of a table appear in the record. */
export interface RecordedRows<Found> {
  readonly kind: string;
  readonly code: RecordKind["code"];
  readonly isArchivedForGood?: boolean;
  /** The name of a row, if it has one. */
  readonly name?: (row: Found) => string;
  /** Overrides where a row belongs (a department, no customer) and its version, if not the columns of these names. */
  readonly place?: (row: Found) => Partial<RecordPlace>;
}

/** What a row's fields are where they are no columns of the same name. */
interface OtherValues<Found, Field extends string> {
  readonly values: (
    row: Found,
    db: Reader,
  ) => Async<
    Readonly<Record<Exclude<Field, keyof Found>, RecordValue>> & Partial<Readonly<Record<Field, RecordValue>>>
  >;
}

/** Declares the kind of a customer's rows: a field that `values` does not say is the column of its name. */
export const rowKind = <Found extends RecordedRow, const Field extends string>({
  find,
  name,
  place,
  values,
  ...declared
}: RecordedRows<Found> & {
  readonly fields: Readonly<Record<Field, Shown>>;
  readonly find: (db: Reader, id: string) => Promise<Found | undefined>;
} & ([Exclude<Field, keyof Found>] extends [never]
    ? Partial<OtherValues<Found, Field>>
    : OtherValues<Found, Field>)): RecordKind =>
  recordKind<Field>({
    ...declared,
    read: async (db, id) => {
      const row = await find(db, id);
      return (
        row && {
          name: name?.(row) ?? null,
          customerId: row.customerId ?? null,
          ...(row.archivedAt !== undefined && { isArchived: row.archivedAt !== null }),
          ...(row.version !== undefined && { version: row.version }),
          ...place?.(row),
          // Only the fields that the kind declares are looked at.
          values: { ...row, ...(await values?.(row, db)) } as unknown as Readonly<Record<Field, RecordValue>>,
        }
      );
    },
  });

/** Every kind that an area declared. */
export const allRecordKinds = (): readonly RecordKind[] => [...kinds.values()];

/** What entries can be of. */
export const recordKindNames = (): readonly string[] => [...kinds.keys(), bulkAction];
