import type { SubmissionResult } from "@conform-to/react";
import type { Notice } from "~/sessions.server";

/** Another person's save of a record: who, when (if known), and the version it has now. */
export type Conflict = {
  changedBy: string | null;
  changedAt: string | null;
  version: number;
  /** Whether it was the same person, in another tab or browser. */
  isOwn: boolean;
};

/** A question before something is done, in the person's language (SHELL-30). */
export type Question = {
  title: string;
  /** What will happen; each entry is a paragraph. */
  text: readonly string[];
  /** The words of the button that saves. */
  confirm: string;
  cancel?: string;
  danger?: boolean;
  /** Greatest width in px: 552 where the catalogue says so. */
  width?: number;
  /** What must be typed before it is done; compared letter by letter on the server. */
  word?: string;
  /** The error for a wrong word; without one, scripts disable the button until the word is right. */
  wrongWord?: string;
  errors?: readonly string[];
};

/**
 * The status of an answer that asks (RFC 6585, 3: something is missing). Nothing was saved, so scripts leave the page as
 * it is, and the question can be answered at once.
 */
export const askedStatus = 428;

/** The answer of a form's action when the page is shown again: one shape for every form. */
export type FormAnswer = {
  /** The id of the form it is about. */
  form: string;
  lastResult: SubmissionResult<string[]>;
  /** The version that what was typed is based on. */
  version: number | null;
  /** The form's values when it was opened, by part; null when the form did not send them. */
  base: Readonly<Record<string, string>> | null;
  notice: Notice | null;
  question: Question | null;
  conflict: Conflict | null;
  /** Suggestions for a refused field, by its name (CAND-20). */
  offered?: Readonly<Record<string, readonly { value: string; label: string }[]>>;
};
