import { router } from "~/components/context/router";

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

/** The single key that was pressed where it means something; undefined for anything else. */
export function singleKey(event: KeyboardEvent): string | undefined {
  const { key, ctrlKey, metaKey, altKey, defaultPrevented, isComposing } = event;
  if (ctrlKey || metaKey || altKey || defaultPrevented || isComposing) return undefined;
  return isTaken(event) ? undefined : key;
}

const linkOf = (row: HTMLElement) => row.querySelector<HTMLElement>("a.row-link");
const checkOf = (row: HTMLElement) => row.querySelector<HTMLElement>(".row-check:enabled");

/**
 * Presses the button of the page that has the key, such as a status of a candidate; never while the page is about to be
 * another one, for which the key may be meant. Answers whether there was one to press.
 */
export function pressByKey(key: string): boolean {
  if (!/^[1-9u]$/.test(key) || router().state.navigation.state !== "idle") return false;
  const buttons = document.querySelectorAll<HTMLElement>(`button[data-key="${key}"]:enabled`);
  const button = [...buttons].at(-1);
  button?.click();
  return Boolean(button);
}

/** Whether a key is one for rows, wherever there are some. */
export const isRowKey = (key: string) => /^[jk]$/.test(key);

/**
 * j and k go from row to row of the page's tables; on the page of one row they open the next and the previous one.
 * Answers whether the key was one of them and there was something to go to.
 */
export function moveInRows(key: string): boolean {
  if (!isRowKey(key)) return false;
  const neighbour = document.querySelector<HTMLElement>(`main a[data-key="${key}"]`);
  if (neighbour) {
    neighbour.click();
    return true;
  }
  const rows = [...document.querySelectorAll<HTMLElement>("main tbody > tr")].filter(
    (row) => linkOf(row) ?? checkOf(row),
  );
  const at = rows.findIndex((row) => row.contains(document.activeElement));
  const row = rows[key === "j" ? at + 1 : Math.max(0, at - 1)];
  const next = row && (linkOf(row) ?? checkOf(row));
  next?.focus();
  return Boolean(next);
}
