import { parsePhoneNumberFromString } from "libphonenumber-js/min";
import { z } from "zod/v4";
import { phoneText } from "../../shared/pasted";

/** Blanks and the usual punctuation are how people write; anything else is no number. */
const written = /^\+[\d\s().\-/]+$/;

/**
 * A number as it is stored: "+", country code and number without blanks (INV-10, LOG-28). Undefined when it does
 * not begin with "+" or no country has such a number.
 */
export function phoneNumber(text: string): string | undefined {
  const typed = phoneText(text);
  if (!written.test(typed)) return undefined;
  const parsed = parsePhoneNumberFromString(typed);
  return parsed?.isValid() ? parsed.number : undefined;
}

/** The rule of a phone number that may be left blank, which is null then. */
export const enteredPhone = z.string().transform((text, { addIssue }) => {
  if (phoneText(text) === "") return null;
  const number = phoneNumber(text);
  if (number === undefined) addIssue({ code: "custom", message: "Please enter a valid phone number" });
  return number ?? null;
});

/** The ISO code of a stored number's country; "" when it stands for none. */
export function countryOfPhone(number: string): string {
  return parsePhoneNumberFromString(number)?.country ?? "";
}
