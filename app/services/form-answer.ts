import type { SubmissionResult } from "@conform-to/react";
import type { Notice } from "~/sessions.server";

/** Who saved a record since it was read, when (as far as that is known), and the version it has now. */
export type Conflict = {
  changedBy: string | null;
  changedAt: string | null;
  version: number;
  /** Whether it was the same person, in another tab or browser. */
  isOwn: boolean;
};

/** What is asked before something is done, in the person's language (SHELL-30). */
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
  /** What a wrong word is answered with; without it scripts keep the button back until the word is right. */
  wrongWord?: string;
  errors?: readonly string[];
};

/**
 * The status of an answer that asks (RFC 6585, 3: something is missing). Nothing was saved, so scripts leave the page as
 * it is, and the question can be answered at once.
 */
export const askedStatus = 428;

/** What a form's action answers when the page comes again: one shape for every form. */
export type FormAnswer = {
  /** The id of the form it is about. */
  form: string;
  lastResult: SubmissionResult<string[]>;
  /** The version that what was typed is based on. */
  version: number | null;
  /** What the form's values were when it was opened, by part; null when it did not bring that. */
  base: Readonly<Record<string, string>> | null;
  notice: Notice | null;
  question: Question | null;
  conflict: Conflict | null;
  /** What a field that was refused may mean, to choose from, by its name (CAND-20). */
  offered?: Readonly<Record<string, readonly { value: string; label: string }[]>>;
};
