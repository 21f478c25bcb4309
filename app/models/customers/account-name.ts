import { searchKey } from "~/i18n/name-order";
import { limits } from "~/models/form/limits";

/** Valid customer account names (CUST-31). */
export const accountNamePattern = /^[a-z]([a-z0-9-]*[a-z0-9])?$/;

/** True for an account name as typed at sign-in: case-insensitive (AUTH-63). */
export const isAccountName = (text: string) =>
  text.length <= limits.customerAccountName && accountNamePattern.test(text.toLowerCase());

/** Rough check only; the server validates the email. */
export const isEmailLike = (text: string) => text.length <= 100 && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text);

/**
 * Account name suggested for a display name (CUST-34): accents are folded; spaces, dashes and slashes become single
 * hyphens: "Über Café 24/7 - AU" gives "uber-cafe-24-7-au". Empty if nothing usable remains, e.g. for "=1+1".
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
