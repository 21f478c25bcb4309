import { isAccountName, isEmailLike } from "~/models/customers/account-name";

/** The fault of what was typed for single sign-on, as far as the page can tell, by its text's key (AUTH-62). */
export function ssoEntryFault(
  typed: string,
): "sso.required" | "sso.tooLong" | "errors.emailInvalid" | "sso.accountNameInvalid" | null {
  const text = typed.trim();
  if (text === "") return "sso.required";
  if (text.length > 100) return "sso.tooLong";
  if (text.includes("@")) return isEmailLike(text) ? null : "errors.emailInvalid";
  return isAccountName(text) ? null : "sso.accountNameInvalid";
}
