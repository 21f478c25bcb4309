import type { DefaultValue, SubmissionResult } from "@conform-to/react";
import type { FormAnswer } from "~/services/form-answer";
import type { FlatValues } from "./changes";
import type { Merge } from "./merge";

/** A record's values as they are stored, and their version; null for a record that is not saved yet. */
export type Stored<V> = { values?: DefaultValue<V>; version: number | null };

/** Another person's save, merged with what stood in the form. */
export type Merged = { answer: FormAnswer; merge: Merge; lastResult: SubmissionResult<string[]> };

/**
 * The state of a form beside what is typed into it, which the page's own fields hold.
 *
 *     open ── sent ──► sending ── loaded, saved ──► open, based on what it saved
 *      ▲                  │
 *      ├──── answered ────┤  (with errors, or not at all)
 *      │                  ▼
 *      └─ loaded ── merged    (another person saved first)
 *
 * In each state a page of another record opens the form again, and a newer version of this one is its base unless
 * something is typed: a save over it is noticed by the version that the person began with.
 */
export type FormState<V> = {
  /** What the fields are compared with. */
  base: Stored<V>;
  /** `base` as one text, to tell it from what comes with the next page. */
  key: string;
  /** The page that `base` came with. */
  at: string;
  /** A new object makes the form library put the fields back to `base`. */
  reset: SubmissionResult<string[]> | null;
  /** What was typed while the save was under way, by field name: it is put into the fields again after a reset. */
  retyped: FlatValues;
  /** What is being sent; null unless a post is under way. */
  sent: FlatValues | null;
  merged: Merged | null;
};

export type FormEvent<V> =
  | { type: "sent"; values: FlatValues }
  /** The answer to the post is there, or the post was stopped. */
  | { type: "answered" }
  /** The server refused the post because another person had saved. */
  | { type: "merged"; merged: Merged }
  /** A page came with these values. `fields` and `isChanged` say what stands in the form; null without one. */
  | {
      type: "loaded";
      stored: Stored<V>;
      at: string;
      fields: FlatValues | null;
      isChanged: boolean;
      /** Whether the last post was answered with the form again. */
      isRefused: boolean;
    };

const nothing: FlatValues = new Map();

/** The form as its page opens it. */
export function openForm<V>(base: Stored<V>, at: string, merged: Merged | null = null): FormState<V> {
  return { base, key: keyOf(base), at, reset: null, retyped: nothing, sent: null, merged };
}

/** A text that is the same for the same values and version. */
export const keyOf = ({ version, values }: Stored<unknown>) => JSON.stringify([version, values]);

export function nextForm<V>(state: FormState<V>, event: FormEvent<V>): FormState<V> {
  switch (event.type) {
    case "sent":
      return { ...state, sent: event.values };
    case "answered":
      return { ...state, sent: null };
    case "merged":
      return { ...state, merged: event.merged };
    case "loaded": {
      const { stored, at, fields, isChanged, isRefused } = event;
      const opened = { ...openForm(stored, at, state.merged), reset: { initialValue: null } };
      if (!fields || at !== state.at) return opened;
      const { sent } = state;
      const saved = isRefused ? null : sent;
      if (!saved && isChanged) return state;
      // Rows that came or went while the save was under way stay as they are; only the base changes.
      const hasSameFields = !sent || [...sent.keys()].join() === [...fields.keys()].join();
      return {
        ...opened,
        reset: hasSameFields ? opened.reset : state.reset,
        retyped: saved ? changedSince(saved, fields) : nothing,
        sent,
      };
    }
  }
}

const changedSince = (before: FlatValues, now: FlatValues): FlatValues =>
  new Map([...now].filter(([name, texts]) => JSON.stringify(before.get(name)) !== JSON.stringify(texts)));
