import { useLocation, useNavigation } from "@remix-run/react";
import {
  type ComponentPropsWithoutRef,
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useRef,
  useState,
} from "react";
import { useTexts } from "~/components/context/console-context";
import { Button, type ButtonLook } from "~/components/ui/button";
import { useHydrated } from "remix-utils/use-hydrated";
import { common } from "~/i18n/common";

/** How many rows are chosen; null while nobody counts (before or without scripts). */
const SelectedCount = createContext<number | null>(null);
export const SelectionProvider = SelectedCount.Provider;

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
  const hydrated = useHydrated();
  const [count, setCount] = useState(initial);
  const { key } = useLocation();

  const recount = () => {
    const boxes = rowChecks(ref.current);
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

  return { ref, count: hydrated ? count : null, recount };
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

/** "N selected". */
export function SelectionCount({ announced }: { announced: boolean }) {
  const t = useTexts(common);
  const count = useContext(SelectedCount);
  return (
    <span className="muted" {...(announced ? { role: "status" } : { "aria-hidden": true })}>
      {count ? t("table.selected", { count }) : ""}
    </span>
  );
}

type BulkButtonProps = ButtonLook &
  Omit<ComponentPropsWithoutRef<"button">, "type" | "name" | "value"> & {
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
  const count = useContext(SelectedCount);
  const navigation = useNavigation();
  const loading = navigation.state !== "idle";
  return (
    <Button
      {...rest}
      type="submit"
      name="intent"
      value={intent}
      busy={loading && navigation.formData?.get("intent") === intent}
      disabled={disabled || (count !== null && needsSelection && (count === 0 || loading))}
    />
  );
}
