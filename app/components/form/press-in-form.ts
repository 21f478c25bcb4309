import type { MouseEvent } from "react";

/**
 * Pressing a button, box or label leaves the focus in its field until the click: an error that shows as the field is
 * left would move what is pressed away.
 */
export function keepFocus(event: MouseEvent<HTMLFormElement>) {
  const { target } = event;
  if (!(target instanceof Element)) return;
  const pressed = target.closest("button, a, label, input, select, textarea");
  if (pressed?.matches(`button[type=submit], a, label, ${boxes}`)) event.preventDefault();
}

const boxes = "input[type=checkbox], input[type=radio]";

/** The box that was pressed has the focus, as the browser would have given it. */
export function focusBox({ target }: MouseEvent<HTMLFormElement>) {
  if (target instanceof HTMLInputElement && target.matches(boxes)) target.focus();
}
