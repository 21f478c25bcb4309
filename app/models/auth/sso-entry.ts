import { emailText, plainCharacters } from "~/models/form/pasted";
import { isAccountName, isEmailLike } from "~/models/customers/account-name";

/** Normalises a typed or pasted email or account name. */
export const accountText = (typed: string): string =>
  (typed.includes("@") ? emailText : plainCharacters)(typed);

/** Client-side validation of the single sign-on field; returns the error's text key, or null (AUTH-62). */
export function ssoEntryFault(
  typed: string,
): "sso.required" | "sso.tooLong" | "errors.emailInvalid" | "sso.accountNameInvalid" | null {
  const text = accountText(typed);
  if (text === "") return "sso.required";
  if (text.length > 100) return "sso.tooLong";
  if (text.includes("@")) return isEmailLike(text) ? null : "errors.emailInvalid";
  return isAccountName(text) ? null : "sso.accountNameInvalid";
}
