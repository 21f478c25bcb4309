import { type RefObject, useEffect } from "react";

/** Space between a bar at the window's bottom and a focused element scrolled above it, in px. */
const gap = 24;

/** While a bar stands at the window's lower edge, what gets the focus is scrolled to above it, however high it is, and the toasts below it. */
export function useRoomBelow(bar: RefObject<HTMLElement>, isShown: boolean): void {
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
