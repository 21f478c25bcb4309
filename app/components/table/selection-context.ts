import { createContext, type RefObject, useContext } from "react";

export type SelectionValue = {
  /** How many rows are chosen, null while nobody counts (before or without scripts). */
  count: number | null;
  /** The form that they are of. */
  formId: string | undefined;
  formRef: RefObject<HTMLFormElement> | undefined;
  /** Every row that matches is chosen, those of other pages too. */
  isAll: boolean;
  recount: () => void;
};
export const Selection = createContext<SelectionValue>({
  count: null,
  formId: undefined,
  formRef: undefined,
  isAll: false,
  recount: () => {},
});

/** The boxes of a form that can be ticked. */
export const rowChecks = (form: HTMLFormElement | null) => [
  ...(form?.querySelectorAll<HTMLInputElement>(".row-check:enabled") ?? []),
];

/** Lets a reset of the form tick nothing, whatever was ticked when the page came. */
export function clearDefaults(form: HTMLFormElement | null | undefined): void {
  for (const box of rowChecks(form ?? null)) box.defaultChecked = false;
}

/** Marks the ticked rows of a form and its box for all of them; answers how many are ticked. */
export function markChosen(form: HTMLFormElement | null): number {
  const boxes = rowChecks(form);
  for (const box of boxes) box.closest("tr")?.toggleAttribute("data-selected", box.checked);
  const chosen = boxes.filter((box) => box.checked).length;
  const all = form?.querySelector<HTMLInputElement>(".all-check");
  if (all) {
    all.checked = chosen > 0 && chosen === boxes.length;
    all.indeterminate = chosen > 0 && chosen < boxes.length;
    all.disabled = boxes.length === 0;
  }
  return chosen;
}

/** Whether one of the rows is chosen. */
export function isChosen(formId: string | undefined, values: readonly string[]): boolean {
  const form = formId === undefined ? null : document.getElementById(formId);
  return (
    form instanceof HTMLFormElement &&
    rowChecks(form).some(({ checked, value }) => checked && values.includes(value))
  );
}

/** Whether every row of the page that can be is ticked; null while nobody counts. */
export function usePageChosen(): boolean | null {
  const { count, formId } = useContext(Selection);
  if (count === null) return null;
  // Each tick counts again and so asks this again.
  const form = formId === undefined ? null : document.getElementById(formId);
  return count > 0 && form instanceof HTMLFormElement && count === rowChecks(form).length;
}
