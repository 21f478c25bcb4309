/** Whether what is pressed goes into a field, or to something that lies over the page and has keys of its own. */
function isTaken({ target }: KeyboardEvent): boolean {
  if (document.querySelector("dialog[open]")) return true;
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target.closest("textarea, select, [popover], [role=listbox]")) return true;
  return target.closest("input:not([type=checkbox], [type=radio], [type=button], [type=submit])") !== null;
}

/** The single key that was pressed where it means something; undefined for anything else. */
export function singleKey(event: KeyboardEvent): string | undefined {
  const { key, ctrlKey, metaKey, altKey, defaultPrevented, isComposing } = event;
  if (ctrlKey || metaKey || altKey || defaultPrevented || isComposing || isTaken(event)) return undefined;
  return key;
}

const linkOf = (row: HTMLElement) => row.querySelector<HTMLElement>("a.row-link");
const checkOf = (row: HTMLElement) => row.querySelector<HTMLElement>(".row-check:enabled");

/**
 * j and k go from row to row of the page's tables, x ticks the row's box; Enter is the focused link's own. On the page
 * of one row, j and k open the next and the previous. Answers whether the key was one of them and there was a row.
 */
export function moveInRows(key: string): boolean {
  if (key !== "j" && key !== "k" && key !== "x") return false;
  const neighbour = document.querySelector<HTMLElement>(`main a[data-key="${key}"]`);
  if (neighbour) {
    neighbour.click();
    return true;
  }
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
