/** Actions on the chosen rows of a list, or on all that match. */
import { data, redirect } from "@remix-run/node";
import { bulkJobs } from "~/i18n/bulk-jobs";
import { outcomes } from "~/i18n/outcomes";
import { isApiMessage } from "~/services/api-messages";
import type { ConsoleArgs, FormArgs } from "~/services/console-args";
import { failure, nothingSelected, refusal } from "~/services/failure.server";
import { askedStatus, type Question } from "~/services/form-answer";
import { notFound } from "~/services/screens.server";
import { type BulkResult, type Changes, offerUndo, screenHref } from "~/services/undo.server";
import type { Notice } from "~/sessions.server";
import { isAllChosen } from "./all-match";

type Words = { title: string; description?: string };

export type BulkOptions = {
  /** The message when nothing is chosen; "Please select at least one item." by default (SHELL-29). */
  nothing?: (args: FormArgs) => string;
  /** Why this choice is refused, if it is. */
  refuse?: (args: FormArgs, chosen: string[]) => string | undefined;
  /** The question before it is done to these rows; null for none. Throws ApiError. */
  question?: ((args: FormArgs, chosen: string[]) => Promise<Question | null>) | undefined;
  /** Does it and returns how many were done, and which were changed by it. Throws ApiError. */
  run: (args: FormArgs, chosen: string[]) => Promise<BulkResult>;
  /** The notice when all were done, with how many it changed; a text alone is the title of a success. */
  success: (args: FormArgs, changed: number) => string | Notice;
  /**
   * The words of a failure, and of a change that left some out: those that could be changed stay changed (VAC-23). A
   * text alone stands below "Unexpected error".
   */
  failed: (args: FormArgs) => string | Words;
  /** The area's own reason for an error that it knows; undefined for the others. */
  explain?: (args: FormArgs, error: unknown) => string | undefined;
  /** How it is undone; left out when it cannot be. */
  undo?: UndoOptions;
  /** Plans it for every row that the list's address leaves, and leads to the plan (BULK-01). Throws ApiError. */
  all?: (args: FormArgs) => Promise<Response>;
};

export type UndoOptions = {
  /** The question before it is taken back; null for none. Throws ApiError. */
  question?: ((args: FormArgs, changes: Changes) => Promise<Question | null>) | undefined;
  /**
   * Takes it back for those rows that nobody changed since, and returns which of the ids are as they were. Throws
   * ApiError.
   */
  run: (args: FormArgs, changes: Changes) => Promise<BulkResult>;
  /** The names of the rows that were left out. Throws ApiError. */
  names: (args: FormArgs, ids: string[]) => Promise<string[]>;
  /** The area's own reason for an error that it knows; undefined for the others. */
  explain?: (args: FormArgs, error: unknown) => string | undefined;
};

export type BulkAnswer = ReturnType<typeof refusal> | ReturnType<typeof asked> | Response;
export type BulkAction = {
  act: (args: FormArgs, intent: string) => Promise<BulkAnswer>;
  undo: UndoOptions | undefined;
  all?: boolean;
};

/** Makes an action on the chosen rows. It ends at the list again, with a notice or the reason why not. */
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
      const ask = args.step === "confirm" ? null : await question?.(args, chosen);
      if (ask) return asked(ask, chosen);
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
    return listAgain(args);
  };
  return { act, undo, all: all !== undefined };
}

/**
 * The notice of a bulk action that did all: `success` says what it changed. Rows that were so already do not count as
 * changed and are said apart (ORG-60).
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

const wordsOf = ({ translate }: ConsoleArgs, said: string | Words): Words =>
  typeof said === "string" ? { title: translate(outcomes)("unexpectedError"), description: said } : said;

/** Plans something for every row that matches; not found where that cannot be. */
export async function planOfAll<Args extends ConsoleArgs, Answer>(
  args: Args,
  plan: (args: Args) => Promise<Answer>,
  said: string | Words,
) {
  if (!args.flags.edgeBulkJobsEnabled) throw notFound();
  try {
    return await plan(args);
  } catch (error) {
    return planRefused(args, error) ?? failure(error, args, wordsOf(args, said));
  }
}

/** The notice that no plan can be made, with the reason; undefined for any other failure. */
export function planRefused({ translate }: Pick<ConsoleArgs, "translate">, error: unknown) {
  const t = translate(bulkJobs);
  if (isApiMessage(error, "bulkTooManyRows")) return refusal(t("tooManyRows"));
  if (isApiMessage(error, "bulkNothingMatches")) return refusal(t("nothingMatches"));
  if (isApiMessage(error, "bulkTooManyPlans")) return refusal(t("tooManyPlans"));
  return undefined;
}

/** An action that leads from exactly one chosen row to another page; `wrong` is the message for any other choice. */
export const openOne = (page: {
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

/** What `<ListQuestion>` shows over the page: a question about the chosen rows, or before an Undo of what was done to them. */
export type Asked = { question?: Question; ids?: string[]; undo?: string };

/** The page again, with a question about the chosen rows over it. */
export const asked = (question: Question, ids: string[]) =>
  data<Asked>({ question, ids }, { status: askedStatus });

/** The list as its address shows it. */
export const listAgain = (args: ConsoleArgs): Response => redirect(screenHref(args), 303);
