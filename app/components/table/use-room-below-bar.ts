import { type RefObject, useEffect } from "react";

/** Space between a bar at the window's bottom and a focused element scrolled above it, in px. */
const gap = 24;

/**
 * Scrolls focused elements above a bar at the window's bottom, whatever its height, and places toasts below
 * it.
 */
export function useRoomBelowBar(bar: RefObject<HTMLElement>, isShown: boolean): void {
  useEffect(() => {
    const { current: element } = bar;
    if (!element || !isShown) return undefined;
    const { style } = document.documentElement;
    const fit = () => {
      style.scrollPaddingBottom = `calc(${element.offsetHeight + gap}px + var(--toasts))`;
    };
    fit();
    const observer = typeof ResizeObserver === "undefined" ? undefined : new ResizeObserver(fit);
    observer?.observe(element);
    return () => {
      observer?.disconnect();
      style.scrollPaddingBottom = "";
    };
  }, [bar, isShown]);
}
