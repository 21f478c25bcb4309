/** The audit log: its list and single entries (AUD-08 to AUD-11). Read-only. */
import { mapSequentially, mapConcurrently } from "../../store/sequential";
import { notFound } from "../../core/errors";
import { countedPage, type PageOf, searchTextOf } from "../../core/paging";
import type { CustomerCall } from "../../core/access";
import { declareBounds, firstRow } from "../../core/bounds";
import { builder, idArgs, rowType } from "../../core/builder";
import { readersOf, type ApiContext } from "../../core/context";
import { customerAmong } from "../../core/customers.store";
import { holdsOn, onRootDepartment, scopeArgs } from "../../core/department-access";
import { hierarchyAmong } from "../../core/departments.store";
import { query } from "../../core/operation";
import { organizations } from "../organizations/organizations.entity";
import { Pagination } from "../../core/page-types";
import type { RecordDetails } from "../../core/record";
import { recordActions, type RecordedField, type RecordedObject } from "../../core/record-differences";
import { allRecordKinds, RecordKindType } from "../../core/record-kinds";
import { compareNames } from "../../core/text";
import { displayNameOf, findUser, userOfAnyRegion } from "../../core/users.store";
import { findBulkJob } from "../bulk-jobs/bulk-jobs.store";
import { findUpload } from "../users/user-uploads.store";
import {
  redactEntry,
  toSearchCriteria,
  isEntryVisible,
  isObjectVisible,
  visibleRecordsOf,
} from "./record-access";
import {
  actorsOf,
  entriesOfRequest,
  findEntries,
  findEntry,
  oldestEntryTime,
  type Entry,
} from "./record.store";

/** Limits of a page, lower than elsewhere because an entry may hold thousands of fields. */
const entriesPerPage = { least: 1, most: 100, message: "A page has 1 to 100 rows" };
declareBounds({ pages: { "AudGetEntries.skipEq": firstRow, "AudGetEntries.limitEq": entriesPerPage } });

const Action = builder.enumType("AudAction", { values: recordActions });
const Source = builder.enumType("AudSource", {
  values: ["CONSOLE", "UPLOAD", "BULK", "RULE", "UNDO", "COMMAND"] as const,
});
const Outcome = builder.enumType("AudOutcome", { values: ["SUCCESS", "FAILURE"] as const });
const Hidden = builder.enumType("AudHidden", {
  values: {
    CHANGED: { description: "Personal data: only the fact that it changed is recorded." },
    REPLACED: { description: "A secret: only the fact that it was replaced is recorded." },
  },
});

const Field = builder.objectRef<RecordedField>("AudField").implement({
  fields: (t) => ({
    field: t.exposeString("field"),
    hidden: t.field({
      type: Hidden,
      nullable: true,
      description: "Why the entry holds no value. Null if it holds one.",
      resolve: ({ hidden }) => hidden ?? null,
    }),
    before: t.field({ type: "JSON", nullable: true, resolve: ({ before }) => before ?? null }),
    after: t.field({ type: "JSON", nullable: true, resolve: ({ after }) => after ?? null }),
  }),
});

/** Returns an object's current name, and whether it still exists and is archived. */
async function lookUp(ctx: ApiContext, { kind, id, name }: RecordedObject) {
  if (kind === "USER") {
    const user = await userOfAnyRegion(ctx, id);
    const isArchived = user !== undefined && user.archivedAt !== null;
    return { name: await displayNameOf(ctx, id), exists: user !== undefined, isArchived };
  }
  const known = allRecordKinds().find((one) => one.kind === kind);
  if (!known) return { name, exists: true, isArchived: false };
  const object = await known.read(ctx.db, id);
  const isArchived = object?.isArchived ?? false;
  return { name, exists: object !== undefined && !(known.isArchivedForGood && isArchived), isArchived };
}

/** Memoized because two fields of each object use it, and a response may have thousands of objects. */
const known = new WeakMap<RecordedObject, ReturnType<typeof lookUp>>();
function nowOf(ctx: ApiContext, object: RecordedObject) {
  const now = known.get(object) ?? lookUp(ctx, object);
  known.set(object, now);
  return now;
}

