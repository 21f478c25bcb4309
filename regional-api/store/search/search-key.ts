/** Texts as they are looked for. */

/** Accents as Latin, Greek and Cyrillic letters carry them; the signs of other scripts are letters of theirs. */
const accents = /[\u0300-\u036f]/gu;

/**
 * The form in which names and titles are sorted and searched: no accents, no capitals, single blanks.
 * Every `nameKey` and `titleKey` column is made by it, and so must be a text that is looked for in one.
 */
export function searchKey(text: string): string {
  return (
    text
      .normalize("NFKD")
      .replace(accents, "")
      .normalize("NFKC")
      .toLowerCase()
      // Lower case of the same capital, depending on what follows.
      .replaceAll("ς", "σ")
      // Apostrophes as telephones type them.
      .replace(/[\u2018\u2019\u02bc]/gu, "'")
      .replace(/\s+/gu, " ")
      .trim()
  );
}
