import { createHash } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { ConsoleArgs, FormArgs } from "~/services/console-args";
import { screenGates } from "~/services/gates";
import { reportError } from "~/services/errors.server";
import { createUsers, getUserUpload, isReady, type UserUpload } from "./user-upload.server";

/** Gate of all upload screens (UPLOAD-01). */
export const uploadGate = screenGates["users/upload"];

/** Deterministic id of the upload made by one press of "Save". */
export const uploadIdOf = (idempotencyKey: string, sent: unknown): string =>
  createHash("sha256")
    .update(JSON.stringify([idempotencyKey, sent]))
    .digest("hex")
    .slice(0, 32);

/** The upload in the URL; throws the not-found screen if there is none (UPLOAD-25). Throws ApiError. */
export const uploadOfAddress = ({ api, param }: ConsoleArgs): Promise<UserUpload> =>
  getUserUpload(api, param("uploadId"));

/** A file to download, never displayed in the browser. */
export const csvResponse = (name: string, text: string): Response =>
  new Response(text, {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="${name}"`,
    },
  });

/** Time to wait for the whole upload before the page shows its progress instead. */
const uploadWaitMs = 1_000;

/**
 * Creates the remaining users of the upload in the URL; returns when done or after a moment, while the API
 * continues. No effect if nothing remains, so it can be posted again. Throws ApiError.
 */
export async function runUpload(args: FormArgs): Promise<void> {
  const { api } = args;
  const upload = await uploadOfAddress(args);
  const isOpen = upload.state === "CHECKED" || upload.state === "STOPPED";
  if (!isOpen || (upload.state === "CHECKED" && !upload.rows.some(isReady))) return;
  const run = createUsers(api, upload);
  // Later failures are visible on the page: the upload has stopped.
  run.catch(reportError);
  await Promise.race([run, pause(uploadWaitMs)]);
}
