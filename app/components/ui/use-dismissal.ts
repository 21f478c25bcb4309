import { type KeyboardEvent, useEffect, useRef } from "react";

/**
 * Closes the menus over the page when somebody goes on elsewhere, by a press or by the focus. A press that begins in a
 * panel counts as one in it wherever it ends (GEN-39). The panel of a `details.drop-down` needs `tabIndex={-1}`: a press
 * on plain words in it then focuses the panel, and not what lies around the menu. Popovers are closed by the browser.
 */
export function useDismissals(): void {
  useEffect(() => {
    let beside: HTMLDetailsElement[] = [];
    const press = ({ target, button }: PointerEvent) => {
      beside =
        button === 0 && target instanceof Element ? openMenus().filter((menu) => !menu.contains(target)) : [];
    };
    const click = () => {
      close(beside);
      beside = [];
    };
    const focused = ({ target }: FocusEvent) => {
      if (target instanceof Element)
        close(openMenus().filter((menu) => !menu.contains(target) && !target.contains(menu)));
    };
    addEventListener("pointerdown", press, true);
    addEventListener("click", click, true);
    addEventListener("focusin", focused);
    return () => {
      removeEventListener("pointerdown", press, true);
      removeEventListener("click", click, true);
      removeEventListener("focusin", focused);
    };
  }, []);
}

/** Menus that are open; those that unfold in place are a part of the page. */
const openMenus = () =>
  [...document.querySelectorAll<HTMLDetailsElement>("details.drop-down[open]")].filter(
    ({ lastElementChild }) => lastElementChild && getComputedStyle(lastElementChild).position === "absolute",
  );

function close(menus: readonly HTMLDetailsElement[]) {
  for (const menu of menus) menu.open = false;
}

/**
 * For a `details.drop-down`: Escape closes it. `reopen` opens it again whenever it changes to something true: what is in
 * it must be mended.
 */
export function useDismissal(reopen?: unknown) {
  const ref = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    if (reopen && ref.current) ref.current.open = true;
  }, [reopen]);
  return { ref, onKeyDown: onEscape };
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
