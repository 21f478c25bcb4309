/**
 * What is the same of all that a customer's people list, make, edit, archive and restore. An area takes the pieces that
 * fit, and declares what is its own by `query` and `mutation`.
 */
import type { InputFieldMap, InputShapeFromFields, ObjectRef } from "@pothos/core";
import type { Async, Reader, Writer } from "../store/engine";
import type { CustomerAccess, CustomerCall, Scope } from "./access";
import { archiveMutations, ofCustomer, pageOfList, setArchived } from "./archivable";
import type { ArchivableLists } from "./archivable-lists.store";
import { declareBounds, firstRow, pageSize } from "./bounds";
import { builder, idArgs } from "./builder";
import { onRootDepartment, scopeArgs } from "./department-access";
import { editionAfter, versionArg } from "./edited";
import type { Edition } from "./editions";
import { archived } from "./errors";
import { newId } from "./ids";
import { mutation, query } from "./operation";
import { Sort, type Page } from "./page-types";
import type { PermissionCode } from "./permissions";
import type { RecordKind } from "./record";
import type { ArchivableRows } from "./rows.store";
import { IdResult } from "./shared-types";

type Types = (typeof builder)["$inferSchemaTypes"];
type NoArgs = Record<never, never>;

interface EntityRow extends Edition {
  readonly id: string;
  readonly customerId: string;
  readonly updatedAt: number;
  readonly archivedAt: number | null;
}

/** What an area says of its rows, once. */
export interface Entity<Found extends EntityRow, New> {
  readonly rows: ArchivableRows<Found, New>;
  readonly kind: RecordKind;
  /** What messages call one of them: "workflow set". Several have an s. */
  readonly what: string;
}

/** The columns of a new row that the area itself knows. */
type Entered<New> = Omit<New, keyof Edition | "id" | "customerId" | "createdAt" | "updatedAt" | "archivedAt">;

/** Stores a new row of the call's customer, in its first edition; returns its id. */
export async function addRow<Found extends EntityRow, New>(
  { rows }: Entity<Found, New>,
  call: CustomerCall<Writer>,
  columns: Entered<New>,
): Promise<string> {
  const { ctx, customer } = call;
  const id = newId(ctx.now);
  const edition = await editionAfter(call, undefined, 0);
  const times = { createdAt: ctx.now, updatedAt: ctx.now, archivedAt: null };
  // Together these are the columns of the table: Entered leaves out no others.
  await rows.insert(ctx.db, { ...columns, id, customerId: customer.id, ...edition, ...times } as New);
  return id;
}

/**
 * Stores an edit that is based on `version`, which is looked at before `columnsOf` is called: whoever read an older one is
 * to hear of that, not of what no longer fits. Throws for an archived row.
 */
export async function editRow<Found extends EntityRow, New>(
  { rows, what }: Entity<Found, New>,
  call: CustomerCall<Writer>,
  { id, version }: { readonly id: string; readonly version: number },
  columnsOf: (stored: Found) => Async<Partial<Found>>,
  check?: (stored: Found) => void,
): Promise<{ id: string }> {
  const { ctx } = call;
  const stored = await ofCustomer(rows.find)(call, id);
  if (stored.archivedAt !== null) throw archived(what);
  check?.(stored);
  const edition = await editionAfter(call, stored, version);
  await rows.update(ctx.db, id, { ...(await columnsOf(stored)), ...edition, updatedAt: ctx.now });
  return { id };
}

interface Write<Args extends InputFieldMap> {
  readonly description: string;
  readonly args: Args;
  /** Needed on the customer's root department. */
  readonly code: PermissionCode;
}

/** Declares the mutation that makes one, of `args`. */
export function createOf<Found extends EntityRow, New, Args extends InputFieldMap>(
  name: string,
  entity: Entity<Found, New>,
  {
    description,
    args,
    code,
    columns,
  }: Write<Args> & {
    readonly columns: (args: InputShapeFromFields<Args>, call: CustomerCall<Writer>) => Async<Entered<New>>;
  },
): void {
  mutation(name, {
    description,
    type: IdResult,
    args: { ...scopeArgs, ...(args as NoArgs) },
    access: onRootDepartment(code),
    changes: { of: entity.kind, made: ({ id }) => [id] },
    resolve: async (given, call) => ({
      id: await addRow(entity, call, await columns(given as unknown as InputShapeFromFields<Args>, call)),
    }),
  });
}

