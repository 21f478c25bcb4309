/** Names of assessment languages (WF-46). */
const languages: Readonly<Record<string, string>> = {
  "en-US": "English - en-US",
  "en-GB": "English - en-GB",
  fr: "French - fr",
  es: "Spanish - es",
  de: "German - de",
  fi: "Finnish - fi",
  da: "Danish - da",
  nl: "Dutch - nl",
  it: "Italian - it",
  sv: "Swedish - sv",
  nb: "Norwegian - nb",
};

/** Language of packages that specify none (WF-22). */
export const defaultLanguage = "en-US";

/** Name of a language; unknown codes are shown as they are (WF-46). */
export const languageName = (code: string): string =>
  Object.hasOwn(languages, code) ? (languages[code] ?? code) : code;
