/**
 * An entity is a kind of object that users list, create, edit, archive and restore. Its fields are declared
 * once; arguments, validation, GraphQL fields, columns, lists and audit entries are derived from them. The
 * table (store/tables) remains the declaration of storage: each field is a column of it, and nullable if the
 * column is. `core/entity-operations.ts` declares the operations.
 */
import type { InputFieldMap } from "@pothos/core";
import { z } from "zod/v4";
import type { SortColumn } from "../store/dialect";
import type { Async, Reader, Writer } from "../store/engine";
import { declared, type NewRow, type Row, type Tables } from "../store/tables";
import type { Table as DeclaredTable } from "../store/tables/columns";
import type { CustomerCall, SessionCall } from "./access";
import {
  archivableList,
  type ArchivableLists,
  type ListedTable,
  type ListFilter,
} from "./archivable-lists.store";
import type { Bound } from "./bounds";
import { builder, type FieldType } from "./builder";
import { validate } from "./validate";
import { editionAfter } from "./versioned-type";
import type { Edition } from "./optimistic-lock";
import { archived } from "./errors";
import type { Field, PlainField, TextField, ValueField } from "./fields";
import { newId } from "./ids";
import {
  rowKind,
  type RecordKind,
  type RecordedRows,
  type RecordValue,
  type FieldVisibility,
} from "./record-kinds";
import { archivableRows, type ArchivableRows, type RowTable } from "./rows.store";
import type { ArchivableTable } from "./archiving.store";
import { searchKey } from "./text";

export type EntityTable = RowTable & ArchivableTable;
type ColumnOf<Table extends keyof Tables> = keyof Row<Table> & string;

/** The fields of an entity; each has a column of the same name. */
type FieldsOf<Table extends keyof Tables> = {
  readonly [Name in ColumnOf<Table>]?: Field<ColumnOf<Table>>;
};

/** The validated values of an entity's fields. */
export type Values<Table extends keyof Tables, Fields> = {
  readonly [Name in keyof Fields]: Fields[Name] extends ValueField<infer Value> | PlainField<infer Value>
    ? Value
    : Name extends keyof Row<Table>
      ? Row<Table>[Name]
      : never;
};

type KeysOf<Fields> = {
  [Name in keyof Fields]: Fields[Name] extends TextField<infer Key> ? Key : never;
}[keyof Fields];
type ShownOf<Fields> = {
  [Name in keyof Fields]: Fields[Name] extends TextField | PlainField ? Name : never;
}[keyof Fields];

/** GraphQL types of the columns that most entities share. */
const common = {
  createdAt: "DateTime",
  updatedAt: "DateTime",
  customerId: "ID",
  hierarchyId: "ID",
} as const;

/** The GraphQL fields derived from an entity, in the form that `rowType` takes. */
type ShownFields<Table extends keyof Tables, Fields> = {
  readonly [
    Name in (keyof typeof common & keyof Row<Table>) | ShownOf<Fields>
  ]: Name extends keyof typeof common
    ? (typeof common)[Name]
    : Name extends keyof Row<Table>
      ? FieldType<Row<Table>[Name]>
      : never;
} & { readonly _id: "ID" } & ("customerId" extends keyof Row<Table>
    ? { readonly organizationId: "ID" }
    : unknown);

type System = keyof Edition | "id" | "customerId" | "hierarchyId" | "createdAt" | "updatedAt" | "archivedAt";

/** The columns of a new row that come neither from its fields nor from `columns`. */
export type Rest<Table extends keyof Tables, Fields, Further> = Omit<
  NewRow<Table>,
  keyof Fields | KeysOf<Fields> | keyof Further | System
>;

/** Audit fields of an entity. Its name there is the text with a key, unless `name` is given. */
interface AuditFields<Found, Other extends string> extends RecordedRows<Found> {
  /** Audit fields other than the texts; `values` reads them. */
  readonly fields?: Readonly<Record<Other, FieldVisibility>>;
  readonly values?: (row: Found, db: Reader) => Async<Readonly<Record<Other, RecordValue>>>;
}

interface Declaration<Table extends EntityTable, Fields, Further, Call, Other extends string, Sorts> {
  /** The singular noun used in messages, such as "workflow set"; its plural adds an s. */
  readonly what: string;
  readonly fields: Fields;
  readonly record: AuditFields<Row<Table>, Other>;
  /**
   * Sort columns of the entity's lists, in addition to the text with a key, creation and archiving. Omit if
   * it has no lists.
   */
  readonly sorts?: Sorts;
  readonly filters?: Readonly<Record<string, ListFilter<Table>>>;
  /**
   * Checks values against stored data. Returns columns derived from them, which override the columns of the
   * values. `stored` is the row being edited, if any.
   */
  readonly columns?: (values: Values<Table, Fields>, call: Call, stored?: Row<Table>) => Async<Further>;
}

