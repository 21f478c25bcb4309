import type { z } from "zod/v4";
import type { FormArgs } from "~/services/console-args";
import { failureNotice } from "~/services/failure.server";
import { rerenderTyped } from "~/services/form-action.server";
import type { Conflict, Question } from "~/services/form-answer";
import type { Notice } from "~/sessions.server";

/** A button's change: returns the next draft, or the reason there is none. Saves nothing. Throws ApiError. */
export type Edit<Draft> = (
  draft: Draft,
  args: FormArgs,
  /** Numbers from the button's detail, 0 if missing: `removeRow:2.1` means row 1 of rule 2. */
  at: number,
  part: number,
) => Draft | string | Promise<Draft | string>;

type EditedForm<Draft, Answer> = {
  read: (form: FormData) => Draft;
  /** Renders the form with this draft. */
  again: (args: FormArgs, draft: Draft, back?: { notice?: Notice; status?: number }) => Answer;
  /** Notice if a button's change fails. */
  editFailed: (args: FormArgs) => { title: string; description?: string };
};

/**
 * Action handlers for buttons that change a draft before saving. Each re-renders the posted form with the
 * change, so that nothing is lost without JS.
 */
export function draftEdits<Draft, Answer, Name extends string>(
  { read, again, editFailed }: EditedForm<Draft, Answer>,
  edits: Readonly<Record<Name, Edit<Draft>>>,
) {
  const handler = (change: Edit<Draft>) => async (args: FormArgs) => {
    const draft = read(args.form);
    const [at = 0, part = 0] = args.detail.split(".", 2).map((text) => Number.parseInt(text, 10) || 0);
    try {
      const changed = await change(draft, args, at, part);
      if (typeof changed === "string")
        return await again(args, draft, { notice: { tone: "warning", title: changed }, status: 400 });
      return await again(args, changed);
    } catch (error) {
      return again(args, draft, failureNotice(error, args, editFailed(args)));
    }
  };
  const handlers = Object.entries<Edit<Draft>>(edits).map(([name, change]) => [name, handler(change)]);
  return Object.fromEntries(handlers) as Record<Name, ReturnType<typeof handler>>;
}

/** A form as typed, with extra data for its answer. */
export type TypedForm<More = object> = { form: FormData; more?: More };

/** `draftEdits` for forms saved by `formAction`: the draft is the raw input, returned without validation. */
export const typedEdits = <More extends object, Name extends string>(
  schema: z.ZodType,
  editFailed: EditedForm<TypedForm<More>, unknown>["editFailed"],
  edits: Readonly<Record<Name, Edit<TypedForm<More>>>>,
) =>
  draftEdits(
    {
      read: (form): TypedForm<More> => ({ form }),
      editFailed,
      again: (_args, { form, more }, { status, ...back } = {}) =>
        rerenderTyped(form, schema, { ...more, ...back }, status),
    },
    edits,
  );

/** A difference between the user's choice and another user's saved one, as text. */
export type Difference = { place: string; mine: string[]; theirs: string[] };

/** Answer fields common to all draft forms. */
export type DraftAnswer<Draft> = {
  draft: Draft;
  notice: Notice | null;
  question: Question | null;
  /** Version that the draft is based on. */
  version: number | null;
  /** The other user's save, and its differences from the draft. */
  conflict: (Conflict & { differences: Difference[] }) | null;
};
