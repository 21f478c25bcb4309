import { z } from "zod/v4";
import { type Notice, sealValue, unsealValue } from "~/sessions.server";
import type { ConsoleArgs, FormArgs } from "./console-args";
import { squeeze, unsqueeze } from "./squeezed.server";

/** The rows that an action changed and can undo, as the API names them, and when it changed them. */
export type Changes = { ids: string[]; changedAt: string };

/** The number of rows a bulk action handled, how many needed no change (`already`), and the rows it changed. */
export type BulkResult = { done: number; already?: number; changes: Changes | null };

/** The rows of a bulk answer, each with the time when it was changed. */
export type ChangedRows = readonly { _id: string | null; changedAt: string | null }[];

/** The rows of a bulk answer that were changed; null when none was. */
export function undoableChanges(rows: ChangedRows): Changes | null {
  const changed = rows.filter(({ changedAt }) => changedAt !== null);
  const changedAt = changed[0]?.changedAt;
  return changedAt ? { ids: changed.flatMap(({ _id }) => _id ?? []), changedAt } : null;
}

const changedIn = (rows: ChangedRows) => rows.filter(({ changedAt }) => changedAt !== null).length;

/** The result of a bulk action whose answer is every row that it did, with the time unless it was so already. */
export const bulkResult = (rows: ChangedRows): BulkResult => ({
  done: rows.length,
  already: rows.length - changedIn(rows),
  changes: undoableChanges(rows),
});

/**
 * The result of an action on all of `ids` or none, whose answer leaves out rows that were so already (ORG-10). An Undo,
 * with `unchangedSince`, leaves out the rows that were changed later.
 */
export const wholeResult = (
  rows: ChangedRows,
  ids: readonly string[],
  unchangedSince: string | undefined,
): BulkResult =>
  unchangedSince === undefined
    ? { done: ids.length, already: ids.length - changedIn(rows), changes: undoableChanges(rows) }
    : bulkResult(rows);

/** For how long an Undo button works, in seconds. */
const lifetime = 600;

const tokenSchema = z.object({
  userId: z.string(),
  /** The screen's customer, which the rows belong to or are listed at. */
  base: z.string(),
  /** The intent whose work is taken back. */
  what: z.string(),
  ids: z.array(z.string()).min(1).max(500),
  changedAt: z.string(),
});

/** The address of the screen that was posted to, without what the router adds to it. */
export function screenHref({ url }: { url: Pick<URL, "pathname" | "searchParams"> }): string {
  const params = new URLSearchParams(url.searchParams);
  params.delete("index");
  const search = params.toString();
  return search ? `${url.pathname}?${search}` : url.pathname;
}

type Undo = NonNullable<Notice["undo"]>;

/**
 * The Undo of what the intent `what` has just changed, for the notice that says so: it works for this person at this
 * customer and for nothing but these rows. Undefined when nothing was changed.
 */
export function offerUndo(args: ConsoleArgs, what: string, changes: Changes | null): Undo | undefined {
  if (!changes) return undefined;
  const whole: z.infer<typeof tokenSchema> = { userId: args.user._id, base: args.base, what, ...changes };
  return { to: screenHref(args), token: squeeze(whole) };
}

/** Seals an Undo for ten minutes, so that a page may show it. */
export const sealUndo = async ({ to, token }: Undo): Promise<Undo> => ({
  to,
  token: await sealValue(token, lifetime),
});

/** The notices of the session as a page may show them. */
export const shownNotices = (notices: readonly Notice[]): Promise<Notice[]> =>
  Promise.all(
    notices.map(async (notice) => (notice.undo ? { ...notice, undo: await sealUndo(notice.undo) } : notice)),
  );

/** Opens the token of a pressed Undo button; null when it is too old, altered or another person's. */
export async function openUndo({ form, user, base }: FormArgs): Promise<(Changes & { what: string }) | null> {
  const sealed = form.get("undo");
  const text = await unsealValue(typeof sealed === "string" ? sealed : undefined, z.string());
  const token = text === null ? null : unsqueeze(text, tokenSchema);
  return token?.userId === user._id && token.base === base ? token : null;
}
