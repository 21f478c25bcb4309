import { Form, useLocation } from "@remix-run/react";
import { type MouseEvent, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from "react";
import { useTexts } from "~/components/context/console-context";
import { FormSecrets } from "~/components/form/post-form";
import { Button } from "~/components/ui/button";
import { classes } from "~/components/ui/classes";
import { useHydrated } from "remix-utils/use-hydrated";
import { common } from "~/i18n/common";
import { chosenIn } from "~/models/list/chosen-rows";
import { clearDefaults, markChosen, rowChecks, Selection, type SelectionValue } from "./selection-context";
import { useFocusAfterPost } from "./use-focus-after-post";
import { useRoomBelow } from "./use-room-below";

type ListCardProps = {
  label: string;
  /** The form of the rows; nothing is counted without one. */
  formId: string | undefined;
  /** How many are chosen when the page comes. */
  initial: number;
  /** How often the page was turned (`useKeptAnswer`). */
  turn: number;
  children: ReactNode;
  isAll?: boolean | undefined;
};

/**
 * The card of a list. It counts the ticked rows of its form, at each of the form's `input` events: React's `change` takes
 * a box that was cleared by `reset()` for still ticked and says nothing when it is ticked again. The boxes themselves stay
 * the browser's: the form is the same with and without scripts. Another page of rows and the answer to a post clear the choice
 * (APP-46), and no other move does (GEN-102). The count is kept here, and not by the table, so that neither a tick nor the
 * arrival of scripts draws a row again.
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
    // From a page about the chosen rows one comes back to them.
    const asked = chosenIn(hash);
    // A box that was set is the person's: what comes with a later answer does not change it.
    for (const box of rowChecks(formRef.current)) box.checked = box.checked || asked.has(box.value);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the address names rows of the page as it comes
  }, [turn, hydrated]);
  // Boxes may have been ticked before scripts ran, and rows may have come or gone.
  useEffect(() => setChosen(markChosen(formRef.current)), [children, hydrated]);
  useFocusAfterPost(formRef, list);
  const value = useMemo<SelectionValue>(
    () => ({ count, formId, formRef, isAll, recount: () => setChosen(markChosen(formRef.current)) }),
    [count, formId, isAll],
  );
  return (
    <Selection.Provider value={value}>
      <div className="list-card" role="group" aria-label={label} tabIndex={-1} ref={list}>
        {children}
      </div>
    </Selection.Provider>
  );
}

/** The bar on top of a list; where it holds what is done to chosen rows (`isSwapped`), that comes in place of the filters. */
export function ListBar({ isSwapped, children }: { isSwapped: boolean; children: ReactNode }) {
  const { count, isAll } = useContext(Selection);
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
  /** Names the list in what it posts. */
  name: string;
  form: { action?: string; fields?: ReactNode } | undefined;
  children: ReactNode;
};

/** The form around the rows. It counts the chosen ones by itself, so that ticking a box draws no row again. */
export function ListForm({ formId, name, form, children }: ListFormProps) {
  const { formRef, recount } = useContext(Selection);
  const lastBox = useRef<HTMLInputElement | null>(null);

  /** Shift and a click choose, or free, all rows from the last one clicked. */
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
      // The boxes are only cleared once the event is over.
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

/** Chooses every row of the page; only scripts can do that, so only scripts show it. */
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
      // A click comes before the `input` event at which the form counts.
      onClick={({ currentTarget: { form, checked } }) => {
        for (const box of rowChecks(form)) box.checked = checked;
      }}
    />
  );
}

/** How many are chosen, what can be done to them, and "Clear": in the list's bar, or under the table (APP-36). */
export function SelectionBar({
  formId,
  atBottom,
  matching,
  children,
}: {
  formId: string;
  atBottom: boolean;
  /** The button that chooses every row that matches. */
  matching?: ReactNode;
  children: ReactNode;
}) {
  const t = useTexts(common);
  const { count, isAll, formRef } = useContext(Selection);
  const text = count && !isAll ? t("table.selected", { count }) : "";
  const bar = useRef<HTMLDivElement>(null);
  const isHidden = atBottom && count === 0 && !isAll;
  useRoomBelow(bar, atBottom && !isHidden);
  return (
    <>
      {/* Under the table the bar comes with the first chosen row; where nobody counts it is always there. */}
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
        // A live region is announced only if it was there before its text.
        <div className="visually-hidden" role="status">
          {text}
        </div>
      )}
    </>
  );
}
