import { type DefaultValue, type SubmissionResult, useForm } from "@conform-to/react";
import { useActionData, useLocation, useNavigation } from "@remix-run/react";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { useConnectionLost } from "~/components/context/connection";
import type { FormAnswer } from "~/services/form-answer";
import {
  differing,
  fieldsOf,
  type FlatValues,
  flatValues,
  putBack,
  sentValues,
  typedValues,
} from "./changes";
import type { FormFrame } from "./console-form";
import { summaryErrors } from "./error-summary";
import { type Checks, useChecks } from "./use-checks";

type FormOptions<V> = {
  /** Unique on the page; the server tells the page's forms apart by it. */
  id: string;
  /** What is stored, or what a new record starts with. */
  values?: DefaultValue<V>;
  /** The version of what is stored; a save over a newer one is refused. null for what nobody has saved yet. */
  version: number | null;
  /** `false` shows the values only. */
  mayEdit?: boolean;
};

const useBrowserLayoutEffect = typeof document === "undefined" ? useEffect : useLayoutEffect;

/**
 * The one way to a form that creates or edits something: the schema's checks while typing and after the answer, the
 * values kept over a save, and all that `<ConsoleForm frame>` draws by itself. The schema's module is loaded once
 * somebody begins to fill the form in; what the form needs before that stands in a module without zod.
 */
export function useConsoleForm<V extends Record<string, unknown>>(
  checks: Checks<V>,
  { id, values, version, mayEdit = true }: FormOptions<V>,
) {
  const answer = useFormAnswer(id);
  const isHeld = useConnectionLost();
  const { base, sentRef } = useStored<V>(id, { values, version }, answer === undefined);
  const wrong = Object.keys(answer?.lastResult.error ?? {});
  const { validate, isReady, left } = useChecks(id, checks, wrong);
  const [form, fields] = useForm<V, unknown>({
    id,
    defaultValue: base.values,
    lastResult: answer?.lastResult ?? base.reset,
    onValidate: ({ formData }) => validate(formData),
    shouldValidate: "onBlur",
    shouldRevalidate: "onInput",
  });
  useEffect(() => {
    if (!isReady) return;
    for (const name of left.current) form.validate({ name });
    left.current.clear();
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once, when the checks have come
  }, [isReady]);
  // Once the form has been given what is stored now, fields that were typed in meanwhile get their text back.
  useEffect(() => {
    const element = formElement(id);
    const { kept } = base;
    if (element)
      for (const field of fieldsOf(element)) {
        const text = kept.get(field.name);
        if (text) putBack(field, text);
      }
    // eslint-disable-next-line react-hooks/exhaustive-deps -- a new key is how a form says that it was set back
  }, [form.key]);

  const frame: FormFrame = {
    id,
    answer,
    mayEdit,
    version: answer ? answer.version : base.version,
    onSubmit: form.onSubmit,
    errors: form.status === "error" ? summaryErrors(form) : [],
    isRefused: form.status === "error",
    stored: values,
    isChanged: () => {
      const element = formElement(id);
      const known = flatValues(base.values);
      // What is on its way is not lost, unless it waits for the connection.
      if (!element || (sentRef.current && !isHeld) || "givenUp" in element.dataset) return false;
      return differing(known, typedValues(element, known)).length > 0;
    },
    onSend: (element) => {
      sentRef.current = element && sentValues(element);
    },
  };
  return { form, fields, frame };
}

/** What the last post of this form was answered with; the answers to other forms of the page are none of its. */
export function useFormAnswer(id: string): FormAnswer | undefined {
  const answer = useActionData<FormAnswer>();
  return answer && "form" in answer && answer.form === id ? answer : undefined;
}

type Stored<V> = { values?: DefaultValue<V>; version: number | null };
type Base<V> = Stored<V> & {
  key: string;
  /** The page that the values belong to. */
  at: string;
  /** A new one sets the form back to `values`. */
  reset: SubmissionResult<string[]> | null;
  /** What was typed while the save was under way, by field name. */
  kept: ReadonlyMap<string, string[]>;
};

/**
 * What the form's values are measured against. It becomes what is stored now after a save of this form's own, or while
 * nothing is typed; otherwise it stays what the person began with, so that saving over another's change is noticed. What was begun for one record never goes to another that takes its place.
 */
function useStored<V>(id: string, { values, version }: Stored<V>, isUnanswered: boolean) {
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
    const now = sentValues(element);
    const isSaved = sentRef.current !== null && isUnanswered;
    const known = flatValues(base.values);
    if (!isSaved && differing(known, typedValues(element, known)).length > 0) return;
    const { current: before } = sentRef;
    const hasSameFields = !before || [...before.keys()].join() === [...now.keys()].join();
    const kept = isSaved && before ? changedSince(before, now) : new Map<string, string[]>();
    // Rows that came or went while the save was under way stay as they are; only the measure changes.
    const reset = hasSameFields ? { initialValue: null } : base.reset;
    setBase({ key, at, values, version, reset, kept });
  }, [key, at, state]);
  return { base, sentRef };
}

const changedSince = (before: FlatValues, now: Map<string, string[]>) =>
  new Map([...now].filter(([name, texts]) => JSON.stringify(before.get(name)) !== JSON.stringify(texts)));

function formElement(id: string): HTMLFormElement | undefined {
  const element = document.getElementById(id);
  return element instanceof HTMLFormElement ? element : undefined;
}
