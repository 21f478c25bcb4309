/** Undo of list actions. */
import { data } from "@remix-run/node";
import { outcomes } from "~/i18n/outcomes";
import type { ConsoleArgs, FormArgs } from "~/services/console-args";
import type { CustomerApi } from "~/services/customer-api.server";
import { failure, optional, refusal } from "~/services/failure.server";
import { confirmationStatus } from "~/services/form-answer";
import { openUndo } from "~/services/undo.server";
import type { Notice } from "~/sessions.server";
import {
  type ConfirmationAnswer,
  type BulkAction,
  type BulkAnswer,
  redirectToList,
  type UndoOptions,
} from "./bulk.server";

/** Maximum number of names listed. */
const maxNames = 20;

/** Names for a sentence: the first ones, and the number of others. */
export function nameSummary(
  { translate }: Pick<ConsoleArgs, "translate">,
  names: readonly string[],
  total = names.length,
): string {
  const named = names.slice(0, maxNames).join(", ");
  const count = total - maxNames;
  return count > 0 ? translate(outcomes)("andMore", { names: named, count }) : named;
}

/** Loads row names one by one; falls back to the id if a row cannot be loaded. */
export const namesFromRecords =
  <Stored>(
    find: (api: CustomerApi, id: string) => Promise<Stored>,
    nameOf: (stored: Stored) => string,
  ): UndoOptions["names"] =>
  ({ api }, ids) =>
    Promise.all(ids.map((id) => optional(find(api, id).then(nameOf), id)));

/** Undoes a bulk action and returns to the list with "Undone" or with what could not be undone and why. */
export async function undoAction(
  args: FormArgs,
  actions: Readonly<Record<string, Pick<BulkAction, "undo">>>,
): Promise<BulkAnswer> {
  const t = args.translate(outcomes);
  const changes = await openUndo(args);
  const undo = changes && Object.hasOwn(actions, changes.what) ? actions[changes.what]?.undo : undefined;
  if (!changes || !undo) return refusal(t("undoGone"));
  try {
    const question = args.step === "confirm" ? null : await undo.question?.(args, changes);
    if (question)
      return data<ConfirmationAnswer>(
        { question, undo: String(args.form.get("undo")) },
        { status: confirmationStatus },
      );
    const result = await undo.run(args, changes);
    const undone = new Set(result.changes?.ids);
    const left = changes.ids.filter((id) => !undone.has(id));
    if (left.length > 0) {
      const names = nameSummary(args, await undo.names(args, left.slice(0, maxNames)), left.length);
      const [done, total] = [undone.size, changes.ids.length];
      const title = done > 0 ? t("partlyUndone", { done, total }) : t("notUndone");
      const notice: Notice = { tone: "warning", title, description: t("changedMeanwhile", { names }) };
      // 200 even if nothing was done: the list is reloaded so that it shows the current state.
      return data({ notice });
    }
    args.notify({ tone: "success", title: t("undone") });
  } catch (error) {
    const known = undo.explain?.(args, error);
    return known === undefined ? failure(error, args, { title: t("undoFailed") }) : refusal(known);
  }
  return redirectToList(args);
}
