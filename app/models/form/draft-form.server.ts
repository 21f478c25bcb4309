import type { z } from "zod/v4";
import type { FormArgs } from "~/services/console-args";
import { failureNotice } from "~/services/failure.server";
import { typedAgain } from "~/services/form-action.server";
import type { Conflict, Question } from "~/services/form-answer";
import type { Notice } from "~/sessions.server";

/** A button's change of a draft: returns the next draft, or why there is none. Saves nothing. Throws ApiError. */
export type Edit<Draft> = (
  draft: Draft,
  args: FormArgs,
  /** The numbers in the button's detail, 0 where there is none: `removeRow:2.1` is about row 1 of rule 2. */
  at: number,
  part: number,
) => Draft | string | Promise<Draft | string>;

type EditedForm<Draft, Answer> = {
  read: (form: FormData) => Draft;
  /** The form again with this draft. */
  again: (args: FormArgs, draft: Draft, back?: { notice?: Notice; status?: number }) => Answer;
  /** The notice when a button's work fails. */
  editFailed: (args: FormArgs) => { title: string; description?: string };
};

/**
 * An action's handlers for buttons that change a draft before it is saved. Each sends the form and gets it back changed,
 * so that nothing is lost without scripts.
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

/** A form as it was typed, and what it is answered with beside. */
export type Typed<More = object> = { form: FormData; more?: More };

/** `draftEdits` for a form that `formAction` saves: its draft is what was typed, which comes back not judged yet. */
export const typedEdits = <More extends object, Name extends string>(
  schema: z.ZodType,
  editFailed: EditedForm<Typed<More>, unknown>["editFailed"],
  edits: Readonly<Record<Name, Edit<Typed<More>>>>,
) =>
  draftEdits(
    {
      read: (form): Typed<More> => ({ form }),
      editFailed,
      again: (_args, { form, more }, { status, ...back } = {}) =>
        typedAgain(form, schema, { ...more, ...back }, status),
    },
    edits,
  );

/** A place where the person's choice differs from what another person has stored, in words. */
export type Difference = { place: string; mine: string[]; theirs: string[] };

/** The part of a draft form's answer that every draft form has. */
export type DraftAnswer<Draft> = {
  draft: Draft;
  notice: Notice | null;
  question: Question | null;
  /** The version that the draft is based on. */
  version: number | null;
  /** The other person's save, and where it differs from the draft. */
  conflict: (Conflict & { differences: Difference[] }) | null;
};
