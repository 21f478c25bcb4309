import { type DefaultValue, parse, type SubmissionResult, useForm } from "@conform-to/react";
import { useActionData, useLocation, useNavigation } from "@remix-run/react";
import { useContext, useEffect, useMemo, useRef, useState } from "react";
import { useBrowserLayoutEffect } from "~/components/context/browser-layout-effect";
import { useConnectionLost } from "~/components/context/connection";
import type { FormAnswer } from "~/services/form-answer";
import {
  differingNames,
  fieldsOf,
  type FlatValues,
  flatValues,
  restoreValue,
  submittedValues,
  typedValues,
} from "./changes";
import type { FormFrame } from "./console-form";
import { type RowName, summaryErrors } from "./error-summary";
import { fingerprintsOf, type Merge, mergeChanges } from "./merge";
import { RestoredValues } from "./restored-values";
import { type Checks, useChecks } from "./use-checks";

type FormOptions<V> = {
  /** Unique on the page; the server distinguishes the page's forms by it. */
  id: string;
  /** Stored values, or the initial values of a new record. */
  values?: DefaultValue<V>;
  /** Version of the stored values; saving over a newer one is refused. null for something not saved yet. */
  version: number | null;
  /** `false` makes the form read-only. */
  mayEdit?: boolean;
  /** Groups of fields that are merged as one: if two people changed them, one side's values are kept. */
  together?: readonly (readonly string[])[];
  /** `false` for a form that tracks its changes itself. */
  isMerged?: boolean;
  /** Names of rows in the error summary. */
  rowName?: RowName;
};

/**
 * The hook behind every form that creates or edits something: the schema's checks while typing and after the answer,
 * values kept across a save, and all that `<ConsoleForm frame>` renders. The schema's module is loaded once filling in
 * begins; anything needed earlier is in a module without zod.
 */
export function useConsoleForm<V extends Record<string, unknown>>(
  checks: Checks<V>,
  { id, values, version, mayEdit = true, together = [], isMerged = true, rowName }: FormOptions<V>,
) {
  const answer = useFormAnswer(id);
  const isHeld = useConnectionLost();
  const { base, sentRef } = useStoredValues<V>(id, { values, version }, answer === undefined);
  const merged = useMerge(id, answer, (typed) =>
    mergeChanges((isMerged && answer?.base) || null, typed, values, together),
  );
  const restored = useContext(RestoredValues);
  const [filled] = useState(
    () => restored && ({ initialValue: { ...values, ...restored } } as SubmissionResult<string[]>),
  );
  const wrong = Object.keys(answer?.lastResult.error ?? {});
  const { validate, isReady, left } = useChecks(id, checks, wrong);
  const [form, fields] = useForm<V, unknown>({
    id,
    defaultValue: merged ? (merged.merge.values as DefaultValue<V>) : base.values,
    lastResult: merged?.lastResult ?? answer?.lastResult ?? base.reset ?? filled,
    onValidate: ({ formData }) => validate(formData),
    shouldValidate: "onBlur",
    shouldRevalidate: "onInput",
  });
  useEffect(() => {
    if (!isReady) return;
    for (const name of left.current) form.validate({ name });
    left.current.clear();
    // oxlint-disable-next-line react/exhaustive-deps -- once, when the checks have loaded
  }, [isReady]);
  // After the form received the stored values, restores fields that were typed in during the save.
  useEffect(() => {
    const element = formElement(id);
    const { kept } = base;
    if (element)
      for (const field of fieldsOf(element)) {
        const text = kept.get(field.name);
        if (text) restoreValue(field, text);
      }
    // oxlint-disable-next-line react/exhaustive-deps -- a new key means that the form was reset
  }, [form.key]);

  const known = useMemo(
    () => (isMerged && base.version !== null ? fingerprintsOf(base.values) : null),
    [isMerged, base],
  );
  const settled = merged?.merge.base && merged.merge.collisions.length === 0 ? answer?.conflict : null;
  const frame: FormFrame = {
    id,
    answer,
    mayEdit,
    // Once the conflict is resolved, the form is based on the stored values.
    version: settled ? settled.version : answer ? answer.version : base.version,
    base: merged ? merged.merge.base : answer ? answer.base : known,
    merge: merged?.merge ?? null,
    onSubmit: form.onSubmit,
    errors: form.status === "error" ? summaryErrors(form, rowName) : [],
    isRefused: form.status === "error",
    isChanged: () => {
      const element = formElement(id);
      const known = flatValues(base.values);
      // A pending save does not count as unsaved, unless it waits for the connection.
      if (!element || (sentRef.current && !isHeld) || "givenUp" in element.dataset) return false;
      return differingNames(known, typedValues(element, known)).length > 0;
    },
    onSend: (element) => {
      sentRef.current = element && submittedValues(element);
    },
  };
  return { form, fields, frame };
}

