/** Whether what is pressed goes into a field, or to something that lies over the page and has keys of its own. */
function isTaken({ target }: KeyboardEvent): boolean {
  if (document.querySelector("dialog[open]")) return true;
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target.closest("textarea, select, [role=listbox]")) return true;
  const layer = target.closest("[popover]");
  // The main menu is one only where it is narrow.
  if (layer) return !CSS.supports("selector(:popover-open)") || layer.matches(":popover-open");
  return target.closest("input:not([type=checkbox], [type=radio], [type=button], [type=submit])") !== null;
}

/** Whether it goes to the bar of a list's chosen rows: a choice there has letters of its own, but no Escape while closed. */
const isLeavingBar = ({ key, target }: KeyboardEvent) =>
  key === "Escape" && target instanceof HTMLElement && target.closest(".selection-bar") !== null;

/** The single key that was pressed where it means something; undefined for anything else. */
export function singleKey(event: KeyboardEvent): string | undefined {
  const { key, ctrlKey, metaKey, altKey, defaultPrevented, isComposing } = event;
  if (ctrlKey || metaKey || altKey || defaultPrevented || isComposing) return undefined;
  return isTaken(event) && !isLeavingBar(event) ? undefined : key;
}

const linkOf = (row: HTMLElement) => row.querySelector<HTMLElement>("a.row-link");
const checkOf = (row: HTMLElement) => row.querySelector<HTMLElement>(".row-check:enabled");

/** The row that had the focus last: the way back from the bar leads to it. */
let lastRow: WeakRef<HTMLElement> | undefined;

/** b goes from the rows to the bar of the chosen ones, b again or Escape back to the row. */
function moveToBar(key: string): boolean {
  const { activeElement } = document;
  if (activeElement?.closest(".selection-bar")) {
    const row = lastRow?.deref();
    const known = row?.isConnected
      ? row
      : document.querySelector<HTMLElement>("main tbody > tr[data-selected]");
    const back = known && (linkOf(known) ?? checkOf(known));
    back?.focus();
    return Boolean(back);
  }
  if (key !== "b") return false;
  const row = activeElement?.closest<HTMLElement>("main tbody > tr");
  lastRow = row ? new WeakRef(row) : undefined;
  // Where the bar folds, what is within has a place but takes no focus; "Actions" comes first.
  const first = [
    ...document.querySelectorAll<HTMLElement>(
      "main .selection-bar:not([hidden]) :is(summary, select:enabled, button:enabled, a[href])",
    ),
  ].find((control) => control.offsetParent !== null);
  first?.focus();
  return Boolean(first);
}

/** Whether a key is one for rows, wherever there are some. */
export const isRowKey = (key: string) => /^[bjkux]$/.test(key);

/**
 * j and k go from row to row of the page's tables, x ticks the row's box; Enter is the focused link's own. b goes to what
 * can be done with the chosen rows, and back. On the page of one row, j and k open the next and the previous, u the list.
 * Answers whether the key was one of them and there was something to go to.
 */
export function moveInRows(key: string): boolean {
  if (key === "b" || key === "Escape") return moveToBar(key);
  if (!isRowKey(key)) return false;
  const neighbour = document.querySelector<HTMLElement>(`main a[data-key="${key}"]`);
  if (neighbour) {
    neighbour.click();
    return true;
  }
  if (key === "u") return false;
  const rows = [...document.querySelectorAll<HTMLElement>("main tbody > tr")].filter(
    (row) => linkOf(row) ?? checkOf(row),
  );
  const at = rows.findIndex((row) => row.contains(document.activeElement));
  if (key === "x") {
    const box = rows[at] && checkOf(rows[at]);
    box?.click();
    return Boolean(box);
  }
  const row = rows[key === "j" ? at + 1 : Math.max(0, at - 1)];
  const next = row && (linkOf(row) ?? checkOf(row));
  next?.focus();
  return Boolean(next);
}
