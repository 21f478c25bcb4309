import { type DefaultValue, parse, type SubmissionResult, useForm } from "@conform-to/react";
import { useActionData, useLocation, useNavigation } from "@remix-run/react";
import { useEffect, useLayoutEffect, useMemo, useReducer } from "react";
import { useConnectionLost } from "~/components/context/connection";
import type { FormAnswer } from "~/services/form-answer";
import { differing, fieldsOf, flatValues, putBack, sentValues, typedValues } from "./changes";
import type { FormFrame } from "./console-form";
import { type RowName, summaryErrors } from "./error-summary";
import { keyOf, nextForm, openForm, type Stored } from "./form-state";
import { fingerprintsOf, type Merge, mergeChanges } from "./merge";
import { type Checks, useChecks } from "./use-checks";

type FormOptions<V> = {
  /** Unique on the page; the server tells the page's forms apart by it. */
  id: string;
  /** The stored values, or those of a new record. */
  values?: DefaultValue<V>;
  /** The version of what is stored; a save over a newer one is refused. null for what nobody has saved yet. */
  version: number | null;
  /** `false` shows the values only. */
  mayEdit?: boolean;
  /** Fields that mean something only with each other: of two people's changes to them one is kept whole. */
  together?: readonly (readonly string[])[];
  /** `false` for a form that tells by itself what its person changed. */
  isMerged?: boolean;
  /** How rows are called in the summary of what is wrong. */
  rowName?: RowName;
};

const useBrowserLayoutEffect = typeof document === "undefined" ? useEffect : useLayoutEffect;

/**
 * The one way to a form that creates or edits something: the schema's checks while typing and after the answer, the
 * values kept over a save, and all that `<ConsoleForm frame>` draws by itself. The schema's module is loaded once
 * somebody begins to fill the form in; what the form needs before that stands in a module without zod.
 */
export function useConsoleForm<V extends Record<string, unknown>>(
  checks: Checks<V>,
  { id, values, version, mayEdit = true, together = [], isMerged = true, rowName }: FormOptions<V>,
) {
  const answer = useFormAnswer(id);
  const isHeld = useConnectionLost();
  const [{ base, sent, reset, retyped, merged }, dispatch] = useFormState<V>(
    id,
    { values, version },
    answer,
    (typed) => mergeChanges((isMerged && answer?.base) || null, typed, values, together),
  );
  const wrong = Object.keys(answer?.lastResult.error ?? {});
  const { validate, isReady, left } = useChecks(id, checks, wrong);
  const [form, fields] = useForm<V, unknown>({
    id,
    defaultValue: merged ? (merged.merge.values as DefaultValue<V>) : base.values,
    lastResult: merged?.lastResult ?? answer?.lastResult ?? reset,
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
    if (element)
      for (const field of fieldsOf(element)) {
        const text = retyped.get(field.name);
        if (text) putBack(field, text);
      }
    // eslint-disable-next-line react-hooks/exhaustive-deps -- a new key is how a form says that it was set back
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
    // Once there is nothing left to choose, the form is based on what is stored now.
    version: settled ? settled.version : answer ? answer.version : base.version,
    base: merged ? merged.merge.base : answer ? answer.base : known,
    merge: merged?.merge ?? null,
    onSubmit: form.onSubmit,
    errors: form.status === "error" ? summaryErrors(form, rowName) : [],
    isRefused: form.status === "error",
    isChanged: () => {
      const element = formElement(id);
      // A save under way is not lost, unless it waits for the connection.
      if (!element || (sent && !isHeld) || "givenUp" in element.dataset) return false;
      return isTypedIn(element, base);
    },
    onSend: (element) =>
      dispatch(element ? { type: "sent", values: sentValues(element) } : { type: "answered" }),
  };
  return { form, fields, frame };
}

/** The answer to this form's last post; answers to other forms of the page do not count. */
export function useFormAnswer(id: string): FormAnswer | undefined {
  const answer = useActionData<FormAnswer>();
  return answer && "form" in answer && answer.form === id ? answer : undefined;
}

/**
 * The form's state, moved on by the pages and answers that come. They are taken up before the browser paints, once the
 * navigation that brought them has ended: values typed while a save was under way count as typed.
 */
function useFormState<V>(
  id: string,
  stored: Stored<V>,
  answer: FormAnswer | undefined,
  mergeWith: (typed: unknown) => Merge,
) {
  const { state: navigation } = useNavigation();
  const { pathname: at } = useLocation();
  const key = keyOf(stored);
  const [state, dispatch] = useReducer(nextForm<V>, null, () => {
    if (!answer?.conflict) return openForm(stored, at);
    const merge = mergeWith(answer.lastResult.initialValue);
    const initialValue = merge.values as SubmissionResult["initialValue"];
    const lastResult = { ...answer.lastResult, ...(initialValue && { initialValue }) };
    return openForm(stored, at, { answer, merge, lastResult });
  });
  useBrowserLayoutEffect(() => {
    if (navigation !== "idle" || (key === state.key && at === state.at)) return;
    const element = formElement(id);
    dispatch({
      type: "loaded",
      stored,
      at,
      fields: element ? sentValues(element) : null,
      isChanged: element !== undefined && isTypedIn(element, state.base),
      isRefused: answer !== undefined,
    });
  }, [key, at, navigation]);
  useBrowserLayoutEffect(() => {
    if (navigation !== "idle" || !answer?.conflict || state.merged?.answer === answer) return;
    const element = formElement(id);
    const typed = element && parse(new FormData(element), { resolve: () => ({}) }).payload;
    const merge = mergeWith(typed ?? answer.lastResult.initialValue);
    dispatch({ type: "merged", merged: { answer, merge, lastResult: { initialValue: null } } });
  }, [answer, navigation]);
  const merged = state.merged?.answer === answer ? state.merged : null;
  return [{ ...state, merged }, dispatch] as const;
}

/** Whether a form's fields differ from what it is based on. */
function isTypedIn(element: HTMLFormElement, { values }: Stored<unknown>): boolean {
  const known = flatValues(values);
  return differing(known, typedValues(element, known)).length > 0;
}

function formElement(id: string): HTMLFormElement | undefined {
  const element = document.getElementById(id);
  return element instanceof HTMLFormElement ? element : undefined;
}
