import { useLocation, useNavigate } from "@remix-run/react";
import { useEffect } from "react";
import { useBrowserLayoutEffect } from "~/components/context/browser-layout-effect";
import { prefetchOnPress } from "~/components/context/navigation-cache";
import { router } from "~/components/context/router";
import { forgetClicks, useDebouncedNavigate } from "~/components/context/debounced-navigate";
import { prefetchScripts } from "./prefetch";

/**
 * Intercepts clicks on the page's plain links to navigate without a reload. One listener instead of a
 * component per link keeps links plain `<a>`, which saves most of a table's or menu's rendering cost. Left to
 * the browser: links with a fragment, `target`, `download` or `data-reload`, external links and clicks that mean
 * "new tab". `data-keep-scroll` keeps the scroll position, `data-replace` replaces the history entry, and
 * `data-dialog-cancel` goes back to the page the dialog was opened from, else replaces its entry. Links
 * inside `data-steady` are debounced. A link's scripts are prefetched on hover or focus, its data only on a
 * mouse press, since a touch may be the start of a scroll.
 */
export function useClientLinks(): void {
  const navigate = useNavigate();
  const steadyNavigate = useDebouncedNavigate();
  const { pathname, search, state } = useLocation();
  const from = openedFrom(state);
  // The rendered page: the address bar may be slightly ahead of it.
  const page = pathname + search;
  // From the first render on: an earlier click would belong to the previous page.
  useBrowserLayoutEffect(() => {
    let isLeaving = false;
    // Closing a dialog twice, e.g. by a double click, goes back one page, not two.
    const leaveOnce = (to: string) => {
      const { navigation, location: now } = router().state;
      const next = navigation.location ?? now;
      if (isLeaving || next.pathname + next.search === to) return;
      isLeaving = true;
      navigate(-1);
    };
    const follow = (event: MouseEvent) => {
      const link = linkOf(event);
      const path = link && isPlainClick(event) ? pathInside(link, page) : null;
      if (!link || path === null) return;
      event.preventDefault();
      link.closest<HTMLElement>("[popover]")?.hidePopover?.();
      const isWayOut = link.dataset.dialogCancel !== undefined;
      // Back leads to the page before, not into a dialog that was closed (GEN-103).
      if (isWayOut && path === from) return leaveOnce(path);
      const isSteady = link.closest("[data-steady]");
      if (!isSteady) forgetClicks();
      const go = isSteady ? steadyNavigate : navigate;
      // As in a browser, a link to the current URL adds no history entry; nor do neighbours in a list, so
      // that Back leads to the list (GEN-31).
      const isInPlace = location.origin + path === location.href || link.dataset.replace !== undefined;
      const opened: OpenerState | undefined = isWayOut ? undefined : { openedFrom: isInPlace ? from : page };
      go(path, {
        replace: isInPlace || isWayOut,
        preventScrollReset: link.dataset.keepScroll !== undefined,
        state: opened,
      });
    };
    const arrive = () => {
      isLeaving = false;
      forgetClicks();
    };
    document.addEventListener("click", follow);
    addEventListener("popstate", arrive);
    return () => {
      document.removeEventListener("click", follow);
      removeEventListener("popstate", arrive);
    };
  }, [navigate, steadyNavigate, page, from]);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const prepare = (event: Event) => {
      clearTimeout(timer);
      const link = linkOf(event);
      const path = link && pathInside(link, page);
      if (!path) return;
      // Ignores a pointer that only passes over.
      timer = setTimeout(() => prefetchScripts(path), event.type === "pointerover" ? hoverDelayMs : 0);
      if (isMousePress(event) && !link.closest("[data-steady]")) prefetchOnPress(path);
    };
    const signs = ["pointerover", "pointerdown", "focusin"];
    for (const sign of signs) document.addEventListener(sign, prepare);
    return () => {
      clearTimeout(timer);
      for (const sign of signs) document.removeEventListener(sign, prepare);
    };
  }, [page]);
}

/** State of a history entry: the URL of the previous one. */
type OpenerState = { openedFrom?: string | undefined };

function openedFrom(state: unknown): string | undefined {
  const { openedFrom: from } = (state ?? {}) as OpenerState;
  return typeof from === "string" ? from : undefined;
}

const linkOf = ({ target }: Event) => (target instanceof Element ? target.closest("a") : null);

const isMousePress = (event: Event) =>
  event.type === "pointerdown" &&
  (event as PointerEvent).pointerType === "mouse" &&
  isPlainClick(event as PointerEvent);

/** Time a pointer takes to cross a link on its way elsewhere, in ms. */
const hoverDelayMs = 60;

/** True if a click on a link asks for a new tab, window or file, which is left to the browser. */
export const opensElsewhere = ({
  metaKey,
  ctrlKey,
  shiftKey,
  altKey,
}: Pick<MouseEvent, "metaKey" | "ctrlKey" | "shiftKey" | "altKey">): boolean =>
  metaKey || ctrlKey || shiftKey || altKey;

type ModifierKeys = Pick<MouseEvent, "ctrlKey" | "metaKey" | "shiftKey">;

/** Clicks a link with the modifier keys of another event, so that the browser opens a tab or window. */
export function clickWith({ ctrlKey, metaKey, shiftKey }: ModifierKeys, link: HTMLElement | null): void {
  const keys = { ctrlKey, metaKey, shiftKey };
  link?.dispatchEvent(new window.MouseEvent("click", { bubbles: true, cancelable: true, ...keys }));
}

const isPlainClick = (event: MouseEvent): boolean =>
  event.button === 0 && !opensElsewhere(event) && !event.defaultPrevented;

/** Path of a link inside the console; null if the browser must follow it. */
function pathInside(link: HTMLAnchorElement, page: string): string | null {
  const own = !link.target && !link.hasAttribute("download") && link.dataset.reload === undefined;
  if (!own || link.origin !== location.origin) return null;
  const to = new URL(link.getAttribute("href") ?? "", location.origin + page);
  // Only a document load opens what an address names (`:target`).
  if (to.hash) return null;
  // A panel opened through its URL (`:target`) closes only on a document load.
  if (link.closest(".menu:target, .app-nav:target")) return null;
  return to.pathname + to.search;
}
