import { type MouseEvent, useEffect, useRef } from "react";

const controls = ".filters :is(input:not([type=hidden]), summary, button)";
const all = (bar: Element | null, selector: string) => [
  ...(bar?.querySelectorAll<HTMLElement>(selector) ?? []),
];

/**
 * Moves the focus on from a link that disappears with its filter: from a chip to the next or the last one, from a
 * filter's clear button to the filter's button, else to the bar's first control. `filters` identifies the active ones.
 */
export function useFilterFocus(filters: string) {
  const bar = useRef<HTMLDivElement>(null);
  const pressed = useRef<{ chip: number; menu: number } | null>(null);
  useEffect(() => {
    const from = pressed.current;
    pressed.current = null;
    if (!from || document.activeElement !== document.body) return;
    const chips = all(bar.current, ".filter-chip");
    const next =
      chips[Math.min(from.chip, chips.length - 1)] ?? all(bar.current, ".filter-item summary")[from.menu];
    for (const element of [next, ...all(bar.current, controls)]) {
      element?.focus();
      if (element && element === document.activeElement) return;
    }
  }, [filters]);
  const onClick = ({ target }: MouseEvent) => {
    if (!(target instanceof Element)) return;
    const at = (selector: string) => all(bar.current, selector).findIndex((one) => one.contains(target));
    pressed.current = target.closest("a") && { chip: at(".filter-chip"), menu: at(".filter-item") };
  };
  return { bar, onClick };
}
