import { parsePhoneNumberFromString } from "libphonenumber-js/min";
import { z } from "zod/v4";
import { phoneText } from "../../shared/pasted";

/** Accepts spaces and common punctuation only. */
const written = /^\+[\d\s().\-/]+$/;

/**
 * Returns a number in stored form: "+", country code and number without spaces (INV-10, LOG-28). Undefined if
 * it does not begin with "+" or is not valid in any country.
 */
export function phoneNumber(text: string): string | undefined {
  const typed = phoneText(text);
  if (!written.test(typed)) return undefined;
  const parsed = parsePhoneNumberFromString(typed);
  return parsed?.isValid() ? parsed.number : undefined;
}

/** Rule for an optional phone number; blank becomes null. */
export const phoneRule = z.string().transform((text, { addIssue }) => {
  if (phoneText(text) === "") return null;
  const number = phoneNumber(text);
  if (number === undefined) addIssue({ code: "custom", message: "Please enter a valid phone number" });
  return number ?? null;
});

/** Returns the ISO code of a stored number's country; "" if it has none. */
export function countryOfPhone(number: string): string {
  return parsePhoneNumberFromString(number)?.country ?? "";
}
