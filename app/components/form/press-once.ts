import { type FormEvent, useState } from "react";
import { useConnectionLost } from "~/components/context/connection";
import type { Intent } from "~/services/intents";

/** For so long, in ms, a save that was pressed cannot be pressed again with the same values (ORG-14). */
const calm = 500;

/** Tells of each press of a form's buttons whether it is the one before once more: the same values, within half a second. */
export function pressGuard(now: () => number = Date.now): (pressed: FormData) => boolean {
  let last = { values: "", at: Number.NEGATIVE_INFINITY };
  return (pressed) => {
    // Each answer brings a key of its own, and no other value.
    const entries = [...pressed].filter(([name]) => name !== "idempotencyKey");
    const values = JSON.stringify(
      entries.map(([name, value]) => [name, typeof value === "string" ? value : value.name]),
    );
    const isRepeated = values === last.values && now() - last.at < calm;
    if (!isRepeated) last = { values, at: now() };
    return isRepeated;
  };
}

/**
 * A form's `onSubmit` that passes over a second press of its main button right after the first, also when the answer to
 * that one is there already. What waits for the connection may be pressed again.
 */
export function usePressOnce(intent: Intent, onSubmit?: (event: FormEvent<HTMLFormElement>) => void) {
  const [isRepeated] = useState(() => pressGuard());
  const isHeld = useConnectionLost();
  return (event: FormEvent<HTMLFormElement>) => {
    const { submitter } = event.nativeEvent as SubmitEvent;
    const pressed = new FormData(event.currentTarget);
    const value = submitter instanceof HTMLButtonElement ? submitter.value : intent;
    // In place of the form's own, which is there whatever was pressed.
    pressed.set("intent", value);
    if (isRepeated(pressed) && value === intent && !isHeld) event.preventDefault();
    else onSubmit?.(event);
  };
}
