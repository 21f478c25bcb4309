import { emailText, plainText } from "~/models/form/pasted";
import { isAccountName, isEmailLike } from "~/models/customers/account-name";

/** An email or an account name, as it was typed or pasted. */
export const accountText = (typed: string): string => (typed.includes("@") ? emailText : plainText)(typed);

/** The fault of what was typed for single sign-on, as far as the page can tell, by its text's key (AUTH-62). */
export function ssoEntryFault(
  typed: string,
): "sso.required" | "sso.tooLong" | "errors.emailInvalid" | "sso.accountNameInvalid" | null {
  const text = accountText(typed);
  if (text === "") return "sso.required";
  if (text.length > 100) return "sso.tooLong";
  if (text.includes("@")) return isEmailLike(text) ? null : "errors.emailInvalid";
  return isAccountName(text) ? null : "sso.accountNameInvalid";
}
