/** Actions on the selected rows of a list, or on all matching ones. */
import { data, redirect } from "@remix-run/node";
import { bulkJobs } from "~/i18n/bulk-jobs";
import { outcomes } from "~/i18n/outcomes";
import { isApiMessage } from "~/services/api-messages";
import type { ConsoleArgs, FormArgs } from "~/services/console-args";
import { failure, nothingSelected, refusal } from "~/services/failure.server";
import { confirmationStatus, type Question } from "~/services/form-answer";
import { notFound } from "~/services/screens.server";
import { type BulkResult, type Changes, offerUndo, screenHref } from "~/services/undo.server";
import type { Notice } from "~/sessions.server";
import { isAllChosen } from "./all-match";

type NoticeText = { title: string; description?: string };

export type BulkOptions = {
  /** Message if nothing is selected; default "Please select at least one item." (SHELL-29). */
  nothing?: (args: FormArgs) => string;
  /** Reason to refuse this selection, if any. */
  refuse?: (args: FormArgs, chosen: string[]) => string | undefined;
  /** Confirmation before the action; null for none. Throws ApiError. */
  question?: ((args: FormArgs, chosen: string[]) => Promise<Question | null>) | undefined;
  /** Runs the action; returns the number done and the rows changed. Throws ApiError. */
  run: (args: FormArgs, chosen: string[]) => Promise<BulkResult>;
  /** Notice if all succeeded, given the number changed; a plain text is a success title. */
  success: (args: FormArgs, changed: number) => string | Notice;
  /**
   * Texts for a failure and for a partial result, where successful rows stay changed (VAC-23). A plain text goes below
   * "Unexpected error".
   */
  failed: (args: FormArgs) => string | NoticeText;
  /** Area-specific reason for an error; undefined for other errors. */
  explain?: (args: FormArgs, error: unknown) => string | undefined;
  /** Undo of the action; omitted if it cannot be undone. */
  undo?: UndoOptions;
  /** Plans the action for all matching rows and redirects to the plan (BULK-01). Throws ApiError. */
  all?: (args: FormArgs) => Promise<Response>;
};

export type UndoOptions = {
  /** Confirmation before undoing; null for none. Throws ApiError. */
  question?: ((args: FormArgs, changes: Changes) => Promise<Question | null>) | undefined;
  /** Undoes the rows not changed since, and returns the ids that were restored. Throws ApiError. */
  run: (args: FormArgs, changes: Changes) => Promise<BulkResult>;
  /** Names of the rows left out. Throws ApiError. */
  names: (args: FormArgs, ids: string[]) => Promise<string[]>;
  /** Area-specific reason for an error; undefined for other errors. */
  explain?: (args: FormArgs, error: unknown) => string | undefined;
};

export type BulkAnswer = ReturnType<typeof refusal> | ReturnType<typeof askForConfirmation> | Response;
export type BulkAction = {
  act: (args: FormArgs, intent: string) => Promise<BulkAnswer>;
  undo: UndoOptions | undefined;
  all?: boolean;
};

/** Creates an action on selected rows. It returns to the list with a notice or the reason for refusing. */
export function bulkAction({
  nothing,
  refuse,
  question,
  run,
  success,
  failed,
  explain,
  undo,
  all,
}: BulkOptions): BulkAction {
  const act: BulkAction["act"] = async (args, intent) => {
    if (all && isAllChosen(args.url)) return planOfAll(args, all, failed(args));
    const chosen = [...new Set(args.form.getAll("ids").map(String))].slice(0, 500);
    if (chosen.length === 0) return nothing ? refusal(nothing(args)) : nothingSelected(args);
    const reason = refuse?.(args, chosen);
    if (reason !== undefined) return refusal(reason);
    const words = wordsOf(args, failed(args));
    try {
      const confirmation = args.step === "confirm" ? null : await question?.(args, chosen);
      if (confirmation) return askForConfirmation(confirmation, chosen);
      const result = await run(args, chosen);
      const notice: Notice =
        result.done < chosen.length
          ? { tone: "error", ...words }
          : changedNotice(args, result, (count) => success(args, count));
      args.notify({ ...notice, undo: undo && offerUndo(args, intent, result.changes) });
    } catch (error) {
      const known = explain?.(args, error);
      return known === undefined ? failure(error, args, words) : refusal(known);
    }
    return redirectToList(args);
  };
  return { act, undo, all: all !== undefined };
}

/**
 * Notice of a fully successful bulk action: `success` reports the changes. Rows that needed no change are counted
 * separately (ORG-60).
 */
export function changedNotice(
  { translate }: Pick<ConsoleArgs, "translate">,
  { done, already = 0 }: BulkResult,
  success: (changed: number) => string | Notice,
): Notice {
  const t = translate(outcomes);
  if (already > 0 && already === done) return { tone: "info", title: t("changedAlready") };
  const said = success(done - already);
  const notice: Notice = typeof said === "string" ? { tone: "success", title: said } : said;
  return already === 0 ? notice : { ...notice, description: t("someAlready", { count: already }) };
}

const wordsOf = ({ translate }: ConsoleArgs, said: string | NoticeText): NoticeText =>
  typeof said === "string" ? { title: translate(outcomes)("unexpectedError"), description: said } : said;

/** Plans a bulk job for all matching rows; not found if bulk jobs are off. */
export async function planOfAll<Args extends ConsoleArgs, Answer>(
  args: Args,
  plan: (args: Args) => Promise<Answer>,
  said: string | NoticeText,
) {
  if (!args.flags.edgeBulkJobsEnabled) throw notFound();
  try {
    return await plan(args);
  } catch (error) {
    return planRefusalNotice(args, error) ?? failure(error, args, wordsOf(args, said));
  }
}

/** Notice that a plan cannot be made, with the reason; undefined for other failures. */
export function planRefusalNotice({ translate }: Pick<ConsoleArgs, "translate">, error: unknown) {
  const t = translate(bulkJobs);
  if (isApiMessage(error, "bulkTooManyRows")) return refusal(t("tooManyRows"));
  if (isApiMessage(error, "bulkNothingMatches")) return refusal(t("nothingMatches"));
  if (isApiMessage(error, "bulkTooManyPlans")) return refusal(t("tooManyPlans"));
  return undefined;
}

/** Action that opens another page for exactly one selected row; `wrong` is the message for any other selection. */
export const openSelected = (page: {
  wrong: (args: FormArgs) => string;
  href: (args: FormArgs, id: string) => string;
}): BulkAction => ({
  act: (args) => {
    const [id, ...others] = new Set(args.form.getAll("ids").map(String));
    const isOne = id !== undefined && others.length === 0;
    return Promise.resolve(isOne ? redirect(page.href(args, id), 303) : refusal(page.wrong(args)));
  },
  undo: undefined,
});

/** Dialog rendered by `<ListQuestion>`: confirmation for the selected rows, or for an Undo. */
export type ConfirmationAnswer = { question?: Question; ids?: string[]; undo?: string };

/** Shows the page with a confirmation about the selected rows. */
export const askForConfirmation = (question: Question, ids: string[]) =>
  data<ConfirmationAnswer>({ question, ids }, { status: confirmationStatus });

/** Redirects to the list at its current URL. */
export const redirectToList = (args: ConsoleArgs): Response => redirect(screenHref(args), 303);