export interface Entity<
  Table extends EntityTable,
  Fields,
  Further = unknown,
  Call = CustomerCall<Writer>,
  Lists = unknown,
> {
  readonly what: string;
  readonly rows: ArchivableRows<Row<Table>, NewRow<Table>>;
  readonly kind: RecordKind;
  readonly lists: Lists;
  /** Texts, plain values and the common columns as GraphQL fields, for `rowType` and `editedType`. */
  readonly shown: ShownFields<Table, Fields>;
  readonly fields: Fields;
  /** The fields as arguments; untyped until `checked` has validated them. */
  readonly args: NoFields;
  /** Returns the fields for an input type. */
  readonly inputs: (t: InputFields) => NoFields;
  /** Bounds of the list fields, by field. */
  readonly bounds: Readonly<Record<string, Bound>>;
  /** Validates the fields. Throws a Validation Error with every message. */
  readonly checked: (sent: object) => Values<Table, Fields>;
  /** Returns the columns of validated values, search keys included. */
  readonly stored: <Sent extends Partial<Values<Table, Fields>>>(
    values: Sent,
  ) => Pick<
    NewRow<Table>,
    (keyof Sent | KeysOf<Pick<Fields, keyof Sent & keyof Fields>>) & keyof NewRow<Table>
  >;
  readonly columns?: Declaration<Table, Fields, Further, Call, string, unknown>["columns"];
}

type Types = (typeof builder)["$inferSchemaTypes"];
type InputFields = PothosSchemaTypes.InputFieldBuilder<Types, "InputObject">;
type NoFields = Record<never, never>;

/** A row of any table. */
type AnyRow = Readonly<Record<string, RecordValue>> & {
  readonly customerId?: string;
  readonly archivedAt: number | null;
  readonly version?: number;
};

const tables: Readonly<Record<string, DeclaredTable>> = { ...declared.directory, ...declared.region };

/** Declares an entity stored in a table. */
export function entity<
  Table extends EntityTable,
  const Fields extends FieldsOf<Table>,
  Further extends Partial<Row<Table>> = NoFields,
  Call extends SessionCall<Writer> = SessionCall<Writer>,
  const Other extends string = never,
  const Sorts extends Readonly<Record<string, SortColumn<Table>>> | undefined = undefined,
>(
  table: Table,
  { what, fields, record, sorts, filters, columns }: Declaration<Table, Fields, Further, Call, Other, Sorts>,
): Entity<Table, Fields, Further, Call, Sorts extends undefined ? undefined : ArchivableLists<Row<Table>>> {
  const all = Object.entries(fields as Readonly<Record<string, Field>>);
  const texts = all.filter((one): one is [string, TextField] => one[1].kind === "text");
  const plain = all.filter((one): one is [string, PlainField] => one[1].kind === "plain");
  const [named] = texts.filter(([, { key }]) => key !== undefined);
  const has = (column: string) => tables[table]?.columns[column];
  const rules = z.object(
    Object.fromEntries(
      all.map(([name, field]) => {
        if (field.kind !== "text" || field.isRequired) return [name, field.rule];
        const none = has(name)?.facts.isOptional ? null : "";
        return [name, field.rule.nullish().transform((typed) => typed || none)];
      }),
    ),
  );
  const rows = archivableRows(table);
  const inputs = (t: InputFields): InputFieldMap =>
    Object.fromEntries(
      all.map(([name, field]) => [
        name,
        field.kind === "text"
          ? t.string({ required: field.isRequired })
          : t.field({ type: field.type, required: true }),
      ]),
    );
  const key = named?.[1].key;
  const made = {
    what,
    rows,
    kind: rowKind<AnyRow, string>({
      ...(record as unknown as AuditFields<AnyRow, string>),
      fields: {
        ...Object.fromEntries(texts.map(([name, { recordedAs }]) => [recordedAs ?? name, "shown"] as const)),
        ...Object.fromEntries(plain.map(([name]) => [name, "shown"] as const)),
        ...record.fields,
      },
      find: rows.findAmong as never,
      name:
        (record.name as AuditFields<AnyRow, string>["name"]) ?? ((row) => String(row[named?.[0] ?? "id"])),
      values: async (row, db) => ({
        ...Object.fromEntries(
          texts.flatMap(([name, { recordedAs }]) =>
            recordedAs === undefined ? [] : [[recordedAs, row[name]]],
          ),
        ),
        ...Object.fromEntries(
          plain.flatMap(([name, { type }]) => (type === "Boolean" ? [[name, Boolean(row[name])]] : [])),
        ),
        ...(await record.values?.(row as never, db)),
      }),
    }),
    lists:
      sorts &&
      archivableList(
        table as ListedTable,
        { ...(named && { [named[0]]: key }), ...sorts } as never,
        key as never,
        filters as never,
      ),
    shown: {
      _id: "ID",
      ...(has("customerId") && { organizationId: "ID" }),
      ...Object.fromEntries(Object.entries(common).filter(([column]) => has(column))),
      ...Object.fromEntries(
        texts.map(([name]) => [name, has(name)?.facts.isOptional ? "String?" : "String"]),
      ),
      ...Object.fromEntries(plain.map(([name, { type }]) => [name, type])),
    },
    fields,
    args: builder.args((t) => inputs(t as never)),
    inputs,
    bounds: Object.fromEntries(
      all.flatMap(([name, field]) => (field.kind === "value" && field.bound ? [[name, field.bound]] : [])),
    ),
    checked: (sent: object) => validate(rules, sent),
    stored: (values: Readonly<Record<string, unknown>>) =>
      Object.fromEntries(
        all.flatMap(([name, field]) => {
          if (!(name in values)) return [];
          const value = values[name];
          const own = [name, toColumnValue(field, value)];
          return field.kind === "text" && field.key !== undefined
            ? [own, [field.key, searchKey(String(value))]]
            : [own];
        }),
      ),
    columns,
  };
  // Restores the types of the fields, which the loops above lose.
  return made as never;
}

