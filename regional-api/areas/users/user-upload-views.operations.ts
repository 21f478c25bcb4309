/** API types of user uploads, and stored uploads with their current problems (UPLOAD-18, UPLOAD-25). */
import { mapConcurrently } from "../../store/sequential";
import { z } from "zod/v4";
import { notFound, TellableError } from "../../core/errors";
import {
  checkPerson,
  firstRows,
  resolveGroups,
  columnCountProblem,
  type NamedGroup,
  personOfRow,
  type RowProblem,
  type UploadedPerson,
} from "./user-uploads.rules";
import { activeGroupNames } from "../groups/groups.store";
import type { Regions } from "../../store/engine";
import type { Row } from "../../store/tables";
import { findUpload, rowsOfUpload, unfinishedUploads } from "./user-uploads.store";
import type { CustomerCall, Scope } from "../../core/access";
import { builder, idArgs } from "../../core/builder";
import { scopeArgs } from "../../core/department-access";
import { isAccountMailOn, isEmailTaken, isResetMailOn } from "./new-users";
import { query } from "../../core/operation";
import { hiddenGroupIds, requireGroup } from "../permissions/rights";

const states = ["CHECKED", "RUNNING", "STOPPED", "DONE"] as const;

const State = builder.enumType("ORGEndUserUploadState", {
  values: states,
  description: "STOPPED: the run was interrupted. Repeat the call to resume it.",
});

const Status = builder.enumType("ORGEndUserUploadStatus", { values: ["CREATED", "FAILED"] as const });

const Problem = builder.objectRef<RowProblem>("ORGEndUserUploadProblem").implement({
  fields: (t) => ({
    column: t.exposeString("column", {
      nullable: true,
      description: "Null if the problem concerns the whole row.",
    }),
    text: t.exposeString("text"),
  }),
});

interface UploadRow extends UploadedPerson {
  readonly values: string[];
  readonly groupNames: string[];
  readonly groupIds: string[];
  readonly problems: RowProblem[];
  readonly status: "CREATED" | "FAILED" | null;
  readonly userId: string | null;
  readonly reason: string | null;
}

const RowType = builder.objectRef<UploadRow>("ORGEndUserUploadRow").implement({
  fields: (t) => ({
    row: t.exposeInt("row", { description: "The row number in a spreadsheet." }),
    values: t.exposeStringList("values"),
    firstName: t.exposeString("firstName"),
    lastName: t.exposeString("lastName"),
    email: t.exposeString("email"),
    phoneNumber: t.exposeString("phoneNumber", { nullable: true }),
    groupNames: t.exposeStringList("groupNames"),
    groupIds: t.exposeIDList("groupIds"),
    problems: t.expose("problems", {
      type: [Problem],
      description:
        "Why no user can currently be created from this row. Empty once the row has been processed.",
    }),
    status: t.expose("status", { type: Status, nullable: true }),
    userId: t.exposeID("userId", { nullable: true }),
    reason: t.exposeString("reason", { nullable: true }),
  }),
});

const ResultType = builder.objectRef<UploadRow>("ORGEndUserUploadResult").implement({
  fields: (t) => ({
    row: t.exposeInt("row"),
    email: t.exposeString("email"),
    status: t.expose("status", { type: Status, nullable: true }),
    userId: t.exposeID("userId", { nullable: true }),
    reason: t.exposeString("reason", { nullable: true }),
  }),
});

interface Upload {
  readonly uploadId: string;
  readonly state: (typeof states)[number];
  readonly fileName: string;
  readonly header: string[];
  readonly mfaEnabled: boolean;
  readonly forcePasswordReset: boolean;
  readonly notes: string | null;
  readonly createdAt: number;
  /** Absent in stored answers from before this field existed. */
  readonly isMailOn?: boolean;
  readonly isResetMailOn?: boolean;
  readonly rows: UploadRow[];
}

const countOf = ({ rows }: Upload, status: UploadRow["status"]) =>
  rows.filter((row) => row.status === status).length;

export const UploadType = builder.objectRef<Upload>("ORGEndUserUpload").implement({
  fields: (t) => ({
    uploadId: t.exposeID("uploadId"),
    state: t.expose("state", { type: State }),
    fileName: t.exposeString("fileName"),
    header: t.exposeStringList("header"),
    mfaEnabled: t.exposeBoolean("mfaEnabled"),
    forcePasswordReset: t.exposeBoolean("forcePasswordReset"),
    notes: t.exposeString("notes", { nullable: true }),
    createdAt: t.expose("createdAt", { type: "DateTime" }),
    isMailOn: t.boolean({
      description:
        "Whether new users are emailed their password now. False if the customer turned this email off (NOTIF-32).",
      resolve: ({ isMailOn = true }) => isMailOn,
    }),
    isResetMailOn: t.boolean({
      description:
        "Whether new users can be emailed a link to set a password. False if the customer turned this email off (NOTIF-32).",
      resolve: ({ isResetMailOn = true }) => isResetMailOn,
    }),
    total: t.int({ resolve: ({ rows }) => rows.length }),
    created: t.int({ resolve: (upload) => countOf(upload, "CREATED") }),
    failed: t.int({ resolve: (upload) => countOf(upload, "FAILED") }),
    rows: t.expose("rows", { type: [RowType] }),
    results: t.field({
      type: [ResultType],
      description: "The rows processed.",
      resolve: ({ rows }) => rows.filter(({ status }) => status !== null),
    }),
  }),
});

