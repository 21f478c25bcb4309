import type { MouseEvent } from "react";

/**
 * Keeps the focus in a field until the click when a button, box or label is pressed: an error shown on blur
 * would move the pressed element.
 */
export function keepFocus(event: MouseEvent<HTMLFormElement>) {
  const { target } = event;
  if (!(target instanceof Element)) return;
  const pressed = target.closest("button, a, label, input, select, textarea");
  if (pressed?.matches(`button[type=submit], a, label, ${boxes}`)) event.preventDefault();
}

const boxes = "input[type=checkbox], input[type=radio]";

/** Focuses the pressed box, as the browser would have done. */
export function focusBox({ target }: MouseEvent<HTMLFormElement>) {
  if (target instanceof HTMLInputElement && target.matches(boxes)) target.focus();
}
