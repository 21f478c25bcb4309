import { type KeyboardEvent, useEffect, useRef } from "react";

/**
 * Closes the menus over the page when the person presses or focuses something else. A press that begins in a panel
 * counts as inside wherever it ends (GEN-39). The panel of a `details.drop-down` needs `tabIndex={-1}`: a press on
 * plain text in it then focuses the panel, not what surrounds the menu. Popovers are closed by the browser.
 */
export function useDismissals(): void {
  useEffect(() => {
    let otherMenus: HTMLDetailsElement[] = [];
    const press = ({ target, button }: PointerEvent) => {
      otherMenus =
        button === 0 && target instanceof Element ? openMenus().filter((menu) => !menu.contains(target)) : [];
    };
    const click = () => {
      close(otherMenus);
      otherMenus = [];
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

/** Open menus; those expanded in place are part of the page. */
const openMenus = () =>
  [...document.querySelectorAll<HTMLDetailsElement>("details.drop-down[open]")].filter(
    ({ lastElementChild }) => lastElementChild && getComputedStyle(lastElementChild).position === "absolute",
  );

function close(menus: readonly HTMLDetailsElement[]) {
  for (const menu of menus) menu.open = false;
}

/**
 * Closes a `details.drop-down` on Escape. `reopen` opens it again whenever it changes to a truthy value, i.e.
 * when its content has an error.
 */
export function useDismissal(reopen?: unknown) {
  const ref = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    if (reopen && ref.current) ref.current.open = true;
  }, [reopen]);
  return { ref, onKeyDown: onEscape };
}

/** Closes the menu around an element and returns the focus to its button. */
export function closeDropDown(within: Element | null) {
  const menu = within?.closest<HTMLDetailsElement>(".drop-down");
  if (!menu) return;
  menu.open = false;
  menu.querySelector("summary")?.focus();
}

function onEscape(event: KeyboardEvent<HTMLElement>) {
  if (event.key === "Escape") closeDropDown(event.currentTarget);
}
