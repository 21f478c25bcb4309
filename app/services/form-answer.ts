import type { SubmissionResult } from "@conform-to/react";
import type { Notice } from "~/sessions.server";

/** A competing save of a record: who, when (if known), and the resulting version. */
export type Conflict = {
  changedBy: string | null;
  changedAt: string | null;
  version: number;
  /** True if it was the same user, in another tab or browser. */
  isOwn: boolean;
};

/** A confirmation dialog, in the user's language (SHELL-30). */
export type Question = {
  title: string;
  /** Consequences; one paragraph each. */
  text: readonly string[];
  /** Label of the confirm button. */
  confirm: string;
  cancel?: string;
  danger?: boolean;
  /** Maximum width in px; the specification asks for 552 in some dialogs. */
  width?: number;
  /** Word to type for confirmation; compared exactly on the server. */
  word?: string;
  /** Error for a wrong word; if absent, scripts disable the button until the word is right. */
  wrongWord?: string;
  errors?: readonly string[];
};

/**
 * Status for a pending confirmation (RFC 6585, 3: something is missing). Nothing was saved, so scripts need not reload
 * the page.
 */
export const confirmationStatus = 428;

/** Action result when a form is shown again; the same shape for every form. */
export type FormAnswer = {
  /** Id of the form. */
  form: string;
  lastResult: SubmissionResult<string[]>;
  /** Version that the input is based on. */
  version: number | null;
  /** Fingerprints of the form's initial values, by part; null if the form sent none. */
  base: Readonly<Record<string, string>> | null;
  notice: Notice | null;
  question: Question | null;
  conflict: Conflict | null;
  /** Suggestions for rejected fields, by name (CAND-20). */
  offered?: Readonly<Record<string, readonly { value: string; label: string }[]>>;
};
