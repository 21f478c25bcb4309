const segmenter = new Intl.Segmenter();

/** How many characters people see in a text: what limits of lengths count. */
export const lengthOf = (text: string): number => [...segmenter.segment(text)].length;

/**
 * Whether a text is no longer than so many characters as people see them (SHELL-32). The longest are no names and texts
 * any more, and are not counted: that takes its time.
 */
export const within =
  (limit: number) =>
  (text: string): boolean =>
    text.length <= limit || (text.length <= 40 * limit && lengthOf(text) <= limit);

const plain = (name: string) => name.normalize("NFC").trim().toLowerCase();

/** Whether two names are the same: letter case and outer spaces do not matter, accents do (WFS-20, ORG-34). */
export const isSameName = (one: string, other: string): boolean => plain(one) === plain(other);

/** The words of a name's `searchKey`, in whatever order; a comma after a surname is none of it. */
export const wordsOf = (key: string): string[] => key.replaceAll(",", " ").split(" ").filter(Boolean);

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