/** Converts a validated value to the form of its column. */
function toColumnValue(field: Field, value: unknown): unknown {
  if (field.kind === "plain") return typeof value === "boolean" ? Number(value) : value;
  return typeof value === "string" || value === null ? value : JSON.stringify(value);
}

/** Validates input and returns its columns. */
async function columnsOf<Table extends EntityTable, Fields, Further, Call>(
  entity: Entity<Table, Fields, Further, Call>,
  call: Call,
  sent: object,
  stored?: Row<Table>,
): Promise<Partial<Row<Table>>> {
  const values = entity.checked(sent);
  const further = await entity.columns?.(values, call, stored);
  return { ...(entity.stored(values) as Partial<Row<Table>>), ...further };
}

/**
 * Validates and inserts a new row of the call's customer and department, and returns it. `rest` has the columns that are
 * not derived from fields.
 */
export async function addRow<Table extends EntityTable, Fields, Further>(
  entity: Entity<Table, Fields, Further>,
  call: CustomerCall<Writer>,
  sent: object,
  rest: Rest<Table, Fields, Further>,
): Promise<NewRow<Table> & { readonly id: string }> {
  const { ctx, customer, hierarchyId } = call;
  const id = newId(ctx.now);
  const columns = await columnsOf(entity, call, sent);
  const edition = await editionAfter(call, undefined, 0);
  const times = { createdAt: ctx.now, updatedAt: ctx.now, archivedAt: null };
  const own = { id, customerId: customer.id, hierarchyId, ...edition, ...times };
  // Safe cast: these are all columns of the table, since Rest omits only those set here.
  const row = { ...columns, ...rest, ...own } as unknown as NewRow<Table> & { readonly id: string };
  await entity.rows.insert(ctx.db, row);
  return row;
}

/**
 * Validates and stores an edit of `stored`, and returns the new row. Throws if the row is archived, and a
 * conflict if `version` is not the stored one. Checks the version before the values, since another user's
 * edit is often the reason why values are no longer valid.
 */
export async function editRow<Table extends EntityTable, Fields, Further, Call extends SessionCall<Writer>>(
  entity: Entity<Table, Fields, Further, Call>,
  call: Call,
  stored: Row<Table> & Edition & { readonly id: string; readonly archivedAt: number | null },
  version: number,
  sent: object,
): Promise<Row<Table>> {
  const { ctx } = call;
  if (stored.archivedAt !== null) throw archived(entity.what);
  const edition = await editionAfter(call, stored, version);
  const changes = { ...(await columnsOf(entity, call, sent, stored)), ...edition, updatedAt: ctx.now };
  await entity.rows.update(ctx.db, stored.id, changes);
  return { ...stored, ...changes };
}
