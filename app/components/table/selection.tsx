import { Form, useLocation } from "@remix-run/react";
import { type MouseEvent, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from "react";
import { useTexts } from "~/components/context/console-context";
import { FormSecrets } from "~/components/form/post-form";
import { Button } from "~/components/ui/button";
import { classes } from "~/components/ui/classes";
import { useHydrated } from "remix-utils/use-hydrated";
import { common } from "~/i18n/common";
import { preselectedIds } from "~/models/list/preselected-rows";
import {
  clearDefaults,
  markChosen,
  rowChecks,
  SelectionContext,
  type SelectionValue,
} from "./selection-context";
import { useFocusAfterPost } from "./use-focus-after-post";
import { useRoomBelowBar } from "./use-room-below-bar";

type ListCardProps = {
  label: string;
  /** Id of the form around the rows; without it nothing is counted. */
  formId: string | undefined;
  /** Number of rows selected when the page loads. */
  initial: number;
  /** Number of page changes (`useLastAnswer`). */
  turn: number;
  children: ReactNode;
  isAll?: boolean | undefined;
};

/**
 * The card of a list. It counts its form's ticked rows at each `input` event: React's `change` considers a box cleared
 * by `reset()` still ticked and does not fire when it is ticked again. The boxes are uncontrolled: the form is the same
 * with and without JS. Another page of rows and the answer to a post clear the selection (APP-46), no other navigation
 * does (GEN-102). The count is kept here, not in the table, so that neither a tick nor hydration rerenders the rows.
 */
export function ListCard({ label, formId, initial, turn, isAll = false, children }: ListCardProps) {
  const formRef = useRef<HTMLFormElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const hydrated = useHydrated();
  const [chosen, setChosen] = useState(initial);
  const { hash } = useLocation();
  const count = hydrated ? chosen : null;
  const drawnAt = useRef(turn);
  useEffect(() => {
    if (drawnAt.current !== turn) formRef.current?.reset();
    drawnAt.current = turn;
    // Returning from a page about the selected rows restores the selection.
    const preselected = preselectedIds(hash);
    // Boxes belong to the person once they are set: later answers do not change them.
    for (const box of rowChecks(formRef.current)) box.checked = box.checked || preselected.has(box.value);
    // oxlint-disable-next-line react/exhaustive-deps -- the address names rows only on page load
  }, [turn, hydrated]);
  // Boxes may have been ticked before hydration, and rows may have changed.
  useEffect(() => setChosen(markChosen(formRef.current)), [children, hydrated]);
  useFocusAfterPost(formRef, list);
  const value = useMemo<SelectionValue>(
    () => ({ count, formId, formRef, isAll, recount: () => setChosen(markChosen(formRef.current)) }),
    [count, formId, isAll],
  );
  return (
    <SelectionContext.Provider value={value}>
      <div className="list-card" role="group" aria-label={label} tabIndex={-1} ref={list}>
        {children}
      </div>
    </SelectionContext.Provider>
  );
}

/** The bar above a list; if it contains the bulk actions (`isSwapped`), these replace the filters. */
export function ListBar({ isSwapped, children }: { isSwapped: boolean; children: ReactNode }) {
  const { count, isAll } = useContext(SelectionContext);
  return (
    <div
      className="list-bar rt-Flex rt-r-fw-wrap rt-r-ai-start rt-r-rg-2 rt-r-cg-3 rt-r-py-2 rt-r-px-3"
      data-selected={isSwapped ? (isAll ? "all" : count ? "" : undefined) : undefined}
    >
      {children}
    </div>
  );
}

type ListFormProps = {
  formId: string;
  /** Identifies the list in its posts. */
  name: string;
  form: { action?: string; fields?: ReactNode } | undefined;
  children: ReactNode;
};

/** The form around the rows. It counts selected rows itself, so that a tick rerenders no row. */
export function ListForm({ formId, name, form, children }: ListFormProps) {
  const { formRef, recount } = useContext(SelectionContext);
  const lastBox = useRef<HTMLInputElement | null>(null);

  /** Shift-click selects, or deselects, all rows from the last one clicked. */
  const chooseRange = ({ target, shiftKey }: MouseEvent) => {
    if (!(target instanceof HTMLInputElement) || !target.classList.contains("row-check")) return;
    const boxes = rowChecks(target.form);
    const [from, to] = [lastBox.current ? boxes.indexOf(lastBox.current) : -1, boxes.indexOf(target)];
    lastBox.current = target;
    if (!shiftKey || from < 0) return;
    for (const box of boxes.slice(Math.min(from, to), Math.max(from, to) + 1)) box.checked = target.checked;
  };
  return (
    <Form
      ref={formRef}
      id={formId}
      method="post"
      action={form?.action}
      onClickCapture={chooseRange}
      onInput={recount}
      // The boxes are cleared only after the event.
      onReset={() => setTimeout(recount)}
      preventScrollReset
    >
      <FormSecrets />
      <input type="hidden" name="list" value={name} />
      {form?.fields}
      {children}
    </Form>
  );
}

/** Selects every row of the page; shown only with JS, which it needs. */
export function SelectAll() {
  const t = useTexts(common);
  if (!useHydrated())
    return (
      <>
        <span className="visually-hidden">{t("table.selection")}</span>
        <span className="checkbox with-scripts" aria-hidden="true" />
      </>
    );
  return (
    <input
      type="checkbox"
      className="checkbox all-check"
      aria-label={t("table.selectAll")}
      // A click precedes the `input` event at which the form counts.
      onClick={({ currentTarget: { form, checked } }) => {
        for (const box of rowChecks(form)) box.checked = checked;
      }}
    />
  );
}

/** Selection count, bulk actions and "Clear": in the list's bar, or below the table (APP-36). */
export function SelectionBar({
  formId,
  atBottom,
  matching,
  children,
}: {
  formId: string;
  atBottom: boolean;
  /** The button that selects every matching row. */
  matching?: ReactNode;
  children: ReactNode;
}) {
  const t = useTexts(common);
  const { count, isAll, formRef } = useContext(SelectionContext);
  const text = count && !isAll ? t("table.selected", { count }) : "";
  const bar = useRef<HTMLDivElement>(null);
  const isHidden = atBottom && count === 0 && !isAll;
  useRoomBelowBar(bar, atBottom && !isHidden);
  return (
    <>
      {/* Below the table the bar appears with the first selected row; without a count, always. */}
      <div
        ref={bar}
        className={classes(
          "selection-bar rt-Flex rt-r-fw-wrap rt-r-ai-center rt-r-gap-2",
          atBottom && "selection-bar-bottom",
        )}
        hidden={isHidden}
      >
        <span className="selection-count" {...(atBottom ? { "aria-hidden": true } : { role: "status" })}>
          {text}
        </span>
        {matching}
        {children}
        {count !== 0 && count !== null && (
          <Button
            type="reset"
            form={formId}
            variant="ghost"
            icon="x"
            onClick={() => clearDefaults(formRef?.current)}
          >
            {t("table.clearSelection")}
          </Button>
        )}
      </div>
      {atBottom && (
        // A live region is announced only if it existed before its text.
        <div className="visually-hidden" role="status">
          {text}
        </div>
      )}
    </>
  );
}
