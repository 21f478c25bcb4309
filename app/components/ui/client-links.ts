import { useNavigate } from "@remix-run/react";
import { useEffect } from "react";
import { useSteadyNavigate } from "~/components/context/steady-navigate";

/**
 * Lets scripts follow every plain link of the page without a reload. One listener instead of a component per
 * link: links stay plain `<a>`, which is most of what a table or a menu costs to draw. Links with `target`,
 * `download` or `data-reload`, links to elsewhere and clicks that mean "new tab" are left to the browser;
 * `data-keep-scroll` keeps the scroll position.
 * Links inside `data-steady` wait out quick clicks.
 */
export function useClientLinks(): void {
  const navigate = useNavigate();
  const steadyNavigate = useSteadyNavigate();
  useEffect(() => {
    const follow = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest("a") : null;
      const path = link && isPlainClick(event) ? pathInside(link) : null;
      if (!link || path === null) return;
      event.preventDefault();
      link.closest<HTMLElement>("[popover]")?.hidePopover?.();
      const go = link.closest("[data-steady]") ? steadyNavigate : navigate;
      go(path, { preventScrollReset: link.dataset.keepScroll !== undefined });
    };
    document.addEventListener("click", follow);
    return () => document.removeEventListener("click", follow);
  }, [navigate, steadyNavigate]);
}

function isPlainClick(event: MouseEvent): boolean {
  const modified = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
  return event.button === 0 && !modified && !event.defaultPrevented;
}

/** The path that a link leads to inside the console; null when the browser itself must follow it. */
function pathInside(link: HTMLAnchorElement): string | null {
  const own = !link.target && !link.hasAttribute("download") && link.dataset.reload === undefined;
  if (!own || link.origin !== location.origin) return null;
  const samePage = link.pathname === location.pathname && link.search === location.search;
  if (link.hash && samePage) return null;
  return link.pathname + link.search + link.hash;
}
