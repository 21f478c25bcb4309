import type { IconName } from "~/components/ui/icons";

/** Something to do on the page that is open: its own link or button, clicked. */
export type PageAction = {
  id: string;
  label: string;
  detail?: undefined;
  icon: IconName;
  run: () => void;
};

/** The page head's actions, and whatever else of the page says by `data-palette` that it is one. */
const places = ".page-header-main > .row a, .page-header-main > .row button, [data-palette]";

/** The page's actions; those that cannot be seen or pressed now are left out. */
export function pageActions(): PageAction[] {
  const found = new Map<string, PageAction>();
  for (const element of document.querySelectorAll<HTMLElement>(`main :is(${places})`)) {
    const label = element.textContent?.trim() ?? "";
    if (!label || !element.checkVisibility?.() || element.matches(":disabled") || found.has(label)) continue;
    found.set(label, { id: `action:${label}`, label, icon: "arrow-right", run: () => press(element) });
  }
  return [...found.values()];
}

function press(element: HTMLElement): void {
  element.focus();
  element.click();
}
