import { compareNames } from "~/i18n/name-order";
import {
  type CountryCode,
  getCountries,
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from "libphonenumber-js/min";

import { phoneText } from "../../shared/pasted";

// Server-only: the metadata of all countries' numbers is as large as a screen.

export type PhoneCountry = { short: CountryCode; code: string };

const countryNames = new Intl.DisplayNames("en", { type: "region" });

// Sorted once; the list never changes.
const countryLines = getCountries()
  .map((code) => ({ code, label: `${countryNames.of(code) ?? code} (+${getCountryCallingCode(code)})` }))
  .sort((a, b) => compareNames(a.label, b.label))
  .map(({ code, label }) => `${code} ${label}`);

/**
 * All countries with a calling code, by English name, after `first`: one line each with ISO code and label. As text
 * they take a third of the space of objects in a page's data.
 */
export function phoneCountries(first?: CountryCode): string {
  const isFirst = (line: string) => line.slice(0, 2) === first;
  return [...countryLines.filter(isFirst), ...countryLines.filter((line) => !isFirst(line))].join("\n");
}

/** A country's ISO and calling code (INV-10); null if unknown. */
export function phoneCountry(short: string): PhoneCountry | null {
  return isSupportedCountry(short) ? { short, code: getCountryCallingCode(short) } : null;
}

/** Country for parsing a stored number: `fallback` if its calling code matches, e.g. any country with +1. */
export function countryOfNumber(number: string, fallback: CountryCode): CountryCode {
  const parsed = parsePhoneNumberFromString(number);
  if (!parsed || parsed.countryCallingCode === getCountryCallingCode(fallback)) return fallback;
  const sharing = getCountries().filter((one) => getCountryCallingCode(one) === parsed.countryCallingCode);
  return parsed.country ?? sharing[0] ?? fallback;
}

/** A stored number for display: its country, and the number without the calling code. */
export function phoneForDisplay(
  number: string,
  fallback: CountryCode,
): { country: CountryCode; phoneNumber: string } {
  const country = countryOfNumber(number, fallback);
  const code = `+${getCountryCallingCode(country)}`;
  return { country, phoneNumber: number.startsWith(code) ? number.slice(code.length) : number };
}

/**
 * A number in storage format: "+", country code and digits without spaces (INV-10). Numbers starting with "+"
 * have their own country code; others belong to `country`. Null if invalid.
 */
export function phoneNumber(text: string, country?: PhoneCountry): string | null {
  const typed = phoneText(text);
  if (!/^\+?[\d\s().\-/]+$/.test(typed)) return null;
  const parsed = parsePhoneNumberFromString(typed, country?.short);
  if (!parsed?.isValid()) return null;
  // Countries share +1 and +44, so compare the code, not the country.
  return country && parsed.countryCallingCode !== country.code ? null : parsed.number;
}