const ShownOn = builder.objectRef<{ id: string; vacancyId: string }>("AudShownOn").implement({
  description: "The page of an application.",
  fields: (t) => ({ _id: t.exposeID("id"), vacancyId: t.exposeID("vacancyId") }),
});

const ChangedObject = builder.objectRef<RecordedObject>("AudObject").implement({
  fields: (t) => ({
    kind: t.expose("kind", { type: RecordKindType }),
    _id: t.exposeID("id"),
    action: t.expose("action", { type: Action }),
    name: t.string({
      nullable: true,
      description: "The object's name at the time of the entry. People appear under their current names.",
      resolve: async (object, _args, ctx) => (await nowOf(ctx, object)).name,
    }),
    exists: t.boolean({ resolve: async (object, _args, ctx) => (await nowOf(ctx, object)).exists }),
    isArchived: t.boolean({
      description: "Whether the object is archived now.",
      resolve: async (object, _args, ctx) => (await nowOf(ctx, object)).isArchived,
    }),
    shownOn: t.field({
      type: ShownOn,
      nullable: true,
      description:
        "Applications and candidates only: the page that shows the object. Null once the object is removed.",
      resolve: async ({ kind, id }, _args, { db }) =>
        (await allRecordKinds()
          .find((one) => one.kind === kind)
          ?.shownOn?.(db, id)) ?? null,
    }),
    fields: t.field({ type: [Field], resolve: ({ fields }) => [...fields] }),
  }),
});

const objectsOf = ({ changes }: Entry) => JSON.parse(changes) as RecordedObject[];
const detailsOf = ({ details }: Entry) => JSON.parse(details) as RecordDetails;

const Actor = builder
  .objectRef<{ id: string; name: string | null; email: string | null }>("AudActor")
  .implement({
    description: "A person who made a change, with current details.",
    fields: (t) => ({
      _id: t.exposeID("id"),
      name: t.exposeString("name", { nullable: true, description: "Null if the user has been removed." }),
      email: t.exposeString("email", { nullable: true }),
    }),
  });

const actorOf = async (ctx: ApiContext, id: string) => ({
  id,
  name: await displayNameOf(ctx, id),
  email: (await userOfAnyRegion(ctx, id))?.email ?? null,
});

const Counts = rowType<NonNullable<RecordDetails["counts"]>>()("AudCounts", {
  total: "Int",
  done: "Int",
  waiting: "Int",
});

const EntryType = builder.objectRef<Entry>("AudEntry").implement({
  fields: (t) => ({
    _id: t.exposeID("id"),
    at: t.expose("at", { type: "DateTime" }),
    action: t.field({ type: Action, resolve: ({ action }) => action as (typeof recordActions)[number] }),
    outcome: t.expose("outcome", { type: Outcome }),
    kind: t.expose("kind", { type: RecordKindType }),
    objectId: t.exposeString("objectId", { nullable: true }),
    objectName: t.string({
      nullable: true,
      description: "The object's name at the time of the entry. People appear under their current names.",
      resolve: async (entry, _args, ctx) =>
        entry.kind === "USER" && entry.objectId !== null
          ? displayNameOf(ctx, entry.objectId)
          : entry.objectName,
    }),
    objectCount: t.exposeInt("objectCount", {
      description: "The number of objects of this kind. More than 1 only for bulk actions.",
    }),
    actor: t.field({
      type: Actor,
      nullable: true,
      description: "Null for changes by the platform and for calls without a proven identity.",
      resolve: async ({ actorId }, _args, ctx) => (actorId === null ? null : actorOf(ctx, actorId)),
    }),
    customerName: t.string({
      nullable: true,
      resolve: async ({ customerId }, _args, { db }) =>
        customerId === null ? null : ((await customerAmong(db, customerId))?.displayName ?? null),
    }),
    organizationName: t.string({
      nullable: true,
      resolve: async ({ organizationId }, _args, { db }) =>
        organizationId === null
          ? null
          : ((await organizations.rows.findAmong(db, organizationId))?.displayName ?? null),
    }),
    departmentName: t.string({
      nullable: true,
      resolve: async ({ departmentId }, _args, { db }) =>
        departmentId === null ? null : ((await hierarchyAmong(db, departmentId))?.name ?? null),
    }),
    source: t.expose("source", { type: Source }),
    network: t.exposeString("network"),
    requestId: t.exposeString("requestId"),
    operation: t.exposeString("operation"),
    by: t.string({ nullable: true, resolve: (entry) => detailsOf(entry).by ?? null }),
    reason: t.string({ nullable: true, resolve: (entry) => detailsOf(entry).reason ?? null }),
    rule: t.string({
      nullable: true,
      description: "JSON of the rule that made the change, as it read at the time.",
      resolve: (entry) => detailsOf(entry).rule ?? null,
    }),
    jobId: t.string({ nullable: true, resolve: (entry) => detailsOf(entry).jobId ?? null }),
    uploadId: t.string({ nullable: true, resolve: (entry) => detailsOf(entry).uploadId ?? null }),
    work: t.string({ nullable: true, resolve: (entry) => detailsOf(entry).work ?? null }),
    counts: t.field({ type: Counts, nullable: true, resolve: (entry) => detailsOf(entry).counts ?? null }),
    objects: t.field({ type: [ChangedObject], resolve: (entry) => objectsOf(entry) }),
  }),
});

