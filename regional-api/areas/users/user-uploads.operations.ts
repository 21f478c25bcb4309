/**
 * Users by file: the rows are stored and checked, then the users are created in batches (UPLOAD-17 to
 * UPLOAD-20).
 */
import { normalizeEmail } from "../../core/users.store";
import { findSequentially, mapConcurrently } from "../../store/sequential";
import { linesRule } from "../../core/text-rules";
import { recordMade } from "../../core/record";
import { userKind } from "../../core/users.record";
import { z } from "zod/v4";
import { conflict, invalid } from "../../core/errors";
import {
  checkPerson,
  type FileRow,
  firstRows,
  groupNotFound,
  hasRequiredColumns,
  reasonOf,
  type RowProblem,
  uploadColumns,
  type UploadedPerson,
  maxUploadRows,
} from "./user-uploads.rules";
import { groupAmong } from "../permissions/group-grants.store";
import {
  beginUpload,
  deleteUpload,
  endUpload,
  insertUpload,
  rowsOfUpload,
  settleRow,
  unbegunUploads,
} from "./user-uploads.store";
import { checkCustomer, type CustomerCall, type Scope } from "../../core/access";
import type { WritingContext } from "../../core/context";
import { builder, inputOf } from "../../core/builder";
import { callerWithoutSession } from "../../core/caller";
import { scopeArgs } from "../../core/department-access";
import { type FirstPassword, firstPassword, isEmailTaken, makeUser } from "./new-users";
import { mutation } from "../../core/operation";
import { requireGroups } from "../permissions/rights";
import {
  access,
  keyOf,
  runKey,
  runsOf,
  storedUpload,
  uploadOf,
  UploadType,
} from "./user-upload-views.operations";
import type { Writer } from "../../store/engine";
import { atMost, declareBounds, maxItems } from "../../core/bounds";

declareBounds({
  lists: {
    "ORGCheckEndUsers.header": maxItems(50, "The file has too many columns"),
    "ORGCheckEndUsers.rows": maxItems(maxUploadRows, "Limited to 100 users!"),
    "ORGEndUserUploadRowInput.values": maxItems(100, "The file has too many columns"),
    "ORGCreateEndUsers.users": maxItems(maxUploadRows, "Limited to 100 users!"),
    "ORGUploadedEndUserInput.groupIds": atMost(500, "groups", "Name"),
  },
});

// ---- checking a file ----

const FileRowInput = builder.inputType("ORGEndUserUploadRowInput", {
  fields: (t) => ({
    row: t.int({ required: true, description: "The row number in a spreadsheet." }),
    values: t.stringList({ required: true }),
  }),
});

const settings = {
  ...builder.args((t) => ({
    uploadId: t.id({
      required: true,
      description:
        "An idempotency key chosen by the caller: a repeated call with the same id changes nothing.",
    }),
    mfaEnabled: t.boolean({ required: true }),
    forcePasswordReset: t.boolean({ required: true }),
    notes: t.string(),
  })),
  ...scopeArgs,
};

const id = z.string().regex(/^[\w-]{8,100}$/, "The upload's id cannot be used");
const notes = linesRule("uploadNotes", 150, "the notes");
const rowNumber = z.int().min(1).max(10_000_000);
const cell = z.string().max(2_000, "A value of the file is too long");
const settingsRules = { uploadId: id, notes: notes.nullish() };

/** True if every row number is unique. */
const areDistinct = (rows: readonly { row: number }[]) =>
  new Set(rows.map(({ row }) => row)).size === rows.length;

mutation("ORGCheckEndUsers", {
  type: UploadType,
  description: "Stores the rows of a file and reports their problems. Creates no users yet (UPLOAD-32).",
  args: {
    ...settings,
    ...builder.args((t) => ({
      fileName: t.string({ required: true }),
      header: t.stringList({ required: true }),
      rows: t.field({ type: [FileRowInput], required: true }),
    })),
  },
  access,
  validate: z.object({
    ...settingsRules,
    fileName: z.string().max(255, "The file's name is too long"),
    header: z
      .array(cell)
      .refine(hasRequiredColumns, "The file must have the columns firstName, lastName and email."),
    rows: z
      .array(z.object({ row: rowNumber, values: z.array(cell) }))
      .min(1, "The file has no users.")
      .refine(areDistinct, "Two rows have the same number"),
  }),
  changes: "none because checking a file creates no users yet",
  resolve: async (args, call) => {
    const { uploadId, fileName, header, rows } = args;
    if (!(await storedUpload(call, uploadId))) {
      await makeRoom(call);
      await store(call, args, fileName, header, rows);
    }
    return uploadOf(call, uploadId);
  },
});

/**
 * Maximum checked files per user and customer from which no user was created yet; each takes space for a day
 * (UPLOAD-41).
 */
const maxUnstarted = 20;

