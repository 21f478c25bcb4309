import { data, redirect } from "@remix-run/node";
import type { z } from "zod/v4";
import type { FormArgs } from "~/services/console-args";
import { failureNotice } from "~/services/failure.server";
import { typedAgain, versionOf, versionSeen } from "~/services/form-action.server";
import type { Conflict, Question } from "~/services/form-answer";
import { ApiError } from "~/services/regional-api.server";
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

/** What changes in a draft form that comes back; `more` is the form's own part, `status` is 200 by default. */
type Back<Draft, More> = Partial<DraftAnswer<Draft>> & { more?: Partial<More>; status?: number };

/** `Found` is all that a save works with; `More` is what the answer holds beside `DraftAnswer`. */
type DraftForm<Draft, Found, More> = Omit<EditedForm<Draft, never>, "again"> & {
  /**
   * The draft as it is drawn, and what else its page needs. `isWhole` is false where that cannot be read now: the page
   * must not be taken for one that came back whole.
   */
  drawn: (
    args: FormArgs,
    draft: Draft,
    found?: Found,
  ) => Promise<{ draft: Draft; more: More; notice?: Notice | null; isWhole: boolean }>;
  /** Reads all that a save needs, and makes what is to be saved of the draft; once for each save. Throws ApiError. */
  find: (args: FormArgs, draft: Draft) => Promise<Found>;
  /** Finds the draft's mistakes before any question; null when there are none. */
  mistakes: (args: FormArgs, found: Found) => Back<Draft, More> | null;
  /** Returns the question before the save, or the answer if it would be refused; null for neither. Throws ApiError. */
  question: (args: FormArgs, found: Found) => Promise<Question | Back<Draft, More> | null>;
  /** Saves over the version that the person saw, and says where to go on. Throws ApiError. */
  save: (args: FormArgs, found: Found, version: number) => Promise<{ done: string; to: string }>;
  /** Lists where the draft differs from what is stored. */
  differences: (args: FormArgs, found: Found) => Difference[];
  /** The notice when the save fails, with the reason where the form knows it. */
  failed: (args: FormArgs, error: unknown) => { title: string; description?: string };
  /** The form's own answer to an error that it knows; undefined for the others. */
  explain?: (args: FormArgs, error: ApiError) => Back<Draft, More> | undefined;
};

/**
 * A form whose buttons change a draft before it is saved as a whole, such as the rules of a group: the handlers of its
 * buttons, of its save, and of what was typed when the session ended (SESS-16). Its component is `<DraftForm>`.
 */
export function draftForm<Draft, Found, More extends object, Name extends string>(
  form: DraftForm<Draft, Found, More>,
  edits: Readonly<Record<Name, Edit<Draft>>>,
) {
  /** The form again, with what is to be said on it. */
  async function again(args: FormArgs, typed: Draft, back: Back<Draft, More> = {}, found?: Found) {
    const { more, status = 200, ...said } = back;
    const drawn = await form.drawn(args, back.draft ?? typed, found);
    const answer: DraftAnswer<Draft> & More = {
      notice: drawn.notice ?? args.kept ?? null,
      question: null,
      version: versionOf(args.form, "version"),
      conflict: null,
      ...drawn.more,
      ...said,
      ...more,
      draft: drawn.draft,
    };
    // Not as a success: the page would be read again, and everything chosen lost with a region that fails.
    return data(answer, { status: !drawn.isWhole && status === 200 ? 503 : status });
  }

  async function save(args: FormArgs) {
    const draft = form.read(args.form);
    if (args.step === "cancel") return again(args, draft);
    const version = versionSeen(args);
    try {
      const found = await form.find(args, draft);
      const wrong = form.mistakes(args, found);
      if (wrong) return await again(args, draft, { status: 400, ...wrong }, found);
      const asked = args.step === "confirm" ? null : await form.question(args, found);
      if (asked) {
        const back = "title" in asked ? { question: asked, version } : asked;
        return await again(args, draft, back, found);
      }
      const { done, to } = await form.save(args, found, version);
      args.notify({ tone: "success", title: done });
      return redirect(to, 303);
    } catch (error) {
      return refused(args, draft, error);
    }
  }

  /** The form with why it could not be saved; nothing of the draft is lost. */
  async function refused(args: FormArgs, draft: Draft, error: unknown) {
    try {
      if (error instanceof ApiError && error.conflict) return await inConflict(args, draft, error.conflict);
    } catch (unread) {
      return again(args, draft, failureNotice(unread, args, form.failed(args, unread)));
    }
    const known = error instanceof ApiError ? form.explain?.(args, error) : undefined;
    return again(args, draft, known ?? failureNotice(error, args, form.failed(args, error)));
  }

  /** The form with who saved meanwhile, and both values of all that is not the same (GEN-22). */
  async function inConflict(args: FormArgs, draft: Draft, conflict: Conflict) {
    const found = await form.find(args, draft);
    const differences = form.differences(args, found);
    // Not as an error: the page is to come with what is stored now.
    return again(args, draft, { conflict: { ...conflict, differences } }, found);
  }

  const { read, editFailed } = form;
  const asItIs: Edit<Draft> = (draft) => draft;
  const handlers = draftEdits({ read, editFailed, again }, { show: asItIs, restored: asItIs, ...edits });
  return { again, handlers: { ...handlers, save } };
}
