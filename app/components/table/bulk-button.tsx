import { useNavigation } from "@remix-run/react";
import { type ComponentPropsWithoutRef, type ReactNode, useContext, useEffect, useRef } from "react";
import { Button, type ButtonLook } from "~/components/ui/button";
import { focusNotice, isFocusLost } from "~/components/ui/notices";
import type { Intent } from "~/services/intents";
import { isChosen, Selection } from "./selection-context";

type BulkButtonProps = ButtonLook &
  Omit<ComponentPropsWithoutRef<"button">, "type" | "name" | "value" | "form"> & {
    intent: Intent;
    /** False for an action that makes sense with nothing chosen. */
    needsSelection?: boolean;
    /** For an action on one row: whether exactly one must be chosen. */
    needsOne?: boolean;
    /** Rows that it cannot be pressed with, by what their boxes send, and why. */
    notFor?: { ids: readonly string[]; why: string };
    children: ReactNode;
  };

/**
 * A button of a table's toolbar. Scripts keep it disabled until a row is chosen; without them it is enabled and
 * the server answers an empty choice with a message (SHELL-29).
 */
export function BulkButton({ intent, needsSelection = true, disabled, ...props }: BulkButtonProps) {
  const { needsOne = false, notFor, ...rest } = props;
  const { count: ticked, isAll, formId, formRef } = useContext(Selection);
  // Where all that match are chosen the boxes say nothing.
  const count = isAll ? null : ticked;
  // Each tick counts again and so draws this again.
  const isRefused = Boolean(count) && notFor !== undefined && isChosen(formId, notFor.ids);
  const navigation = useNavigation();
  const loading = navigation.state !== "idle";
  // While it works it is not disabled, which would take the focus from it: a question about the rows gives it back.
  const busy = loading && navigation.formData?.get("intent") === intent;
  const isOff =
    disabled ||
    isRefused ||
    (needsOne && count !== null && count !== 1) ||
    (count !== null && needsSelection && (count === 0 || (loading && !busy)));
  const isPressed = useRef(false);
  // What it did took its rows: the focus goes on to what is said about it, else to the list.
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
