/** User uploads and the outcome of each row (UPLOAD-17 to UPLOAD-25). */
import { selectBy, updateBy } from "../../core/statements.store";
import type { FileRow } from "./user-uploads.rules";
import type { Reader, Writer } from "../../store/engine";
import { batchInserter } from "../../store/batch-insert";
import { givenRows } from "../../store/dialect";
import { mapConcurrently } from "../../store/sequential";
import { prepared, sql } from "../../store/sql";
import { batchWriter } from "../../store/batch-loader";
import type { Row } from "../../store/tables";

const dayMs = 24 * 3_600_000;
/** Retention of an upload (UPLOAD-25). */
export const uploadKeptMs = 30 * dayMs;
/** Retention of a checked file from which no user was created (UPLOAD-25). */
export const uploadUnbegunMs = dayMs;

type Key = Pick<Row<"end_user_uploads">, "customerId" | "uploadId">;

const select = selectBy("end_user_uploads", "customerId", "uploadId");

const addRow = batchInserter("end_user_upload_rows", {
  ...{ customerId: "text", uploadId: "text", fileRow: "bigint", cells: "text" },
});

const updateBegun = updateBy(
  "end_user_uploads",
  ["customerId", "uploadId"],
  "begunAt",
  "mfaEnabled",
  "forcePasswordReset",
  "notes",
);

type RowResult = Pick<Row<"end_user_upload_rows">, "fileRow" | "status" | "email" | "userId" | "reason">;

const updateRows = prepared<{ rows: readonly (Key & RowResult)[] }>()((p) =>
  sql
    .updateTable("end_user_upload_rows")
    .from(
      givenRows(p.rows, {
        ...{ customerId: "text", uploadId: "text", fileRow: "bigint" },
        ...{ status: "text", email: "text", userId: "text", reason: "text" },
      }),
    )
    .set((row) => ({
      status: row.ref("given.status"),
      email: row.ref("given.email"),
      userId: row.ref("given.userId"),
      reason: row.ref("given.reason"),
    }))
    .whereRef("end_user_upload_rows.customerId", "=", "given.customerId")
    .whereRef("end_user_upload_rows.uploadId", "=", "given.uploadId")
    .whereRef("end_user_upload_rows.fileRow", "=", "given.fileRow"),
);

const selectUnbegun = prepared<{ customerId: string; createdBy: string; since: number }>()((p) =>
  sql
    .selectFrom("end_user_uploads")
    .select(["uploadId", "createdAt"])
    .where("customerId", "=", p.customerId)
    .where("createdBy", "=", p.createdBy)
    .where("begunAt", "is", null)
    .where("createdAt", ">", p.since),
);

const selectUnended = prepared<{ customerId: string; createdBy: string; since: number }>()((p) =>
  sql
    .selectFrom("end_user_uploads as u")
    .selectAll("u")
    .select((upload) =>
      upload
        .selectFrom("end_user_upload_rows as r")
        .select((all) => all.fn.countAll<number>().as("count"))
        .whereRef("r.customerId", "=", "u.customerId")
        .whereRef("r.uploadId", "=", "u.uploadId")
        .where("r.status", "is", null)
        .as("rowsLeft"),
    )
    .where("u.customerId", "=", p.customerId)
    .where("u.createdBy", "=", p.createdBy)
    .where("u.begunAt", "is not", null)
    .where("u.doneAt", "is", null)
    .where("u.createdAt", ">", p.since),
);

/** Returns an upload of a customer, unless it has expired at `now` (UPLOAD-25). */
export async function findUpload(
  db: Reader,
  key: Key,
  now: number,
): Promise<Row<"end_user_uploads"> | undefined> {
  const upload = await select.get(db, key);
  if (!upload) return undefined;
  const keptMs = upload.begunAt === null ? uploadUnbegunMs : uploadKeptMs;
  return now - upload.createdAt < keptMs ? upload : undefined;
}

/**
 * Returns the ids of a user's checked uploads that created no users and have not expired at `now`, oldest
 * first.
 */
export const unbegunUploads = async (
  db: Reader,
  customerId: string,
  createdBy: string,
  now: number,
): Promise<string[]> =>
  (await selectUnbegun.all(db, { customerId, createdBy, since: now - uploadUnbegunMs }))
    // Uploads are few, so sorting them here needs no index.
    .sort((a, b) => a.createdAt - b.createdAt)
    .map(({ uploadId }) => uploadId);

/** Returns a user's unfinished uploads, each with its number of remaining rows. */
export const unfinishedUploads = (db: Reader, customerId: string, createdBy: string, now: number) =>
  selectUnended.all(db, { customerId, createdBy, since: now - uploadKeptMs });

/** Returns the rows of an upload, in the order of the file. */
export const rowsOfUpload = prepared<Key>()((p) =>
  sql
    .selectFrom("end_user_upload_rows")
    .select(["fileRow", "cells", "status", "email", "userId", "reason"])
    .where("customerId", "=", p.customerId)
    .where("uploadId", "=", p.uploadId)
    .orderBy("fileRow"),
).all;

/** Deletes an upload with its rows. */
export const deleteUpload = async (db: Writer, { customerId, uploadId }: Key): Promise<void> =>
  void (await db.run(
    sql.deleteFrom("end_user_uploads").where("customerId", "=", customerId).where("uploadId", "=", uploadId),
  ));

/** Stores a new, unprocessed upload. */
export async function insertUpload(
  db: Writer,
  upload: Row<"end_user_uploads">,
  rows: readonly FileRow[],
): Promise<void> {
  const { customerId, uploadId } = upload;
  // An expired upload with the same id may not have been purged yet.
  await deleteUpload(db, { customerId, uploadId });
  await db.run(sql.insertInto("end_user_uploads").values(upload));
  await mapConcurrently(rows, ({ row, values }) =>
    addRow(db, { customerId, uploadId, fileRow: row, cells: JSON.stringify(values) }),
  );
}

/** Marks an upload as started, with these settings. */
export const beginUpload = (db: Writer, begun: Parameters<typeof updateBegun.run>[1]) =>
  updateBegun.run(db, begun);

/** Marks an upload as finished: every row has become a user or failed. */
export const endUpload = updateBy("end_user_uploads", ["customerId", "uploadId"], "doneAt").run;

/** Stores the outcome of a row. Concurrent calls are batched into one write. */
export const settleRow = batchWriter<Key & RowResult>((db, rows) => updateRows.run(db, { rows }));
