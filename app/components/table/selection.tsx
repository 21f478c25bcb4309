import { Form, useLocation, useNavigation } from "@remix-run/react";
import {
  type ComponentPropsWithoutRef,
  createContext,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useContext,
  useEffect,
  useRef,
  useState,
} from "react";
import { useTexts } from "~/components/context/console-context";
import { FormSecrets } from "~/components/form/post-form";
import { Button, type ButtonLook } from "~/components/ui/button";
import { classes } from "~/components/ui/classes";
import { useHydrated } from "remix-utils/use-hydrated";
import { common } from "~/i18n/common";

/** How many rows are chosen, null while nobody counts (before or without scripts); and the form that they are of. */
const Selection = createContext<{ count: number | null; formId: string | undefined }>({
  count: null,
  formId: undefined,
});
export const SelectionProvider = Selection.Provider;

const rowChecks = (form: HTMLFormElement | null) => [
  ...(form?.querySelectorAll<HTMLInputElement>(".row-check:enabled") ?? []),
];

/**
 * Counts the ticked rows of a form, at each of its `input` events: React's `change` takes a box that was cleared by
 * `reset()` for still ticked and says nothing when it is ticked again. The boxes themselves stay the browser's: the
 * form is the same with and without scripts. Any navigation clears the choice (APP-46).
 */
export function useSelection(initial: number) {
  const ref = useRef<HTMLFormElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const lastBox = useRef<HTMLInputElement | null>(null);
  const hydrated = useHydrated();
  const [count, setCount] = useState(initial);
  const { key } = useLocation();

  const recount = () => {
    const boxes = rowChecks(ref.current);
    for (const box of boxes) box.closest("tr")?.toggleAttribute("data-selected", box.checked);
    const chosen = boxes.filter((box) => box.checked).length;
    const all = ref.current?.querySelector<HTMLInputElement>(".all-check");
    if (all) {
      all.checked = chosen > 0 && chosen === boxes.length;
      all.indeterminate = chosen > 0 && chosen < boxes.length;
      all.disabled = boxes.length === 0;
    }
    setCount(chosen);
  };
  const drawnAt = useRef(key);
  useEffect(() => {
    if (drawnAt.current !== key) ref.current?.reset();
    drawnAt.current = key;
    // Boxes may have been ticked before scripts ran.
    recount();
  }, [key, hydrated]);
  useFocusAfterPost(ref, list);

  /** Shift and a click choose, or free, all rows from the last one clicked. */
  const chooseRange = ({ target, shiftKey }: MouseEvent) => {
    if (!(target instanceof HTMLInputElement) || !target.classList.contains("row-check")) return;
    const boxes = rowChecks(ref.current);
    const [from, to] = [lastBox.current ? boxes.indexOf(lastBox.current) : -1, boxes.indexOf(target)];
    lastBox.current = target;
    if (!shiftKey || from < 0) return;
    for (const box of boxes.slice(Math.min(from, to), Math.max(from, to) + 1)) box.checked = target.checked;
  };
  return { ref, list, count: hydrated ? count : null, recount, chooseRange };
}

/** The pressed button goes with its rows or is disabled: the focus goes on to what is said about it, else to the list. */
function useFocusAfterPost(form: RefObject<HTMLFormElement>, list: RefObject<HTMLDivElement>) {
  const { state, formData } = useNavigation();
  const posted = useRef(false);
  useEffect(() => {
    if (state === "submitting" && formData) {
      const focused = document.activeElement;
      posted.current = focused instanceof HTMLButtonElement && focused.form === form.current;
    }
    if (state !== "idle" || !posted.current) return;
    posted.current = false;
    const { activeElement } = document;
    const isLost =
      activeElement === null ||
      activeElement === document.body ||
      activeElement.matches(":disabled, [hidden] *");
    if (!isLost) return;
    const target = document.querySelector<HTMLElement>(".notices > *") ?? list.current;
    target?.setAttribute("tabindex", "-1");
    target?.focus();
  }, [state, formData, form, list]);
}

type ListFormProps = {
  formId: string;
  formRef: RefObject<HTMLFormElement>;
  recount: () => void;
  chooseRange: (event: MouseEvent) => void;
  form: { action?: string; fields?: ReactNode } | undefined;
  children: ReactNode;
};

/** The form around the rows. It counts the chosen ones by itself, so that ticking a box draws no row again. */
export function ListForm({ formId, formRef, recount, chooseRange, form, children }: ListFormProps) {
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
      {form?.fields}
      {children}
    </Form>
  );
}

/** Chooses every row of the page; only scripts can do that, so only scripts show it. */
export function SelectAll() {
  const t = useTexts(common);
  if (!useHydrated()) return <span className="visually-hidden">{t("table.selection")}</span>;
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
  children,
}: {
  formId: string;
  atBottom: boolean;
  children: ReactNode;
}) {
  const t = useTexts(common);
  const { count } = useContext(Selection);
  const text = count ? t("table.selected", { count }) : "";
  return (
    <>
      {/* Under the table the bar comes with the first chosen row; where nobody counts it is always there. */}
      <div
        className={classes("selection-bar", atBottom && "selection-bar-bottom")}
        hidden={atBottom && count === 0}
      >
        <span className="selection-count" {...(atBottom ? { "aria-hidden": true } : { role: "status" })}>
          {text}
        </span>
        {children}
        {count !== 0 && count !== null && (
          <Button type="reset" form={formId} variant="ghost" icon="x">
            {t("table.clearSelection")}
          </Button>
        )}
      </div>
      {atBottom && (
        // What comes into sight with its text is not announced; what was there before is.
        <div className="visually-hidden" role="status">
          {text}
        </div>
      )}
    </>
  );
}

type BulkButtonProps = ButtonLook &
  Omit<ComponentPropsWithoutRef<"button">, "type" | "name" | "value" | "form"> & {
    intent: string;
    /** False for an action that makes sense with nothing chosen. */
    needsSelection?: boolean;
    children: ReactNode;
  };

/**
 * A button of a table's toolbar. Scripts keep it disabled until a row is chosen; without them it is enabled and
 * the server answers an empty choice with a message (SHELL-29).
 */
export function BulkButton({ intent, needsSelection = true, disabled, ...rest }: BulkButtonProps) {
  const { count, formId } = useContext(Selection);
  const navigation = useNavigation();
  const loading = navigation.state !== "idle";
  return (
    <Button
      {...rest}
      type="submit"
      form={formId}
      name="intent"
      value={intent}
      busy={loading && navigation.formData?.get("intent") === intent}
      disabled={disabled || (count !== null && needsSelection && (count === 0 || loading))}
    />
  );
}
