import { parsePhoneNumberFromString } from "libphonenumber-js/min";

/** Blanks and the usual punctuation are how people write; anything else is no number. */
const written = /^\+[\d\s().\-/]+$/;

/**
 * A number as it is stored: "+", country code and number without blanks (INV-10, LOG-28). Undefined when it does
 * not begin with "+" or no country has such a number.
 */
export function phoneNumber(text: string): string | undefined {
  if (!written.test(text)) return undefined;
  const parsed = parsePhoneNumberFromString(text);
  return parsed?.isValid() ? parsed.number : undefined;
}

/** The ISO code of a stored number's country; "" when it stands for none. */
export function countryOfPhone(number: string): string {
  return parsePhoneNumberFromString(number)?.country ?? "";
}