/** The answer to this form's last post; answers to other forms of the page do not count. */
export function useFormAnswer(id: string): FormAnswer | undefined {
  const answer = useActionData<FormAnswer>();
  return answer && "form" in answer && answer.form === id ? answer : undefined;
}

type Merged = { answer: FormAnswer; merge: Merge; lastResult: SubmissionResult<string[]> };

/**
 * Merges the form with another person's save, once, when the answer and the stored values have arrived. Values typed
 * during the save count as typed.
 */
function useMerge(id: string, answer: FormAnswer | undefined, mergeWith: (typed: unknown) => Merge) {
  const { state } = useNavigation();
  const [merged, setMerged] = useState<Merged | null>(() => {
    if (!answer?.conflict) return null;
    const merge = mergeWith(answer.lastResult.initialValue);
    const initialValue = merge.values as SubmissionResult["initialValue"];
    return { answer, merge, lastResult: { ...answer.lastResult, ...(initialValue && { initialValue }) } };
  });
  useBrowserLayoutEffect(() => {
    if (!answer?.conflict || state !== "idle" || merged?.answer === answer) return;
    const element = formElement(id);
    const typed = element && parse(new FormData(element), { resolve: () => ({}) }).payload;
    setMerged({
      answer,
      merge: mergeWith(typed ?? answer.lastResult.initialValue),
      lastResult: { initialValue: null },
    });
  }, [answer, state]);
  return merged?.answer === answer ? merged : null;
}

type Stored<V> = { values?: DefaultValue<V>; version: number | null };
type Base<V> = Stored<V> & {
  key: string;
  /** The page the values belong to. */
  at: string;
  /** A new object resets the form to `values`. */
  reset: SubmissionResult<string[]> | null;
  /** Values typed during the save, by field name. */
  kept: ReadonlyMap<string, string[]>;
};

/**
 * The values the form is compared with. They are replaced by the stored ones after this form's own save, or while
 * nothing is typed; otherwise they stay, so that saving over another person's change is noticed. A form begun for one
 * record never carries over to the next.
 */
function useStoredValues<V>(id: string, { values, version }: Stored<V>, isUnanswered: boolean) {
  const key = JSON.stringify([version, values]);
  const sentRef = useRef<ReadonlyMap<string, string[]> | null>(null);
  const { state } = useNavigation();
  const { pathname: at } = useLocation();
  const [base, setBase] = useState<Base<V>>({ key, at, values, version, reset: null, kept: new Map() });
  useBrowserLayoutEffect(() => {
    const element = formElement(id);
    if ((key === base.key && at === base.at) || state !== "idle") return;
    if (!element || at !== base.at) {
      sentRef.current = null;
      setBase({ key, at, values, version, reset: { initialValue: null }, kept: new Map() });
      return;
    }
    const now = submittedValues(element);
    const isSaved = sentRef.current !== null && isUnanswered;
    const known = flatValues(base.values);
    if (!isSaved && differingNames(known, typedValues(element, known)).length > 0) return;
    const { current: before } = sentRef;
    const hasSameFields = !before || [...before.keys()].join() === [...now.keys()].join();
    const kept = isSaved && before ? valuesChangedSince(before, now) : new Map<string, string[]>();
    // Rows added or removed during the save stay; only the comparison changes.
    const reset = hasSameFields ? { initialValue: null } : base.reset;
    setBase({ key, at, values, version, reset, kept });
  }, [key, at, state]);
  return { base, sentRef };
}

const valuesChangedSince = (before: FlatValues, now: Map<string, string[]>) =>
  new Map([...now].filter(([name, texts]) => JSON.stringify(before.get(name)) !== JSON.stringify(texts)));

function formElement(id: string): HTMLFormElement | undefined {
  const element = document.getElementById(id);
  return element instanceof HTMLFormElement ? element : undefined;
}
