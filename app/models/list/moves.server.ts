import { redirect } from "@remix-run/node";
import type { ConsoleArgs, FormArgs, Scope } from "~/services/console-args";
import { failure, refusal } from "~/services/failure.server";
import type { RegionalApi } from "~/services/regional-api.server";
import { type BulkResult, offerUndo } from "~/services/undo.server";
import type { Notice } from "~/sessions.server";
import { bulkAction, changedNotice, namesBy, undoAction } from "./list.server";
import type { PageAccess } from "./open-pages.server";

/** Which are moved; with `unchangedSince` those that were changed later are left out. */
export type Chosen = { ids: string[]; unchangedSince?: string };
/** Archives all that are chosen, or restores them, or none. Throws ApiError. */
export type Move = (api: RegionalApi, scope: Scope, chosen: Chosen, key: string) => Promise<BulkResult>;
type Speaker = Pick<ConsoleArgs, "translate"> & PageAccess;

/** Records that are archived and restored, such as workflows: what does it, and what is said of it. */
export type Movable = {
  archive: Move;
  restore: Move;
  /** What one is called. Throws ApiError. */
  nameOf: (args: FormArgs, id: string) => Promise<string>;
  /** What a press with nothing chosen says, as for any `bulkAction`. */
  nothing?: (args: Speaker) => string;
  /** What is said of as many as were moved. */
  moved: (args: Speaker, isArchived: boolean, count: number) => Notice;
  failed: (args: Speaker, isArchiving: boolean) => { title: string; description?: string };
  /** The area's own reason for an error that it knows; undefined for the others. */
  explain?: (args: FormArgs, error: unknown) => string | undefined;
};

/** Archives the chosen rows of a list, or restores them; the opposite takes it back. */
export function moveAction(movable: Movable, isArchiving: boolean) {
  const { archive, restore, nameOf, nothing, moved, failed, explain } = movable;
  const [move, back] = isArchiving ? [archive, restore] : [restore, archive];
  return bulkAction({
    nothing,
    run: ({ api, scope, idempotencyKey }, ids) => move(api, scope, { ids }, idempotencyKey),
    success: (args, count) => moved(args, isArchiving, count),
    failed: (args) => failed(args, isArchiving),
    explain,
    undo: {
      run: ({ api, scope, idempotencyKey }, { ids, changedAt }) =>
        back(api, scope, { ids, unchangedSince: changedAt }, idempotencyKey),
      names: namesBy(nameOf),
      explain,
    },
  });
}

type RecordPage = {
  /** Throws ApiError. */
  idOf: (args: FormArgs) => string | Promise<string>;
  /**
   * The page that follows, which is where it is taken back: a list whose action of the same name is a `moveAction`, or
   * the record's own.
   */
  next: (args: FormArgs, isArchiving: boolean) => string;
};

/** The same of one, from its own page: its intents `archive` and `restore`, and the Undo of those that stay there. */
export function recordMoves(movable: Movable, { idOf, next }: RecordPage) {
  const moving = (isArchiving: boolean) => async (args: FormArgs) => {
    const { api, scope, idempotencyKey, notify } = args;
    const [move, what] = isArchiving ? [movable.archive, "archive"] : [movable.restore, "restore"];
    try {
      const result = await move(api, scope, { ids: [await idOf(args)] }, idempotencyKey);
      const to = next(args, isArchiving);
      const undo = offerUndo(args, what, result.changes);
      const notice = changedNotice(args, result, (count) => movable.moved(args, isArchiving, count));
      notify({ ...notice, ...(undo && { undo: { ...undo, to } }) });
      return redirect(to, 303);
    } catch (error) {
      const known = movable.explain?.(args, error);
      return known === undefined ? failure(error, args, movable.failed(args, isArchiving)) : refusal(known);
    }
  };
  const moves = { archive: moveAction(movable, true), restore: moveAction(movable, false) };
  return {
    archive: moving(true),
    restore: moving(false),
    undo: (args: FormArgs) => undoAction(args, moves),
  };
}
