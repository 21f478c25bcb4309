import { type KeyboardEvent, useEffect, useRef } from "react";

/**
 * What is meant where it is pressed, also beside an open panel: what opens another, and what looks like a button, but for one
 * of a row, which may just lie there.
 */
const meant = "details.drop-down > summary, [popovertarget], .drawn-more, :is(button, .btn):not(tbody *)";

/**
 * Closes what is open over the page when somebody goes on elsewhere, by a press or by the focus. The press does nothing
 * else (GEN-39): whoever closes a menu by pressing beside it does not mean the row that lies there. A press that begins
 * in a panel counts as one in it wherever it ends. The panel of a `details.drop-down` needs `tabIndex={-1}`: a press on
 * plain words in it then focuses the panel, and not what lies around the menu. Popovers are closed by the browser.
 */
export function useDismissals(): void {
  useEffect(() => {
    let beside: HTMLElement[] = [];
    const press = ({ target, button }: PointerEvent) => {
      beside = button === 0 && target instanceof Element ? openPanels().filter(isBeside(target)) : [];
    };
    const click = (event: MouseEvent) => {
      // Keys and scripts click without a press.
      if (event.detail === 0 || beside.length === 0) return;
      close(beside);
      const { target } = event;
      const isMeant = target instanceof Element && (target.closest(meant) ?? isOf(target, beside));
      beside = [];
      if (isMeant) return;
      event.preventDefault();
      event.stopPropagation();
    };
    const focused = ({ target }: FocusEvent) => {
      if (target instanceof Element)
        close(openPanels().filter((panel) => isBeside(target)(panel) && !target.contains(panel)));
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

/** Menus and popovers that are open; those that unfold in place are a part of the page. */
function openPanels(): HTMLElement[] {
  const menus = [...document.querySelectorAll<HTMLElement>("details.drop-down[open]")].filter(
    ({ lastElementChild }) => lastElementChild && getComputedStyle(lastElementChild).position === "absolute",
  );
  if (!CSS.supports("selector(:popover-open)")) return menus;
  return [...menus, ...document.querySelectorAll<HTMLElement>("[popover]:popover-open")];
}

const isBeside = (target: Element) => (panel: HTMLElement) => !panel.contains(target);

/** Whether it is a part of one of the menus outside of its panel: the cross of its filter. */
const isOf = (target: Element, panels: readonly HTMLElement[]) =>
  panels.some((panel) => target.closest(".filter-item")?.contains(panel));

function close(panels: readonly HTMLElement[]) {
  for (const panel of panels) if (panel instanceof HTMLDetailsElement) panel.open = false;
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
