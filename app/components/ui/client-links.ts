import { useLocation, useNavigate } from "@remix-run/react";
import { useEffect } from "react";
import { useBrowserLayoutEffect } from "~/components/context/browser-layout-effect";
import { prefetchOnPress } from "~/components/context/navigation-cache";
import { router } from "~/components/context/router";
import { forgetClicks, useSteadyNavigate } from "~/components/context/steady-navigate";
import { prefetchScripts } from "./prefetch";

/**
 * Lets scripts follow every plain link of the page without a reload. One listener instead of a component per
 * link: links stay plain `<a>`, which is most of what a table or a menu costs to draw. Links with `target`,
 * `download` or `data-reload`, links to elsewhere and clicks that mean "new tab" are left to the browser;
 * `data-keep-scroll` keeps the scroll position, `data-replace` takes the place of the open page in the history, and
 * `data-dialog-cancel` goes back to the page that the dialog was opened from, else takes its place.
 * Links inside `data-steady` wait out quick clicks. The scripts behind a link come once it is pointed at or focused, its
 * data once a mouse presses it: a finger may only be about to scroll.
 */
export function useClientLinks(): void {
  const navigate = useNavigate();
  const steadyNavigate = useSteadyNavigate();
  const { pathname, search, state } = useLocation();
  const from = openedFrom(state);
  // The page that is drawn: the address bar may be a moment ahead of it.
  const page = pathname + search;
  // From the moment it is drawn: a click before that would be one of the page before it.
  useBrowserLayoutEffect(() => {
    let isLeaving = false;
    // Whoever closes a dialog twice, as by a double click, goes one page back and not two.
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
      // Back leads to what was open before a page, and not into a dialog that was closed (GEN-103).
      if (isWayOut && path === from) return leaveOnce(path);
      const isSteady = link.closest("[data-steady]");
      if (!isSteady) forgetClicks();
      const go = isSteady ? steadyNavigate : navigate;
      // As in a browser, a link to the open address adds nothing to the history; nor do neighbours in a list, so that Back
      // leads to the list (GEN-31).
      const isInPlace = location.origin + path === location.href || link.dataset.replace !== undefined;
      const opened: OpenedFrom | undefined = isWayOut ? undefined : { openedFrom: isInPlace ? from : page };
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
      // A pointer that only passes over means nothing.
      timer = setTimeout(() => prefetchScripts(path), event.type === "pointerover" ? passing : 0);
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

/** What is kept with an entry of the history: the address of the one before it. */
type OpenedFrom = { openedFrom?: string | undefined };

function openedFrom(state: unknown): string | undefined {
  const { openedFrom: from } = (state ?? {}) as OpenedFrom;
  return typeof from === "string" ? from : undefined;
}

const linkOf = ({ target }: Event) => (target instanceof Element ? target.closest("a") : null);

const isMousePress = (event: Event) =>
  event.type === "pointerdown" &&
  (event as PointerEvent).pointerType === "mouse" &&
  isPlainClick(event as PointerEvent);

/** How long the pointer crosses a link on its way elsewhere, in ms. */
const passing = 60;

/** Whether a click on a link means a tab, a window or a file of its own, which is the browser's matter. */
export const meansElsewhere = ({
  metaKey,
  ctrlKey,
  shiftKey,
  altKey,
}: Pick<MouseEvent, "metaKey" | "ctrlKey" | "shiftKey" | "altKey">): boolean =>
  metaKey || ctrlKey || shiftKey || altKey;

type Keys = Pick<MouseEvent, "ctrlKey" | "metaKey" | "shiftKey">;

/** Clicks a link with the keys that were held elsewhere: by them the browser opens a tab or a window of its own. */
export function clickWith({ ctrlKey, metaKey, shiftKey }: Keys, link: HTMLElement | null): void {
  const keys = { ctrlKey, metaKey, shiftKey };
  link?.dispatchEvent(new window.MouseEvent("click", { bubbles: true, cancelable: true, ...keys }));
}

const isPlainClick = (event: MouseEvent): boolean =>
  event.button === 0 && !meansElsewhere(event) && !event.defaultPrevented;

/** The path that a link of the drawn page leads to inside the console; null when the browser itself must follow it. */
function pathInside(link: HTMLAnchorElement, page: string): string | null {
  const own = !link.target && !link.hasAttribute("download") && link.dataset.reload === undefined;
  if (!own || link.origin !== location.origin) return null;
  const to = new URL(link.getAttribute("href") ?? "", location.origin + page);
  if (to.hash && to.pathname + to.search === page) return null;
  // A panel that is open by its address closes with the document alone.
  if (link.closest(".menu:target, .app-nav:target")) return null;
  return to.pathname + to.search + to.hash;
}