/** Declares the mutation that edits one, of `args` and the version that was read. */
export function editOf<Found extends EntityRow, New, Args extends InputFieldMap>(
  name: string,
  entity: Entity<Found, New>,
  {
    description,
    args,
    code,
    check,
    columns,
  }: Write<Args> & {
    /** What is asked before the version is looked at. */
    readonly check?: (args: InputShapeFromFields<Args>, stored: Found) => void;
    readonly columns: (
      args: InputShapeFromFields<Args>,
      call: CustomerCall<Writer>,
      stored: Found,
    ) => Async<Partial<Found>>;
  },
): void {
  mutation(name, {
    description,
    type: IdResult,
    args: { ...idArgs("_id"), ...scopeArgs, ...(args as NoArgs), ...versionArg },
    access: onRootDepartment(code),
    changes: { of: entity.kind, ids: ({ _id }) => [_id] },
    resolve: (given, call) => {
      const sent = given as unknown as InputShapeFromFields<Args>;
      return editRow(
        entity,
        call,
        { id: given._id, version: given.version },
        (stored) => columns(sent, call, stored),
        (stored) => check?.(sent, stored),
      );
    },
  });
}

/** Declares the two mutations that archive and restore them by the ids in the argument `ids`, all or none. */
export function archiveOf<Found extends EntityRow, New>(
  names: readonly [archiving: string, restoring: string],
  { rows, kind, what }: Entity<Found, New>,
  {
    ids,
    codes,
  }: {
    readonly ids: string;
    readonly codes: readonly [archiving: PermissionCode, restoring: PermissionCode];
  },
): void {
  archiveMutations(names, {
    ids: [ids, `${what}s`],
    of: kind,
    args: scopeArgs,
    access: (archive) => onRootDepartment(codes[archive ? 0 : 1]),
    change: (chosen, call, archive) =>
      setArchived(call, { find: ofCustomer(rows.findAmong), store: rows.archive }, chosen, archive),
  });
}

/** Declares the query of one of the customer's, archived or not, by the id in the argument `id`. */
export function oneOf<Found extends { readonly customerId: string }>(
  name: string,
  {
    description,
    type,
    find,
    id = "_id",
    access,
  }: {
    readonly description: string;
    readonly type: ObjectRef<Types, Found & { organizationId: string }>;
    readonly find: (db: Reader, id: string) => Promise<Found | undefined>;
    readonly id?: string;
    readonly access: CustomerAccess<Scope>;
  },
): void {
  query(name, {
    description,
    type,
    args: { ...idArgs(id), ...scopeArgs },
    access,
    // The argument's name is not known to the types; nobody else reads it.
    resolve: (given, call) =>
      ofCustomer(find)(call, (given as Readonly<Record<string, string>>)[id] ?? "") as never,
  });
}

/** Declares the query of a page of the active or of the archived ones. */
export function listOf<Found extends object>(
  name: string,
  {
    description,
    type,
    lists,
    filter: [argument, filterType],
    searched,
    access,
  }: {
    readonly description: string;
    readonly type: ObjectRef<Types, Page<Found & { organizationId: string }>>;
    readonly lists: ArchivableLists<Found>;
    /** The argument with what is asked for, and its type. */
    readonly filter: readonly [argument: string, type: string];
    /** What of one is searched, of lists that are: "name". */
    readonly searched?: string;
    readonly access: CustomerAccess<Scope>;
  },
): void {
  const Filter = builder.inputType(filterType, {
    fields: (t) => ({
      isArchived: t.boolean(),
      ...(searched !== undefined && { searchText: t.string({ description: `Part of the ${searched}.` }) }),
      ...Object.fromEntries(
        Object.entries(lists.filters).map(([filter, { type, description }]) => [
          filter,
          type === "[ID]" ? t.idList({ description }) : t.field({ type, description }),
        ]),
      ),
    }),
  });
  declareBounds({ pages: { [`${name}.skipEq`]: firstRow, [`${name}.limitEq`]: pageSize } });
  query(name, {
    description,
    type,
    args: {
      ...scopeArgs,
      ...builder.args((t) => ({
        skipEq: t.int({ required: true }),
        limitEq: t.int({ required: true }),
        sort: t.field({ type: Sort }),
        [argument]: t.field({ type: Filter }),
      })),
    },
    access,
    resolve: (given, call) => {
      // The argument's name is not known to the types; the filter's fields are those above.
      const asked = (given as Readonly<Record<string, unknown>>)[argument] as {
        isArchived?: boolean | null;
        searchText?: string | null;
      } | null;
      const { isArchived, searchText, ...narrowing } = asked ?? {};
      return pageOfList(call, lists, { ...given, searchText, narrowing }, isArchived === true) as never;
    },
  });
}
