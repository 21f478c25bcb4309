import { data, redirect } from "@remix-run/node";
import type { SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { z } from "zod/v4";
import type { Notice } from "~/sessions.server";
import { isApiMessage } from "./api-messages";
import type { FormArgs } from "./console-args";
import { currentRequest } from "./current-request.server";
import { failureNotice } from "./failure.server";
import { askedStatus, type FormAnswer, type Question } from "./form-answer";
import { ApiError } from "./regional-api.server";

/** The result of a save: the notice, and where to go on (the form's own page by default). */
export type Saved = { done: string | Omit<Notice, "tone">; to?: string };

/** The answer to values that are well-formed but cannot be saved. */
export type Refused = {
  fieldErrors?: Record<string, string[]>;
  formErrors?: string[];
  notice?: Notice;
  offered?: FormAnswer["offered"];
} & SetsBack;

/** Whether a save was refused, of an outcome that says nothing else of these. */
export const isRefused = (outcome: object): outcome is Refused =>
  ["fieldErrors", "formErrors", "notice"].some((part) => part in outcome);

/** Whether the form goes back to what is stored, where a row asks for that. */
type SetsBack = { setsBack?: true };
type Words = { title: string; description?: string };
type FailedWords = Words & SetsBack;

export type FormSpec<S extends z.ZodType> = {
  /** Checks what only the server can check, before any question; undefined when the values are right. Throws ApiError. */
  check?: (value: z.output<S>) => Promise<Refused | undefined>;
  /** The question to ask before saving these values; null for none. Throws ApiError. */
  question?: (value: z.output<S>) => Question | null | Promise<Question | null>;
  /** Saves. `version` is the one the person saw, 0 of a record that is new to them (`isNew`). Throws ApiError. */
  save: (value: z.output<S>, version: number, isNew: boolean) => Promise<Saved | Refused>;
  /** The notice when the call fails. */
  failed: FailedWords;
  /** The area's own answer to an error that it knows; undefined for the others. */
  explain?: (error: ApiError) => Refused | undefined;
};

/**
 * The action of one form: checks what was posted, asks the form's question, saves, and answers with the page that
 * follows (303) or with the form as it was typed (SHELL-33). Used as an intent's handler in `consoleAction`.
 */
export function formAction<S extends z.ZodType>(
  /** The form's rules, the same that check it in the browser. */
  schema: (args: FormArgs) => S,
  describe: (args: FormArgs) => FormSpec<S>,
) {
  return async (args: FormArgs) => {
    const { form, step } = args;
    const spec = describe(args);
    const submission = parsed(form, schema(args));
    const again = (answer: Partial<FormAnswer>, status = 400) =>
      formAgain(form, { lastResult: submission.reply(), ...answer }, status);

    // A row was added or removed without scripts.
    if (form.has("__intent__")) return again({}, submission.status === "error" ? 400 : 200);
    // Back from the question to the form as it was typed.
    if (step === "cancel") return again({ lastResult: typedOnly(submission.reply()) }, 200);
    if (submission.status !== "success") return again({});

    const refuse = ({ notice, offered, setsBack, ...errors }: Refused) =>
      again({
        lastResult: setsBack ? asStored : submission.reply(errors),
        notice: notice ?? null,
        ...(offered && { offered }),
      });
    const refused = (error: unknown) => {
      const known = error instanceof ApiError ? spec.explain?.(error) : undefined;
      if (known) return refuse(known);
      const { setsBack, ...words } = spec.failed;
      const { notice, status } = failureNotice(error, args, words);
      // What was archived meanwhile has nothing that the form could go back to: what was typed stays (GEN-25).
      const isBack = setsBack && !isApiMessage(error, "archived");
      return again({ notice, ...(isBack && { lastResult: asStored }) }, status);
    };
    let question: Question | null;
    try {
      const wrong = await spec.check?.(submission.value);
      if (wrong) return refuse(wrong);
      question = step === "over" ? null : ((await spec.question?.(submission.value)) ?? null);
    } catch (error) {
      return refused(error);
    }
    if (question && step !== "confirm") return again({ question }, askedStatus);
    if (question?.word !== undefined && !isWordTyped(form, question.word))
      return again({ question: { ...question, errors: [question.wrongWord ?? question.word] } });

    try {
      const seen = versionRead(args);
      const outcome = await spec.save(submission.value, seen ?? 0, seen === null);
      return "done" in outcome ? leave(args, outcome) : refuse(outcome);
    } catch (error) {
      // Not as an error: the page is to come with what is stored now.
      if (error instanceof ApiError && error.conflict) return again({ conflict: error.conflict }, 200);
      return refused(error);
    }
  };
}

const asStored: SubmissionResult<string[]> = { initialValue: null };

const formsBack = new WeakMap<object, FormData>();

/**
 * Whether the request under way answers with a form that came back. A screen that leads away once there is nothing to
 * edit any more stays then: without scripts its page is read in the same request, and what was typed would be lost.
 */
export const isFormBack = (): boolean => formBack() !== undefined;

/** The form that comes back in the request under way, as it was posted. */
export function formBack(): FormData | undefined {
  const request = currentRequest();
  return request && formsBack.get(request);
}

/** The form again, as it was typed; for actions that are no `formAction`. */
export function formAgain(
  form: FormData,
  answer: Partial<FormAnswer> & Pick<FormAnswer, "lastResult">,
  status = 400,
) {
  const request = currentRequest();
  if (request) formsBack.set(request, form);
  const whole: FormAnswer = {
    form: String(form.get("form") ?? ""),
    version: versionOf(form, "version"),
    base: baseOf(form),
    notice: null,
    question: null,
    conflict: null,
    ...answer,
  };
  return data(whole, { status });
}

/** The form again, as it was typed and not judged yet. */
export function typedAgain<More extends object>(
  form: FormData,
  schema: z.ZodType,
  more: More & Partial<FormAnswer>,
  status = 200,
) {
  const again = formAgain(form, { lastResult: typedOnly(parseWithZod(form, { schema }).reply()) });
  return data({ ...again.data, ...more }, { status });
}

/** Takes the errors out of a submission and keeps its values. */
export const typedOnly = ({ initialValue }: SubmissionResult<string[]>) => ({ initialValue });

/** Whether the word that confirms something for good was typed, letter by letter: no other case, no space more. */
export const isWordTyped = (form: FormData, word: string) => form.get("confirmation") === word;

/** A malformed row button is no fault of the server's. */
function parsed<S extends z.ZodType>(form: FormData, schema: S) {
  try {
    return parseWithZod(form, { schema });
  } catch {
    throw data({ screen: "failed" }, { status: 400 });
  }
}

/** The version in a hidden field of a form, null when there is none. */
export function versionOf(form: FormData, name: "version" | "newVersion"): number | null {
  const text = form.get(name);
  return typeof text === "string" && /^\d{1,9}$/.test(text) ? Number(text) : null;
}

/** The version that the person saw, of a save over another's change that one's; null where there was none yet. */
export const versionRead = ({ form, step }: Pick<FormArgs, "form" | "step">) =>
  versionOf(form, step === "over" ? "newVersion" : "version");

/** The version that the person saw, as an edit is sent with: 0 where there was none yet. */
export const versionSeen = (args: Pick<FormArgs, "form" | "step">): number => versionRead(args) ?? 0;

const fingerprints = z.record(z.string().max(200), z.string().max(11));

/** The form's values when it was opened: they decide what is shown, never what may be saved. */
function baseOf(form: FormData): FormAnswer["base"] {
  try {
    return fingerprints.parse(JSON.parse(z.string().max(200_000).parse(form.get("base"))));
  } catch {
    return null;
  }
}

function leave({ url, notify }: FormArgs, { done, to }: Saved) {
  notify({ tone: "success", ...(typeof done === "string" ? { title: done } : done) });
  return redirect(to ?? url.pathname + url.search.replace(/^\?index&?/, "?").replace(/^\?$/, ""), 303);
}