/**
 * Keeps a user's checked files within the limit by deleting the oldest one that cannot create any user.
 * Throws a conflict if there is no such file.
 */
async function makeRoom(call: CustomerCall<Writer>): Promise<void> {
  const { ctx, caller, customer } = call;
  const unbegun = await unbegunUploads(ctx.db, customer.id, caller.user.id, ctx.now);
  if (unbegun.length < maxUnstarted) return;
  const useless = await findSequentially(unbegun, async (id) =>
    (await uploadOf(call, id)).rows.every(({ problems }) => problems.length > 0),
  );
  if (useless === undefined)
    throw conflict(`You have ${maxUnstarted} checked files from which no users were created`);
  await deleteUpload(ctx.db, keyOf(call, useless));
}

interface Settings {
  readonly uploadId: string;
  readonly mfaEnabled: boolean;
  readonly forcePasswordReset: boolean;
  readonly notes?: string | null | undefined;
}

const settingsOf = ({ mfaEnabled, forcePasswordReset, notes: text }: Settings) =>
  ({
    mfaEnabled: mfaEnabled ? 1 : 0,
    forcePasswordReset: forcePasswordReset ? 1 : 0,
    notes: text?.trim() || null,
  }) as const;

async function store(
  call: CustomerCall<Writer>,
  given: Settings,
  fileName: string,
  header: readonly string[],
  rows: readonly FileRow[],
): Promise<void> {
  await insertUpload(
    call.ctx.db,
    {
      ...keyOf(call, given.uploadId),
      ...settingsOf(given),
      hierarchyId: call.hierarchyId,
      createdBy: call.caller.user.id,
      fileName,
      header: JSON.stringify(header),
      createdAt: call.ctx.now,
      begunAt: null,
      doneAt: null,
    },
    rows,
  );
}

// ---- creating the users ----

const UserInput = inputOf("ORGUploadedEndUserInput", {
  row: "Int",
  firstName: "String",
  lastName: "String",
  email: "String",
  phoneNumber: "String?",
  groupIds: ["ID"],
});

interface UserToCreate extends Omit<UploadedPerson, "phoneNumber"> {
  readonly phoneNumber?: string | null | undefined;
  readonly groupIds: readonly string[];
}

interface CreateArgs extends Settings, Scope {
  readonly users: readonly UserToCreate[];
}

mutation("ORGCreateEndUsers", {
  type: UploadType,
  description:
    "Creates the users of an upload, row by row. `uploadId` is the idempotency key: a retry resumes an interrupted run or returns the first result (GEN-22).",
  args: {
    ...settings,
    ...builder.args((t) => ({ users: t.field({ type: [UserInput], required: true }) })),
  },
  access,
  validate: z.object({
    ...settingsRules,
    users: z
      .array(
        z.object({
          row: rowNumber,
          firstName: cell,
          lastName: cell,
          email: cell,
          phoneNumber: cell.nullish(),
          groupIds: z.array(z.string()),
        }),
      )
      .refine(areDistinct, "Two rows have the same number"),
  }),
  changes: "written by createAll, with every few users that it makes",
  // Works in one transaction per few rows, so that progress is visible and a crash loses little.
  before: (args, call) => {
    const key = runKey(call, args.uploadId);
    const running = runsOf(call);
    const run = running.get(key) ?? createAll(args, call).finally(() => running.delete(key));
    running.set(key, run);
    return run;
  },
  resolve: ({ uploadId }, call) => uploadOf(call, uploadId),
});

/** Rows per transaction; their passwords are hashed concurrently beforehand. */
const batchRows = 10;

async function createAll(args: CreateArgs, call: CustomerCall): Promise<void> {
  const write = <Result>(work: (ctx: WritingContext) => Promise<Result>) =>
    call.ctx.write(work, call.customer.id);
  const open = await write((ctx) => begin(args, { ...call, ctx }));
  const firstRowOf = firstRows(args.users);
  for (let at = 0; at < open.length; at += batchRows) {
    const batch = open.slice(at, at + batchRows);
    const passwords = await Promise.all(batch.map(firstPassword));
    await write(async (ctx) => {
      // Checks again, because during hashing the department may have been removed or the caller's rights
      // revoked.
      const now = await callNow(args, ctx, call);
      await requireGroups(now, [...new Set(batch.flatMap(({ groupIds }) => groupIds))]);
      const rows = batch.flatMap((user, index) => {
        const password = passwords[index];
        return password ? [{ user, password }] : [];
      });
      const made = await createRows(now, args, rows, firstRowOf);
      const entry = {
        operation: "ORGCreateEndUsers",
        actorId: call.caller.user.id,
        source: "UPLOAD",
      } as const;
      await recordMade(ctx.db, ctx, { ...entry, details: { uploadId: args.uploadId } }, userKind, made);
    });
  }
  await write(async (ctx) => markOmittedRows(args, await callNow(args, ctx, call)));
}

