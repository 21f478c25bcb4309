import { searchKey } from "~/i18n/name-order";
import { limits } from "~/models/form/limits";

/** How a customer's account name is written (CUST-31). */
export const accountNamePattern = /^[a-z]([a-z0-9-]*[a-z0-9])?$/;

/** An account name as people type it to sign in: case does not matter (AUTH-63). */
export const isAccountName = (text: string) =>
  text.length <= limits.customerAccountName && accountNamePattern.test(text.toLowerCase());

/** Good enough to try: the server decides whether it is an email. */
export const isEmailLike = (text: string) => text.length <= 100 && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text);

/**
 * The account name proposed for a display name (CUST-34): accents are folded, spaces, dashes and slashes are single hyphens
 * between words. "Über Café 24/7 - AU" becomes "uber-cafe-24-7-au". "" where that would be none, as "11" for "=1+1".
 */
export function accountNameFor(displayName: string): string {
  const proposed = searchKey(displayName)
    .replace(/[\s/\\-]+/g, "-")
    .replace(/[^a-z0-9-]/g, "")
    .replace(/-{2,}/g, "-")
    .slice(0, limits.customerAccountName)
    .replace(/^-|-$/g, "");
  return isAccountName(proposed) ? proposed : "";
}