interface EntryShape {
  readonly entry: Entry;
  readonly canViewActor: boolean;
  readonly undone: Entry | null;
  readonly sameRequest: readonly Entry[];
}

const OneEntry = builder.objectRef<EntryShape>("AudOneEntry").implement({
  fields: (t) => ({
    entry: t.expose("entry", { type: EntryType }),
    canViewActor: t.exposeBoolean("canViewActor", {
      description:
        "Whether the caller may read the actor with ORGGetUser. The actor may belong to another customer.",
    }),
    undone: t.expose("undone", {
      type: EntryType,
      nullable: true,
      description:
        "The entry that this one undoes. Null if there is none, if it has expired, or if the caller may not see it.",
    }),
    sameRequest: t.field({
      type: [EntryType],
      description: "The other entries of the same request that the caller may see, newest first, at most 50.",
      resolve: ({ sameRequest }) => [...sameRequest],
    }),
  }),
});

interface PageShape {
  readonly data: Entry[];
  readonly pagination: PageOf;
  readonly reachesTo: number | null;
}

const EntryPage = builder.objectRef<PageShape>("AudEntryPage").implement({
  fields: (t) => ({
    data: t.expose("data", { type: [EntryType] }),
    pagination: t.expose("pagination", { type: Pagination }),
    reachesTo: t.expose("reachesTo", {
      type: "DateTime",
      nullable: true,
      description: "The time of the oldest retained entry.",
    }),
  }),
});

/** Covers only customers of this region, since objects are looked up by kind and id. */
const filterArgs = builder.args((t) => ({
  actorId: t.id(),
  kind: t.field({ type: RecordKindType }),
  action: t.field({ type: Action }),
  from: t.field({ type: "DateTime" }),
  to: t.field({ type: "DateTime" }),
  text: t.string({ description: "Prefixes of words in the object's name." }),
  objectKind: t.field({ type: RecordKindType, description: "With `objectId`: the history of one object." }),
  objectId: t.string(),
  skipEq: t.int({ required: true }),
  limitEq: t.int({ required: true }),
}));

