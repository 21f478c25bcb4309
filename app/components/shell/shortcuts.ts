import { router } from "~/components/context/router";

/** True if a key press belongs to a field, or to a layer over the page with its own keys. */
function isTaken({ target }: KeyboardEvent): boolean {
  if (document.querySelector("dialog[open]")) return true;
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target.closest("textarea, select, [role=listbox]")) return true;
  const layer = target.closest("[popover]");
  // The main menu is a layer only on narrow screens.
  if (layer) return !CSS.supports("selector(:popover-open)") || layer.matches(":popover-open");
  return target.closest("input:not([type=checkbox], [type=radio], [type=button], [type=submit])") !== null;
}

/** The single key that was pressed as a shortcut; undefined for anything else. */
export function singleKey(event: KeyboardEvent): string | undefined {
  const { key, ctrlKey, metaKey, altKey, defaultPrevented, isComposing } = event;
  if (ctrlKey || metaKey || altKey || defaultPrevented || isComposing) return undefined;
  return isTaken(event) ? undefined : key;
}

const linkOf = (row: HTMLElement) => row.querySelector<HTMLElement>("a.row-link");
const checkOf = (row: HTMLElement) => row.querySelector<HTMLElement>(".row-check:enabled");

/**
 * Presses the page's button for a key, such as a candidate's status; never during a navigation, since the key may be
 * meant for the next page. Returns whether there was one.
 */
export function pressByKey(key: string): boolean {
  if (!/^[1-9u]$/.test(key) || router().state.navigation.state !== "idle") return false;
  const buttons = document.querySelectorAll<HTMLElement>(`button[data-key="${key}"]:enabled`);
  const button = [...buttons].at(-1);
  button?.click();
  return Boolean(button);
}

/** True for keys that move between rows. */
export const isRowKey = (key: string) => /^[jk]$/.test(key);

/**
 * j and k move between rows of the page's tables; on a row's own page they open the next and previous one. Returns
 * whether the key was one of them and had a target.
 */
export function moveBetweenRows(key: string): boolean {
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
