import { createHash } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { ConsoleArgs, FormArgs } from "~/services/console-args";
import { screenGates } from "~/services/gates";
import { reportError } from "~/services/errors.server";
import { createUsers, getUserUpload, isReady, type UserUpload } from "./user-upload.server";

/** The gate of every screen of the upload (UPLOAD-01). */
export const uploadGate = screenGates["users/upload"];

/** The id of what one press of "Save" sends. */
export const uploadIdOf = (idempotencyKey: string, sent: unknown): string =>
  createHash("sha256")
    .update(JSON.stringify([idempotencyKey, sent]))
    .digest("hex")
    .slice(0, 32);

/** The upload that an address names; the not-found screen for one that is none (UPLOAD-25). Throws ApiError. */
export const uploadOfAddress = ({ api, param }: ConsoleArgs): Promise<UserUpload> =>
  getUserUpload(api, param("uploadId"));

/** A file to be kept, never shown in the browser. */
export const csvResponse = (name: string, text: string): Response =>
  new Response(text, {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="${name}"`,
    },
  });

/** How long a press waits for the whole of it; after that the page tells how far it has come. */
const patienceMs = 1_000;

/**
 * Creates the users of the address's upload that are still to be created, and returns when all of them are or after a
 * moment: the API goes on by itself. Does nothing where there is nothing to do, so it can be posted again. Throws ApiError.
 */
export async function runUpload(args: FormArgs): Promise<void> {
  const { api } = args;
  const upload = await uploadOfAddress(args);
  const isOpen = upload.state === "CHECKED" || upload.state === "STOPPED";
  if (!isOpen || (upload.state === "CHECKED" && !upload.rows.some(isReady))) return;
  const run = createUsers(api, upload);
  // What goes wrong later is seen on the page: the upload has stopped.
  run.catch(reportError);
  await Promise.race([run, pause(patienceMs)]);
}
