/** Kinds of objects in the audit log: how the log reads each, and which of its data it may show. */
import type { Async, Reader } from "../store/engine";
import { builder } from "./builder";
import type { PermissionCode } from "./permissions";

/** Entries of bulk jobs hold counts, so this kind reads no object. */
const bulkAction = "BULK_ACTION";

/** The kinds of objects as named in the API; each declared kind registers itself. */
export const RecordKindType = builder.enumType("AudKind", {
  values: { [bulkAction]: { value: bulkAction } } as Record<string, { value: string }>,
});

/**
 * How the audit log may show a field: with its values; only that it changed (personal data, free text about a
 * person); or only that it was replaced (secrets).
 */
export type FieldVisibility = "shown" | "personal" | "secret";

export type RecordValue = string | number | boolean | null | readonly string[];

/** The customer, organisation and department that an object belongs to, and its version. */
export interface RecordPlace {
  /** Null if the object belongs only to an organisation, which is then given. */
  readonly customerId: string | null;
  readonly organizationId?: string | null;
  readonly departmentId?: string | null;
  readonly isArchived?: boolean;
  /** Version of the object, if it has one: a save without differences is still audited. */
  readonly version?: number;
}

/** An object's state at one moment. */
export interface Reading<Field extends string> extends RecordPlace {
  /** Null for people, whose names are looked up when the entry is read. */
  readonly name: string | null;
  readonly values: Readonly<Record<Field, RecordValue>>;
  /** The last rule applied to the object: its seq and text. */
  readonly rule?: { readonly seq: number; readonly text: string };
}

/** Returns the application with the page that shows an object. */
type PageOfObject = (
  db: Reader,
  id: string,
) => Promise<{ readonly id: string; readonly vacancyId: string } | undefined>;

/** A kind of object: how the log reads it, and which of its data it may show. */
export interface RecordKind {
  readonly kind: string;
  /** The permission for an object's details, and thus for its entries. */
  readonly code: PermissionCode | "wildcard";
  readonly fields: Readonly<Record<string, FieldVisibility>>;
  /** True if archiving is final: archived objects can be neither opened nor restored. */
  readonly isArchivedForGood?: boolean;
  /** Called concurrently for many objects, so its queries must be batched with `batchLoader`. */
  readonly read: (db: Reader, id: string) => Promise<Reading<string> | undefined>;
  /** For objects without a page of their own. */
  readonly shownOn?: PageOfObject;
}

const kinds = new Map<string, RecordKind>();

/** Declares a kind of object; each area declares its own. */
export function recordKind<const Field extends string>(declared: {
  readonly kind: string;
  readonly code: RecordKind["code"];
  readonly isArchivedForGood?: boolean;
  readonly fields: Readonly<Record<Field, FieldVisibility>>;
  readonly read: (db: Reader, id: string) => Promise<Reading<Field> | undefined>;
  readonly shownOn?: PageOfObject;
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

/** Declaration of a table's rows in the audit log. */
export interface RecordedRows<Found> {
  readonly kind: string;
  readonly code: RecordKind["code"];
  readonly isArchivedForGood?: boolean;
  /** The name of a row, if it has one. */
  readonly name?: (row: Found) => string;
  /** The customer or department of a row and its version, where they are not in columns of these names. */
  readonly place?: (row: Found) => Partial<RecordPlace>;
}

/** Values of fields that are not columns of the same name. */
interface OtherValues<Found, Field extends string> {
  readonly values: (
    row: Found,
    db: Reader,
  ) => Async<
    Readonly<Record<Exclude<Field, keyof Found>, RecordValue>> & Partial<Readonly<Record<Field, RecordValue>>>
  >;
}

/**
 * Declares the kind of a customer's rows. A field that `values` does not return is the column of its name.
 */
export const rowKind = <Found extends RecordedRow, const Field extends string>({
  find,
  name,
  place,
  values,
  ...declared
}: RecordedRows<Found> & {
  readonly fields: Readonly<Record<Field, FieldVisibility>>;
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
          // Extra columns do no harm, since only declared fields are compared.
          values: { ...row, ...(await values?.(row, db)) } as unknown as Readonly<Record<Field, RecordValue>>,
        }
      );
    },
  });

/** Every declared kind. */
export const allRecordKinds = (): readonly RecordKind[] => [...kinds.values()];

/** The kinds that entries can have. */
export const recordKindNames = (): readonly string[] => [...kinds.keys(), bulkAction];
