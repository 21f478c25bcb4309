import { type RefObject, useEffect } from "react";

/** The space between a bar at the window's lower edge and an element scrolled into sight above it, in px. */
const gap = 24;

/** While a bar stands at the window's lower edge, what gets the focus is scrolled to above it, and toasts stand there, however high it is. */
export function useRoomBelow(bar: RefObject<HTMLElement>, isShown: boolean): void {
  useEffect(() => {
    const { current: element } = bar;
    if (!element || !isShown) return undefined;
    const { style } = document.documentElement;
    const fit = () => {
      const room = `${element.offsetHeight + gap}px`;
      style.scrollPaddingBottom = room;
      style.setProperty("--room-below", room);
    };
    fit();
    const observer = typeof ResizeObserver === "undefined" ? undefined : new ResizeObserver(fit);
    observer?.observe(element);
    return () => {
      observer?.disconnect();
      style.scrollPaddingBottom = "";
      style.removeProperty("--room-below");
    };
  }, [bar, isShown]);
}