query("AudGetEntries", {
  type: EntryPage,
  description:
    "A page of the audit log, newest first. Omits entries of objects whose details the caller may not see.",
  args: { ...scopeArgs, ...filterArgs },
  access: onRootDepartment("org:viewRecord"),
  resolve: async (args, call) => {
    const { db } = call.ctx;
    const text = searchTextOf(args.text);
    const { kind, objectKind, objectId } = args;
    const isOfOrganization = objectKind === "ORGANIZATION";
    const sight = await visibleRecordsOf(call, isOfOrganization ? objectId : null);
    const object = objectKind != null && objectId != null ? { kind: objectKind, id: objectId } : undefined;
    // A hidden kind or object has no entries, regardless of the other filters.
    const isUnseen =
      (kind != null && !sight.kinds.includes(kind)) ||
      (object !== undefined && !isObjectVisible(sight, object));
    const search = {
      ...toSearchCriteria(isUnseen ? { ...sight, kinds: [] } : sight),
      ...(kind != null && !isUnseen && { kind }),
      ...(args.actorId != null && { actorId: args.actorId }),
      ...(args.action != null && { action: args.action }),
      ...(args.from != null && { from: args.from }),
      ...(args.to != null && { to: args.to }),
      ...(text !== undefined && { text }),
      ...(object && { object }),
    };
    const found = await findEntries(isOfOrganization ? readersOf(call.ctx) : [db], search);
    const { data, pagination } = await countedPage(args.skipEq, args.limitEq, found);
    return {
      data: data.map((entry) => redactEntry(sight, entry)),
      pagination,
      reachesTo: (await oldestEntryTime(db)) ?? null,
    };
  },
});

/**
 * Drops the link to a bulk job or a user upload that belongs to another user or was deleted, because no page
 * shows it (BULK-17, BULK-18, UPLOAD-25).
 */
async function withVisibleLinks(call: CustomerCall, entry: Entry): Promise<Entry> {
  const { customerId } = entry;
  const { jobId, uploadId, ...details } = detailsOf(entry);
  if (customerId === null || (jobId ?? uploadId) === undefined) return entry;
  const { ctx, caller, hierarchyId } = call;
  const { db, now } = ctx;
  const job = jobId === undefined ? undefined : await findBulkJob(db, customerId, jobId, now);
  const upload = uploadId === undefined ? undefined : await findUpload(db, { customerId, uploadId }, now);
  const open = {
    ...details,
    ...(job?.createdBy === caller.user.id && { jobId }),
    ...(upload?.hierarchyId === hierarchyId && { uploadId }),
  };
  return { ...entry, details: JSON.stringify(open) };
}

/** Returns an organisation's entry, from the region in which the change was made. */
const organizationEntry = async ({ ctx }: CustomerCall, id: string): Promise<Entry | undefined> =>
  (await mapSequentially(readersOf(ctx), (db) => findEntry(db, id))).find(
    (entry) => entry?.kind === "ORGANIZATION",
  );

/** Returns the entry if the caller may see it. Throws a Not Found Error otherwise. */
async function entryFor(call: CustomerCall, id: string): Promise<EntryShape> {
  const { db } = call.ctx;
  const entry = (await findEntry(db, id)) ?? (await organizationEntry(call, id));
  const sight = await visibleRecordsOf(call, entry?.customerId === null ? entry.organizationId : null);
  if (!entry || !isEntryVisible(sight, entry)) throw notFound();
  const { undoes } = detailsOf(entry);
  const actor = entry.actorId === null ? undefined : await findUser(db, entry.actorId);
  const undone = undoes === undefined ? undefined : await findEntry(db, undoes);
  return {
    entry: await withVisibleLinks(call, redactEntry(sight, entry)),
    canViewActor:
      actor?.customerId === call.customer.id && (await holdsOn(call, "org:viewUser", actor.hierarchyId)),
    undone: undone && isEntryVisible(sight, undone) ? redactEntry(sight, undone) : null,
    sameRequest: (await entriesOfRequest(db, entry.requestId))
      .filter((one) => one.id !== id && isEntryVisible(sight, one))
      .slice(0, 50)
      .map((one) => redactEntry(sight, one)),
  };
}

query("AudGetEntry", {
  description: "One audit entry, by its id.",
  type: OneEntry,
  args: { ...scopeArgs, ...idArgs("_id") },
  access: onRootDepartment("org:viewRecord"),
  resolve: ({ _id }, call) => entryFor(call, _id),
});

query("AudGetActors", {
  type: [Actor],
  description: "The people with entries in the customer's audit log, ordered by name, at most 200.",
  args: scopeArgs,
  access: onRootDepartment("org:viewRecord"),
  resolve: async (_args, call) =>
    (
      await mapConcurrently(await actorsOf(call.ctx.db, call.customer.id, 200), (id) => actorOf(call.ctx, id))
    ).sort((a, b) => compareNames(a.name ?? "", b.name ?? "")),
});