// ---- stored uploads, as shown ----

/** Runs in progress in this process, by customer and upload. No other process writes to its databases. */
const runs = new WeakMap<Regions, Map<string, Promise<void>>>();

/** Runs in progress on the call's databases, by `runKey`. */
export function runsOf({ ctx: { databases } }: CustomerCall): Map<string, Promise<void>> {
  const known = runs.get(databases) ?? new Map<string, Promise<void>>();
  runs.set(databases, known);
  return known;
}

/** Key of a run among those of all customers. */
export const runKey = ({ customer }: CustomerCall, uploadId: string) => `${customer.id} ${uploadId}`;

/** Key of an upload of the call's customer. */
export const keyOf = ({ customer }: CustomerCall, uploadId: string) => ({
  customerId: customer.id,
  uploadId,
});

/**
 * Returns the upload with this id, or undefined. Throws a Not Found Error for an upload of another
 * department: the right to create users there does not include seeing which users others create (UPLOAD-25).
 */
export async function storedUpload(
  call: CustomerCall,
  uploadId: string,
): Promise<Row<"end_user_uploads"> | undefined> {
  const upload = await findUpload(call.ctx.db, keyOf(call, uploadId), call.ctx.now);
  if (upload && upload.hierarchyId !== call.hierarchyId) throw notFound();
  return upload;
}

const texts = z.array(z.string());
const textsOf = (json: string) => texts.parse(JSON.parse(json));

function stateOf(call: CustomerCall, upload: Row<"end_user_uploads">): Upload["state"] {
  if (upload.doneAt !== null) return "DONE";
  if (runsOf(call).has(runKey(call, upload.uploadId))) return "RUNNING";
  return upload.begunAt === null ? "CHECKED" : "STOPPED";
}

/** Returns the caller's own uploads with an interrupted run. */
export const stoppedUploads = async (call: CustomerCall) =>
  (await unfinishedUploads(call.ctx.db, call.customer.id, call.caller.user.id, call.ctx.now)).filter(
    (upload) => upload.hierarchyId === call.hierarchyId && stateOf(call, upload) === "STOPPED",
  );

/**
 * Returns the active groups that a file may name. Groups of the provider are hidden from callers with fewer
 * rights (GRP-53).
 */
async function namedGroups(call: CustomerCall): Promise<NamedGroup[]> {
  const hidden = new Set(await hiddenGroupIds(call, undefined));
  const known = new Map<string, boolean>();
  const mayJoin = async (id: string) => {
    const verdict = known.get(id) ?? (await isJoinable(call, id));
    known.set(id, verdict);
    return verdict;
  };
  return (await activeGroupNames(call.ctx.db, call.customer.id))
    .filter(({ id }) => !hidden.has(id))
    .map(({ id, name }) => ({ id, name, mayJoin: () => mayJoin(id) }));
}

async function isJoinable(call: CustomerCall, groupId: string): Promise<boolean> {
  try {
    await requireGroup(call, groupId);
    return true;
  } catch (error) {
    if (error instanceof TellableError) return false;
    throw error;
  }
}

/** Returns an upload of the call's department. Checks unprocessed rows against the current data. */
export async function uploadOf(call: CustomerCall, uploadId: string): Promise<Upload> {
  const { db } = call.ctx;
  const key = keyOf(call, uploadId);
  const stored = await storedUpload(call, uploadId);
  if (!stored) throw notFound();
  const header = textsOf(stored.header);
  const people = (await rowsOfUpload(db, key)).map(({ fileRow, cells, ...result }) => {
    const values = textsOf(cells);
    return { ...personOfRow(header, { row: fileRow, values }), values, result };
  });
  const isOpen = people.some(({ result }) => result.status === null);
  const groups = isOpen ? await namedGroups(call) : [];
  const surroundings = {
    isEmailTaken: (email: string) => isEmailTaken(db, email),
    firstRowOf: firstRows(people),
  };
  const rows = await mapConcurrently(people, async ({ result, ...person }): Promise<UploadRow> => {
    const { status, userId, reason } = result;
    const common = { ...person, email: result.email ?? person.email, status, userId, reason };
    if (status !== null) return { ...common, groupIds: [], problems: [] };
    const wrong = columnCountProblem(header, person);
    if (wrong) return { ...common, groupIds: [], problems: [wrong] };
    const checked = await checkPerson(person, surroundings);
    const named = await resolveGroups(person.groupNames, groups);
    const problems = "problems" in checked ? checked.problems : [];
    return { ...common, groupIds: named.groupIds, problems: [...problems, ...named.problems] };
  });
  return {
    uploadId: stored.uploadId,
    state: stateOf(call, stored),
    fileName: stored.fileName,
    header,
    mfaEnabled: stored.mfaEnabled === 1,
    forcePasswordReset: stored.forcePasswordReset === 1,
    notes: stored.notes,
    createdAt: stored.createdAt,
    isMailOn: await isAccountMailOn(db, call.customer.id),
    isResetMailOn: await isResetMailOn(db, call.customer.id),
    rows,
  };
}

// ---- checking a file ----

/** Access for callers who may create users in the department. */
export const access = { code: "org:createUser", scope: (args: Scope): Scope => args } as const;

query("ORGGetEndUserUpload", {
  description: "One upload of users from a file, with its rows.",
  type: UploadType,
  args: { ...idArgs("uploadId"), ...scopeArgs },
  access,
  resolve: ({ uploadId }, call) => uploadOf(call, uploadId),
});
