import { z } from "zod/v4";
import { type Notice, sealValue, unsealValue } from "~/sessions.server";
import type { ConsoleArgs } from "./console-args";
import { compressJson, decompressJson } from "./compressed-json.server";

/** Rows that an action changed and can undo, and when it changed them. */
export type Changes = { ids: string[]; changedAt: string };

/** Rows that a bulk action handled, those that needed no change (`already`), and those it changed. */
export type BulkResult = { done: number; already?: number; changes: Changes | null };

/** Rows of a bulk answer, with the time of change. */
export type ChangedRows = readonly { _id: string | null; changedAt: string | null }[];

/** The changed rows of a bulk answer; null if none. */
export function undoableChanges(rows: ChangedRows): Changes | null {
  const changed = rows.filter(({ changedAt }) => changedAt !== null);
  const changedAt = changed[0]?.changedAt;
  return changedAt ? { ids: changed.flatMap(({ _id }) => _id ?? []), changedAt } : null;
}

const countChanged = (rows: ChangedRows) => rows.filter(({ changedAt }) => changedAt !== null).length;

/** Result of a bulk action whose answer lists every handled row, with a time only if it changed. */
export const bulkResult = (rows: ChangedRows): BulkResult => ({
  done: rows.length,
  already: rows.length - countChanged(rows),
  changes: undoableChanges(rows),
});

/**
 * Result of an all-or-nothing action on `ids`, whose answer omits rows that needed no change (ORG-10). An Undo, with
 * `unchangedSince`, skips rows changed later.
 */
export const allOrNothingResult = (
  rows: ChangedRows,
  ids: readonly string[],
  unchangedSince: string | undefined,
): BulkResult =>
  unchangedSince === undefined
    ? { done: ids.length, already: ids.length - countChanged(rows), changes: undoableChanges(rows) }
    : bulkResult(rows);

/** Validity of an Undo button, in seconds. */
const lifetime = 600;

const tokenSchema = z.object({
  userId: z.string(),
  /** The screen's customer, which the rows belong to or are listed under. */
  base: z.string(),
  /** The intent to undo. */
  what: z.string(),
  ids: z.array(z.string()).min(1).max(500),
  changedAt: z.string(),
});

/** URL of the screen that was posted to, without the router's `index` parameter. */
export function screenHref({ url }: { url: Pick<URL, "pathname" | "searchParams"> }): string {
  const params = new URLSearchParams(url.searchParams);
  params.delete("index");
  const search = params.toString();
  return search ? `${url.pathname}?${search}` : url.pathname;
}

type Undo = NonNullable<Notice["undo"]>;

/**
 * Undo for what the intent `what` just changed, shown in its notice. Valid only for this user, this customer and these
 * rows. Undefined if nothing was changed.
 */
export function offerUndo(args: ConsoleArgs, what: string, changes: Changes | null): Undo | undefined {
  if (!changes) return undefined;
  const whole: z.infer<typeof tokenSchema> = { userId: args.user._id, base: args.base, what, ...changes };
  return { to: screenHref(args), token: compressJson(whole) };
}

/** Seals an Undo for ten minutes, so that a page may contain it. */
export const sealUndo = async (undo: Undo): Promise<Undo> => ({
  ...undo,
  token: await sealValue(undo.token, lifetime),
});

/** The session's notices with sealed Undos, safe to send to a page. */
export const noticesForPage = (notices: readonly Notice[]): Promise<Notice[]> =>
  Promise.all(
    notices.map(async (notice) => (notice.undo ? { ...notice, undo: await sealUndo(notice.undo) } : notice)),
  );

type UndoArgs = Pick<ConsoleArgs, "user" | "base"> & { form: Pick<FormData, "get"> };

/** Opens the Undo in a form, or in an address; null if expired, tampered with or another user's. */
export async function openUndo({ form, user, base }: UndoArgs): Promise<(Changes & { what: string }) | null> {
  const sealed = form.get("undo");
  const text = await unsealValue(typeof sealed === "string" ? sealed : undefined, z.string());
  const token = text === null ? null : decompressJson(text, tokenSchema);
  return token?.userId === user._id && token.base === base ? token : null;
}
