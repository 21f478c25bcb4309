/** The names of the languages of assessments (WF-46). */
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

/** The language of a package that says none (WF-22). */
export const defaultLanguage = "en-US";

/** A language by its name; an unknown code shows as itself (WF-46). */
export const languageName = (code: string): string =>
  Object.hasOwn(languages, code) ? (languages[code] ?? code) : code;
