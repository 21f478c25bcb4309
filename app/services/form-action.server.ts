import { data, redirect } from "@remix-run/node";
import type { SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { z } from "zod/v4";
import type { Notice } from "~/sessions.server";
import { isApiMessage } from "./api-messages";
import type { FormArgs } from "./console-args";
import { currentRequest } from "./current-request.server";
import { failureNotice } from "./failure.server";
import { confirmationStatus, type FormAnswer, type Question } from "./form-answer";
import { ApiError } from "./regional-api.server";

/**
 * Result of a save: the notice, and where to redirect (by default the form's page). With `keepsForm` the form stays,
 * empty and with the notice, for the next record.
 */
export type SaveResult = { done: string | Omit<Notice, "tone">; to?: string; keepsForm?: boolean };

/** Result for well-formed values that cannot be saved. */
export type RefusedSave = {
  fieldErrors?: Record<string, string[]>;
  formErrors?: string[];
  notice?: Notice;
  offered?: FormAnswer["offered"];
} & SetsBack;

/** True if an outcome is a refusal. */
export const isRefused = (outcome: object): outcome is RefusedSave =>
  ["fieldErrors", "formErrors", "notice"].some((part) => part in outcome);

/** Set if the form must show the stored values again instead of the typed ones. */
type SetsBack = { setsBack?: true };
type NoticeText = { title: string; description?: string };
type FailureText = NoticeText & SetsBack;

export type FormSpec<S extends z.ZodType> = {
  /** Server-side validation before any question; undefined if valid. Throws ApiError. */
  check?: (value: z.output<S>) => Promise<RefusedSave | undefined>;
  /** Confirmation to ask for before saving; null for none. Throws ApiError. */
  question?: (value: z.output<S>) => Question | null | Promise<Question | null>;
  /** Saves. `version` is the one the user saw, 0 for a record new to them (`isNew`). Throws ApiError. */
  save: (value: z.output<S>, version: number, isNew: boolean) => Promise<SaveResult | RefusedSave>;
  /** Notice if the call fails. */
  failed: FailureText;
  /** Area-specific answer to an error; undefined for other errors. */
  explain?: (error: ApiError) => RefusedSave | undefined;
};

/**
 * Action of a form: validates, asks for confirmation, saves, then redirects (303) or returns the form as typed
 * (SHELL-33). Used as an intent's handler in `consoleAction`.
 */
export function formAction<S extends z.ZodType>(
  /** The form's schema, shared with the browser. */
  schema: (args: FormArgs) => S,
  describe: (args: FormArgs) => FormSpec<S>,
) {
  return async (args: FormArgs) => {
    const { form, step } = args;
    const spec = describe(args);
    const submission = parseForm(form, schema(args));
    const again = (answer: Partial<FormAnswer>, status = 400) =>
      rerenderForm(form, { lastResult: submission.reply(), ...answer }, status);

    // No-JS: a row was added or removed.
    if (form.has("__intent__")) return again({}, submission.status === "error" ? 400 : 200);
    // The confirmation was cancelled: the form is shown as typed.
    if (step === "cancel") return again({ lastResult: valuesOnly(submission.reply()) }, 200);
    if (submission.status !== "success") return again({});

    const refuse = ({ notice, offered, setsBack, ...errors }: RefusedSave) =>
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
      // An archived record has no stored values to show, so keep the input (GEN-25).
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
    if (question && step !== "confirm") return again({ question }, confirmationStatus);
    if (question?.word !== undefined && !isWordTyped(form, question.word))
      return again({ question: { ...question, errors: [question.wrongWord ?? question.word] } });

    try {
      const seen = sentVersion(args);
      const outcome = await spec.save(submission.value, seen ?? 0, seen === null);
      if (!("done" in outcome)) return refuse(outcome);
      if (outcome.keepsForm) return again({ lastResult: asStored, notice: noticeOf(outcome) }, 200);
      return redirectAfterSave(args, outcome);
    } catch (error) {
      // Not an error status: the page must reload the stored values.
      if (error instanceof ApiError && error.conflict) return again({ conflict: error.conflict }, 200);
      return refused(error);
    }
  };
}

const asStored: SubmissionResult<string[]> = { initialValue: null };

const rerenderedForms = new WeakMap<object, FormData>();

/**
 * True if this request re-renders a posted form. Screens that redirect when nothing is left to edit must not do so
 * then: without JS the page is rendered in the same request, and the input would be lost.
 */
export const isFormRerendered = (): boolean => rerenderedForm() !== undefined;

/** The posted form that this request re-renders. */
export function rerenderedForm(): FormData | undefined {
  const request = currentRequest();
  return request && rerenderedForms.get(request);
}

/** Re-renders a form as typed, for actions that are not a `formAction`. */
export function rerenderForm(
  form: FormData,
  answer: Partial<FormAnswer> & Pick<FormAnswer, "lastResult">,
  status = 400,
) {
  const request = currentRequest();
  if (request) rerenderedForms.set(request, form);
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

/** Re-renders a form as typed, without validation errors. */
export function rerenderTyped<More extends object>(
  form: FormData,
  schema: z.ZodType,
  more: More & Partial<FormAnswer>,
  status = 200,
) {
  const again = rerenderForm(form, { lastResult: valuesOnly(parseWithZod(form, { schema }).reply()) });
  return data({ ...again.data, ...more }, { status });
}

/** Removes a submission's errors and keeps its values. */
export const valuesOnly = ({ initialValue }: SubmissionResult<string[]>) => ({ initialValue });

/** True if the confirmation word was typed exactly, including case and spaces. */
export const isWordTyped = (form: FormData, word: string) => form.get("confirmation") === word;

/** Parses a form; a malformed row button is a client error. */
function parseForm<S extends z.ZodType>(form: FormData, schema: S) {
  try {
    return parseWithZod(form, { schema });
  } catch {
    throw data({ screen: "failed" }, { status: 400 });
  }
}

/** Version in a hidden field; null if missing. */
export function versionOf(form: FormData, name: "version" | "newVersion"): number | null {
  const text = form.get(name);
  return typeof text === "string" && /^\d{1,9}$/.test(text) ? Number(text) : null;
}

/** The version the user saw; when overwriting another user's save, that save's. Null if the record was new. */
export const sentVersion = ({ form, step }: Pick<FormArgs, "form" | "step">) =>
  versionOf(form, step === "over" ? "newVersion" : "version");

/** The version the user saw, as sent with an edit: 0 if the record was new. */
export const versionSeen = (args: Pick<FormArgs, "form" | "step">): number => sentVersion(args) ?? 0;

const fingerprints = z.record(z.string().max(200), z.string().max(11));

/** Fingerprints of the form's initial values; used for display only, never for permission to save. */
function baseOf(form: FormData): FormAnswer["base"] {
  try {
    return fingerprints.parse(JSON.parse(z.string().max(200_000).parse(form.get("base"))));
  } catch {
    return null;
  }
}

const noticeOf = ({ done }: SaveResult): Notice => ({
  tone: "success",
  ...(typeof done === "string" ? { title: done } : done),
});

function redirectAfterSave({ url, notify }: FormArgs, outcome: SaveResult) {
  notify(noticeOf(outcome));
  return redirect(
    outcome.to ?? url.pathname + url.search.replace(/^\?index&?/, "?").replace(/^\?$/, ""),
    303,
  );
}