/**
 * Returns the call with the caller's current rights and department. Throws if either no longer exists, which
 * ends the run (UPLOAD-42).
 */
async function callNow(
  args: CreateArgs,
  ctx: WritingContext,
  { caller }: CustomerCall,
): Promise<CustomerCall<Writer>> {
  return checkCustomer(ctx, await callerWithoutSession(ctx, caller.homeRegion, caller.user.id), args, access);
}

/** Returns the users still to be created. Throws if the caller may not create one of them. */
async function begin(args: CreateArgs, call: CustomerCall<Writer>): Promise<UserToCreate[]> {
  const { db, now } = call.ctx;
  const key = keyOf(call, args.uploadId);
  const known = await storedUpload(call, args.uploadId);
  if (known?.doneAt) return [];
  await requireGroups(call, [...new Set(args.users.flatMap(({ groupIds }) => groupIds))]);
  if (!known) {
    if (args.users.length === 0) throw invalid("The file has no users.");
    await store(call, args, "", uploadColumns, await mapConcurrently(args.users, rowOf(call)));
  }
  if (!known?.begunAt) await beginUpload(db, { ...key, ...settingsOf(args), begunAt: now });
  const status = new Map((await rowsOfUpload(db, key)).map((row) => [row.fileRow, row.status]));
  if (args.users.some(({ row }) => !status.has(row))) throw invalid("The file has no such row");
  return args.users.filter(({ row }) => status.get(row) === null);
}

/** Returns a user as a row of a file with the template's columns. */
const rowOf =
  ({ ctx }: CustomerCall) =>
  async ({ row, firstName, lastName, email, phoneNumber, groupIds }: UserToCreate): Promise<FileRow> => {
    const groups = (
      await mapConcurrently(groupIds, async (groupId) => (await groupAmong(ctx.db, groupId))?.name ?? "")
    ).join(";");
    return { row, values: [firstName, lastName, email, phoneNumber ?? "", groups] };
  };

interface PreparedRow {
  readonly user: UserToCreate;
  readonly password: FirstPassword;
}

/**
 * Creates the rows' users and returns their ids; a row that fails gets a reason. Checks all rows before
 * creating any; `firstRowOf` finds duplicate emails. Call inside a transaction.
 */
async function createRows(
  call: CustomerCall<Writer>,
  args: CreateArgs,
  rows: readonly PreparedRow[],
  firstRowOf: (email: string) => number | undefined,
): Promise<string[]> {
  const { db } = call.ctx;
  const isTaken = (email: string) => isEmailTaken(db, email);
  const checked = await mapConcurrently(rows, async ({ user: { groupIds, ...given }, password }) => {
    const person = { ...given, phoneNumber: given.phoneNumber ?? null };
    const checked = await checkPerson(person, { isEmailTaken: isTaken, firstRowOf });
    const groups = await mapConcurrently(groupIds, (groupId) => groupAmong(db, groupId));
    const problems: RowProblem[] = [
      ...("problems" in checked ? checked.problems : []),
      ...groups.flatMap((group) =>
        group && group.archivedAt !== null
          ? [{ column: "groups" as const, text: groupNotFound(group.name) }]
          : [],
      ),
    ];
    const user = "user" in checked && problems.length === 0 ? checked.user : undefined;
    return { given, groupIds, password, user, problems };
  });
  const made = await mapConcurrently(checked, async ({ given, groupIds, password, user, problems }) => {
    const key = { ...keyOf(call, args.uploadId), fileRow: given.row };
    if (!user) {
      const email = normalizeEmail(given.email);
      await settleRow(db, { ...key, status: "FAILED", email, userId: null, reason: reasonOf(problems) });
      return [];
    }
    const { id: userId, email } = await makeUser(call, {
      user,
      groupIds,
      hierarchyId: call.hierarchyId,
      password,
      mustChangePassword: args.forcePasswordReset,
      mfaEnabled: args.mfaEnabled,
      notes: settingsOf(args).notes,
    });
    await settleRow(db, { ...key, status: "CREATED", email, userId, reason: null });
    return [userId];
  });
  return made.flat();
}

/** Marks the rows that the call omitted as failed, with their problems as the reason (UPLOAD-18). */
async function markOmittedRows(args: CreateArgs, call: CustomerCall<Writer>): Promise<void> {
  const { db, now } = call.ctx;
  const key = keyOf(call, args.uploadId);
  if ((await storedUpload(call, args.uploadId))?.doneAt) return;
  const { rows } = await uploadOf(call, args.uploadId);
  const leftOut = rows.filter(({ status }) => status === null);
  await mapConcurrently(leftOut, ({ row, email, problems }) => {
    const reason = reasonOf(problems) || "The row was left out.";
    const failed = { status: "FAILED", email: email.trim(), userId: null, reason } as const;
    return settleRow(db, { ...key, fileRow: row, ...failed });
  });
  await endUpload(db, { ...key, doneAt: now });
}
