import type { MouseEvent } from "react";

/**
 * Pressing a button, box or label keeps the focus in its field until the click: an error shown on leaving the field
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
