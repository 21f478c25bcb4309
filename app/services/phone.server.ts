import { compareNames } from "~/i18n/name-order";
import {
  type CountryCode,
  getCountries,
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from "libphonenumber-js/min";

import { phoneText } from "../../shared/pasted";

// On the server alone: the table of all countries' numbers is as large as a screen.

export type PhoneCountry = { short: CountryCode; code: string };

const countryNames = new Intl.DisplayNames("en", { type: "region" });

// Sorted once, since they never change.
const countryLines = getCountries()
  .map((code) => ({ code, label: `${countryNames.of(code) ?? code} (+${getCountryCallingCode(code)})` }))
  .sort((a, b) => compareNames(a.label, b.label))
  .map(({ code, label }) => `${code} ${label}`);

/**
 * Every country with a calling code, by name in English, behind `first`: one a line, its ISO code and what it is called. As
 * one text they are a third of what they take as objects in a page's data.
 */
export function phoneCountries(first?: CountryCode): string {
  const isFirst = (line: string) => line.slice(0, 2) === first;
  return [...countryLines.filter(isFirst), ...countryLines.filter((line) => !isFirst(line))].join("\n");
}

/** A country's ISO code with its calling code (INV-10); null when there is none of that name. */
export function phoneCountry(short: string): PhoneCountry | null {
  return isSupportedCountry(short) ? { short, code: getCountryCallingCode(short) } : null;
}

/** The country to read a stored number in: `fallback` where its calling code fits too, as for all of +1. */
export function countryOfNumber(number: string, fallback: CountryCode): CountryCode {
  const parsed = parsePhoneNumberFromString(number);
  if (!parsed || parsed.countryCallingCode === getCountryCallingCode(fallback)) return fallback;
  const sharing = getCountries().filter((one) => getCountryCallingCode(one) === parsed.countryCallingCode);
  return parsed.country ?? sharing[0] ?? fallback;
}

/** A stored number as a form shows it: the country that it is read in, and the rest of it without that country's code. */
export function shownPhone(
  number: string,
  fallback: CountryCode,
): { country: CountryCode; phoneNumber: string } {
  const country = countryOfNumber(number, fallback);
  const code = `+${getCountryCallingCode(country)}`;
  return { country, phoneNumber: number.startsWith(code) ? number.slice(code.length) : number };
}

/**
 * A number as it is stored: "+", country code and number without blanks (INV-10). One that begins with "+" speaks for
 * itself, any other is of `country`. Null when no country, or not that one, has such a number.
 */
export function phoneNumber(text: string, country?: PhoneCountry): string | null {
  const typed = phoneText(text);
  if (!/^\+?[\d\s().\-/]+$/.test(typed)) return null;
  const parsed = parsePhoneNumberFromString(typed, country?.short);
  if (!parsed?.isValid()) return null;
  // Several countries share +1 and +44: their code must fit, not their name.
  return country && parsed.countryCallingCode !== country.code ? null : parsed.number;
}
