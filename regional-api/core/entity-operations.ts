/**
 * The operations that entities (core/entity.ts) have in common. Operations of a single entity are declared by
 * `query` and `mutation`.
 */
import type { ObjectRef } from "@pothos/core";
import type { Row } from "../store/tables";
import type { CustomerAccess, Scope } from "./access";
import { archiveMutations, ofCustomer, pageOfList, setArchived } from "./archivable";
import type { ArchivableLists } from "./archivable-lists.store";
import { declareBounds, firstRow, pageSize } from "./bounds";
import { builder, idArgs } from "./builder";
import { onRootDepartment, scopeArgs } from "./department-access";
import { versionArg, versionOptions } from "./versioned-type";
import type { Edition } from "./optimistic-lock";
import { addRow, editRow, type Entity, type EntityTable, type Rest } from "./entity";
import { mutation, query } from "./operation";
import { Sort, type Page } from "./page-types";
import type { PermissionCode } from "./permissions";
import type { RecordKind } from "./record-kinds";
import type { ArchivableRows } from "./rows.store";
import { IdResult } from "./shared-types";

type Types = (typeof builder)["$inferSchemaTypes"];

interface CustomerRow extends Edition {
  readonly id: string;
  readonly customerId: string;
  readonly updatedAt: number;
  readonly archivedAt: number | null;
}

type NoFields = Record<never, never>;

/** The part of an entity that operations on stored rows need. */
interface Stored<Found extends CustomerRow> {
  readonly what: string;
  readonly rows: Omit<ArchivableRows<Found, never>, "insert">;
  readonly kind: RecordKind;
}

const withArticle = (what: string) => `${/^[aeio]/i.test(what) ? "an" : "a"} ${what}`;

interface Write {
  readonly description?: string;
  /** The permission needed on the customer's root department. */
  readonly code: PermissionCode;
}

/** Declares the mutation that creates a row from its fields. Returns the id, or the whole row if `type` is given. */
export function createOf<Table extends EntityTable, Fields, Further>(
  name: string,
  entity: Entity<Table, Fields, Further> &
    Stored<Row<Table> & CustomerRow> &
    (NoFields extends Rest<Table, Fields, Further> ? unknown : never),
  {
    description = `Creates ${withArticle(entity.what)}.`,
    code,
    type,
  }: Write & { readonly type?: ObjectRef<Types, Row<Table> & { organizationId: string }> },
): void {
  declareBounds({ lists: boundsOf(name, entity) });
  mutation(name, {
    description,
    type: (type ?? IdResult) as typeof IdResult,
    args: { ...scopeArgs, ...entity.args },
    access: onRootDepartment(code),
    changes: { of: entity.kind, made: ({ id }) => [id] },
    resolve: async (sent, call) => {
      // Safe cast: createOf accepts only entities with all columns derived from fields.
      const { id } = await addRow(entity, call, sent, {} as Rest<Table, Fields, Further>);
      return type ? ofCustomer(entity.rows.find)(call, id) : { id };
    },
  });
}

/**
 * Declares the mutation that edits a row. It takes all fields and the version that the client read, as
 * arguments or in an `input`.
 */
export function editOf<Table extends EntityTable, Fields, Further>(
  name: string,
  entity: Entity<Table, Fields, Further> & Stored<Row<Table> & CustomerRow>,
  {
    description = `Changes ${withArticle(entity.what)}.`,
    code,
    input,
  }: Write & { readonly input?: readonly [argument: string, type: string] },
): void {
  declareBounds({ lists: boundsOf(input?.[1] ?? name, entity) });
  const edited = (given: object) =>
    (input ? Reflect.get(given, input[0]) : given) as Scope & {
      _id: string;
      version: number;
    };
  mutation(name, {
    description,
    type: IdResult,
    args: input
      ? builder.args((t) => ({ [input[0]]: t.field({ type: editInput(input[1], entity), required: true }) }))
      : { ...idArgs("_id"), ...scopeArgs, ...entity.args, ...versionArg },
    access: { code, scope: edited, onRoot: true },
    changes: { of: entity.kind, ids: (given) => [edited(given)._id] },
    resolve: async (given, call) => {
      const sent = edited(given);
      const stored = await ofCustomer(entity.rows.find)(call, sent._id);
      await editRow(entity, call, stored, sent.version, sent);
      return { id: stored.id };
    },
  });
}

const editInput = (name: string, { inputs }: Pick<Entity<never, never>, "inputs">) =>
  builder.inputType(name, {
    fields: (t) => ({
      _id: t.id({ required: true }),
      organizationId: t.id({ required: true }),
      customerId: t.id({ required: true }),
      hierarchyId: t.id({ required: true }),
      ...inputs(t),
      version: t.int(versionOptions),
    }),
  });

const boundsOf = (name: string, { bounds }: Pick<Entity<never, never>, "bounds">) =>
  Object.fromEntries(Object.entries(bounds).map(([field, bound]) => [`${name}.${field}`, bound]));

/** Declares the mutations that archive and restore rows by the ids in the argument `ids`, all or none. */
export function archiveOf<Found extends CustomerRow>(
  names: readonly [archiving: string, restoring: string],
  { rows, kind, what }: Stored<Found>,
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

/** Declares the query for one of the customer's rows, archived or not, by the id in the argument `id`. */
export function oneOf<Found extends CustomerRow>(
  name: string,
  { rows, what }: Stored<Found>,
  {
    type,
    id = "_id",
    access,
  }: {
    readonly type: ObjectRef<Types, Found & { organizationId: string }>;
    readonly id?: string;
    readonly access: CustomerAccess<Scope>;
  },
): void {
  query(name, {
    description: `One ${what}, by its id.`,
    type,
    args: { ...idArgs(id), ...scopeArgs },
    access,
    // The argument's name is dynamic, so its type is lost here.
    resolve: (given, call) =>
      ofCustomer(rows.find)(call, (given as Readonly<Record<string, string>>)[id] ?? "") as never,
  });
}
/** Declares the query for a page of the active or archived rows. */
export function listOf<Found extends object>(
  name: string,
  { what, lists }: { readonly what: string; readonly lists: ArchivableLists<Found> },
  {
    type,
    filter: [argument, filterType],
    searched,
    access,
  }: {
    readonly type: ObjectRef<Types, Page<Found & { organizationId: string }>>;
    /** Names of the filter argument and of its type. */
    readonly filter: readonly [argument: string, type: string];
    /** The text that the search covers, e.g. "name"; omitted if the list has no search. */
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
    description: `A page of the active or of the archived ${what}s.`,
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
      // The argument's name is dynamic, so its type is lost here; the filter has the fields declared above.
      const filter = (given as Readonly<Record<string, unknown>>)[argument] as {
        isArchived?: boolean | null;
        searchText?: string | null;
      } | null;
      const { isArchived, searchText, ...narrowing } = filter ?? {};
      return pageOfList(call, lists, { ...given, searchText, narrowing }, isArchived === true) as never;
    },
  });
}
