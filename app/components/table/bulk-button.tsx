import { useNavigation } from "@remix-run/react";
import { type ComponentPropsWithoutRef, type ReactNode, useContext, useEffect, useRef } from "react";
import { Button, type ButtonLook } from "~/components/ui/button";
import { focusNotice, isFocusLost } from "~/components/ui/notices";
import type { Intent } from "~/services/intents";
import { isChosen, SelectionContext } from "./selection-context";

type BulkButtonProps = ButtonLook &
  Omit<ComponentPropsWithoutRef<"button">, "type" | "name" | "value" | "form"> & {
    intent: Intent;
    /** False for an action that works without a selection. */
    needsSelection?: boolean;
    /** True for an action on exactly one row. */
    needsOne?: boolean;
    /** Rows it cannot be used with, by checkbox value, and the reason. */
    notFor?: { ids: readonly string[]; why: string };
    children: ReactNode;
  };

/**
 * A button in a table's toolbar. JS keeps it disabled until a row is selected; without JS it is enabled and the server
 * answers an empty selection with a message (SHELL-29).
 */
export function BulkButton({ intent, needsSelection = true, disabled, ...props }: BulkButtonProps) {
  const { needsOne = false, notFor, ...rest } = props;
  const { count: ticked, isAll, formId, formRef } = useContext(SelectionContext);
  // With all matching rows selected, the checkboxes are irrelevant.
  const count = isAll ? null : ticked;
  // Each tick updates the count, which rerenders this button.
  const isRefused = Boolean(count) && notFor !== undefined && isChosen(formId, notFor.ids);
  const navigation = useNavigation();
  const loading = navigation.state !== "idle";
  // Not disabled while pending: a disabled button loses the focus, and a question about the rows returns it.
  const busy = loading && navigation.formData?.get("intent") === intent;
  const isOff =
    disabled ||
    isRefused ||
    (needsOne && count !== null && count !== 1) ||
    (count !== null && needsSelection && (count === 0 || (loading && !busy)));
  const isPressed = useRef(false);
  // If the action removed the rows, the focus moves to the outcome, else to the list.
  useEffect(() => {
    if (busy) isPressed.current = true;
    if (busy || !isOff || !isPressed.current) return;
    isPressed.current = false;
    if (isFocusLost()) focusNotice(formRef?.current?.closest<HTMLElement>(".list-card"));
  }, [busy, isOff, formRef]);
  return (
    <>
      <Button
        {...rest}
        type="submit"
        form={formId}
        name="intent"
        value={intent}
        busy={busy}
        disabled={isOff}
      />
      {notFor && (
        <span className="muted" role="status">
          {isRefused && notFor.why}
        </span>
      )}
    </>
  );
}
