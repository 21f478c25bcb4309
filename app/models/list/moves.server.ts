import { redirect } from "@remix-run/node";
import type { ArchivableArea } from "~/areas";
import type { AreaText } from "~/areas/area";
import { common } from "~/i18n/common";
import { outcomes } from "~/i18n/outcomes";
import type { FlagName } from "~/flags";
import type { Texts } from "~/i18n/texts";
import type { ConsoleArgs, FormArgs } from "~/services/console-args";
import { failure, refusal } from "~/services/failure.server";
import type { Question } from "~/services/form-answer";
import { notFound } from "~/services/screens.server";
import { offerUndo } from "~/services/undo.server";
import type { Notice } from "~/sessions.server";
import { askForConfirmation, bulkAction, type BulkOptions, changedNotice } from "./bulk.server";
import { undoAction } from "./undo-list.server";
import type { Move } from "./move.server";
import { openPages, type PageAccess } from "./open-pages.server";

type NoticeContext = Pick<ConsoleArgs, "translate"> & PageAccess;

/** Records that can be archived and restored, e.g. workflows: the two calls and their texts. */
export type Movable = {
  archive: Move;
  restore: Move;
  /** Names of the rows an Undo left out. Throws ApiError. */
  names: (args: FormArgs, ids: string[]) => Promise<string[]>;
  /** Ids to send for the selected rows, if they differ from the checkbox values. */
  idsOf?: (chosen: string[]) => string[];
  /** Message if nothing is selected, as in `bulkAction`. */
  nothing?: (args: NoticeContext) => string;
  /** Notice after moving `count` rows. */
  moved: (args: NoticeContext, isArchived: boolean, count: number) => Notice;
  failed: (args: NoticeContext, isArchiving: boolean) => { title: string; description?: string };
  /** Area-specific reason for an error; undefined for other errors. */
  explain?: (args: FormArgs, error: unknown) => string | undefined;
  /** Refuses archiving or asks first, as in `bulkAction`. */
  beforeArchiving?: Pick<BulkOptions, "refuse" | "question">;
  /** Confirmation before restoring, also by an Undo; null for none. Throws ApiError. */
  beforeRestoring?: (args: FormArgs, ids: string[]) => Promise<Question | null>;
  /** Plans a bulk job for all matching rows, active or archived (BULK-01). Throws ApiError. */
  all?: (isArchived: boolean) => (args: FormArgs) => Promise<Response>;
};

type MoveTexts = {
  title: string;
  archivedNotice_one: string;
  archivedNotice_other: string;
  restoredNotice_one: string;
  restoredNotice_other: string;
  archiveFailed: string;
  restoreFailed: string;
};

/**
 * Texts for an area's `Movable`. The notice links to the rows' new list unless it is closed; `listLabel` names that
 * list if the area's title does not.
 */
export function moveTexts(area: ArchivableArea, listLabel?: AreaText): Pick<Movable, "moved" | "failed"> {
  const texts: Texts<MoveTexts> = area.texts;
  const { openList } = openPages(area);
  return {
    moved: (args, isArchived, count) => {
      const { translate } = args;
      const t = translate(texts);
      const to = openList(args, isArchived);
      const label = isArchived
        ? translate(common)("actions.viewArchive")
        : (listLabel?.(translate) ?? t("title"));
      return {
        tone: "success",
        title: t(isArchived ? "archivedNotice" : "restoredNotice", { count }),
        ...(to !== undefined && { link: { to, label } }),
      };
    },
    failed: ({ translate }, isArchiving) => ({
      title: translate(outcomes)("unexpectedError"),
      description: translate(texts)(isArchiving ? "archiveFailed" : "restoreFailed"),
    }),
  };
}

/** Archives or restores the selected rows; Undo does the opposite. */
export function moveAction(movable: Movable, isArchiving: boolean) {
  const { archive, restore, names, idsOf = (chosen) => chosen, nothing, moved, failed, explain } = movable;
  const { beforeRestoring } = movable;
  const [move, back] = isArchiving ? [archive, restore] : [restore, archive];
  return bulkAction({
    ...(isArchiving && movable.beforeArchiving),
    nothing,
    question: isArchiving ? movable.beforeArchiving?.question : beforeRestoring,
    run: ({ api }, chosen) => move(api, { ids: idsOf(chosen) }),
    success: (args, count) => moved(args, isArchiving, count),
    failed: (args) => failed(args, isArchiving),
    explain,
    all: movable.all?.(!isArchiving),
    undo: {
      question: isArchiving && beforeRestoring ? (args, { ids }) => beforeRestoring(args, ids) : undefined,
      run: ({ api }, { ids, changedAt }) => back(api, { ids, unchangedSince: changedAt }),
      names,
      explain,
    },
  });
}

export type RecordPage = {
  /** Throws ApiError. */
  idOf: (args: FormArgs) => string | Promise<string>;
  /**
   * The page to show next, where the change can be undone: a list with a `moveAction` of the same name, or the record's
   * own page.
   */
  next: (args: FormArgs, isArchiving: boolean) => string;
};

/** Archives or restores a record from its own page: intents `archive`, `restore` and, for an Undo there, `undo`. */
export function recordMoves(movable: Movable, { idOf, next }: RecordPage) {
  const moving = (isArchiving: boolean) => async (args: FormArgs) => {
    const { api, notify } = args;
    const [move, what] = isArchiving ? [movable.archive, "archive"] : [movable.restore, "restore"];
    try {
      const ids = [await idOf(args)];
      const question = isArchiving ? movable.beforeArchiving?.question : movable.beforeRestoring;
      const confirmation = args.step === "confirm" ? null : await question?.(args, ids);
      if (confirmation) return askForConfirmation(confirmation, ids);
      const result = await move(api, { ids });
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

/** Handler of a button that is "not found" without its flag. */
export const withFlag =
  <A>(flag: FlagName, act: (args: FormArgs) => A) =>
  (args: FormArgs): A => {
    if (!args.flags[flag]) throw notFound();
    return act(args);
  };
