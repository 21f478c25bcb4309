import { type KeyboardEvent, useEffect, useRef } from "react";

/**
 * For a `details` whose last child is a panel over the page: it closes when somebody goes on elsewhere, by a click or by
 * the focus, and by Escape. `reopen` opens it again whenever it changes to something true: what is in it must be mended.
 * Panels that unfold in place stay open. The panel needs `tabIndex={-1}`: a press on plain words in it then focuses the
 * panel. Otherwise the focus would go to what lies around the menu while the press is still under way.
 */
export function useDismissal(reopen?: unknown) {
  const ref = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    if (reopen && ref.current) ref.current.open = true;
  }, [reopen]);
  useEffect(() => {
    let pressed: EventTarget | null = null;
    const press = ({ target }: Event) => {
      pressed = target;
    };
    const clicked = ({ target }: Event) => {
      // The pressed element counts: a press dragged out of the menu ends on what lies around it.
      leave(ref.current, pressed ?? target);
      pressed = null;
    };
    const focused = ({ target }: Event) => {
      const surrounds = target instanceof Node && target.contains(ref.current);
      if (!surrounds) leave(ref.current, target);
    };
    document.addEventListener("pointerdown", press);
    document.addEventListener("click", clicked);
    document.addEventListener("focusin", focused);
    return () => {
      document.removeEventListener("pointerdown", press);
      document.removeEventListener("click", clicked);
      document.removeEventListener("focusin", focused);
    };
  }, []);
  return { ref, onKeyDown: onEscape };
}

function leave(menu: HTMLDetailsElement | null, target: EventTarget | null) {
  if (!menu?.open || !(target instanceof Node) || menu.contains(target)) return;
  const panel = menu.lastElementChild;
  if (panel && getComputedStyle(panel).position === "absolute") menu.open = false;
}

/** Closes such a menu that an element is in; the focus goes back to its button. */
export function closeDropDown(within: Element | null) {
  const menu = within?.closest<HTMLDetailsElement>(".drop-down");
  if (!menu) return;
  menu.open = false;
  menu.querySelector("summary")?.focus();
}

function onEscape(event: KeyboardEvent<HTMLElement>) {
  if (event.key === "Escape") closeDropDown(event.currentTarget);
}
