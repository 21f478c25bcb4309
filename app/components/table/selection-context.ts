import { createContext, type RefObject, useContext } from "react";

export type SelectionValue = {
  /** Number of selected rows; null while unknown (before hydration or without JS). */
  count: number | null;
  /** Id of the form that contains the row checkboxes. */
  formId: string | undefined;
  formRef: RefObject<HTMLFormElement> | undefined;
  /** True if every matching row is selected, including those on other pages. */
  isAll: boolean;
  recount: () => void;
};
export const SelectionContext = createContext<SelectionValue>({
  count: null,
  formId: undefined,
  formRef: undefined,
  isAll: false,
  recount: () => {},
});

/** The form's checkboxes that can be ticked. */
export const rowChecks = (form: HTMLFormElement | null) => [
  ...(form?.querySelectorAll<HTMLInputElement>(".row-check:enabled") ?? []),
];

/** Makes a reset of the form clear all ticks, whatever was ticked when the page loaded. */
export function clearDefaults(form: HTMLFormElement | null | undefined): void {
  for (const box of rowChecks(form ?? null)) box.defaultChecked = false;
}

/** Marks a form's ticked rows and its "all" box; returns the number of ticked rows. */
export function markChosen(form: HTMLFormElement | null): number {
  const boxes = rowChecks(form);
  // Also unmarks rows that can no longer be ticked.
  for (const box of form?.querySelectorAll<HTMLInputElement>(".row-check") ?? [])
    box.closest("tr")?.toggleAttribute("data-selected", box.checked && !box.disabled);
  const chosen = boxes.filter((box) => box.checked).length;
  const all = form?.querySelector<HTMLInputElement>(".all-check");
  if (all) {
    all.checked = chosen > 0 && chosen === boxes.length;
    all.indeterminate = chosen > 0 && chosen < boxes.length;
    all.disabled = boxes.length === 0;
  }
  return chosen;
}

/** True if one of the rows is selected. */
export function isChosen(formId: string | undefined, values: readonly string[]): boolean {
  const form = formId === undefined ? null : document.getElementById(formId);
  return (
    form instanceof HTMLFormElement &&
    rowChecks(form).some(({ checked, value }) => checked && values.includes(value))
  );
}

/** True if every selectable row of the page is ticked; null while unknown. */
export function useIsPageSelected(): boolean | null {
  const { count, formId } = useContext(SelectionContext);
  if (count === null) return null;
  // Each tick updates the count, which evaluates this again.
  const form = formId === undefined ? null : document.getElementById(formId);
  return count > 0 && form instanceof HTMLFormElement && count === rowChecks(form).length;
}
