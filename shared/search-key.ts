/** Texts as they are looked for and sorted: the one rule of both engines, of the API and of the console. */

/** Accents as Latin, Greek and Cyrillic letters carry them; the signs of other scripts are letters of theirs. */
const accents = /[\u0300-\u036f]|[\u1ab0-\u1aff]|[\u1dc0-\u1dff]|[\u20d0-\u20ff]|[\ufe20-\ufe2f]/gu;

/** Letters that are no plain letter with an accent to Unicode, as people type them without their keys. */
const plainLetters: Readonly<Record<string, string>> = {
  ...{ ß: "ss", æ: "ae", œ: "oe", ø: "o", ł: "l", đ: "d", ð: "d", þ: "th", ı: "i", ŋ: "n", ə: "e" },
  ...{ ħ: "h", ŧ: "t", ĸ: "q", ƀ: "b", ɓ: "b", ƈ: "c", ɖ: "d", ɗ: "d", ƒ: "f", ǥ: "g", ɠ: "g", ɨ: "i" },
  ...{
    ɉ: "j",
    ƙ: "k",
    ƚ: "l",
    ɲ: "n",
    ɵ: "o",
    ƥ: "p",
    ɍ: "r",
    ƭ: "t",
    ʉ: "u",
    ʋ: "v",
    ƴ: "y",
    ɏ: "y",
    ƶ: "z",
  },
  // Lower case of the same capital, depending on what follows.
  ς: "σ",
};
const special = new RegExp(`[${Object.keys(plainLetters).join("")}]`, "gu");

/**
 * The form in which names and titles are sorted and searched: plain letters without accents and capitals, one kind of dash
 * and apostrophe, single blanks, nothing that cannot be seen. Every `nameKey` and `titleKey` column is made by it, and so must
 * be a text that is looked for in one. A change of it needs a migration that makes the stored ones anew.
 */
export function searchKey(text: string): string {
  const plain = /^[ -~]*$/.test(text) ? text.toLowerCase() : plainOf(text);
  return plain.replace(/\s+/gu, " ").trim();
}

/** A key of today's rule from one of an earlier rule; keys of several texts have a line for each. */
export const keyAnew = (key: string): string => key.split("\n").map(searchKey).join("\n");

const plainOf = (text: string) =>
  text
    // What has no width, soft hyphens, and other characters that only tell how to draw their neighbours.
    .replace(/\p{Default_Ignorable_Code_Point}/gu, "")
    .normalize("NFKD")
    .replace(accents, "")
    .normalize("NFKC")
    .toLowerCase()
    .replace(special, (letter) => plainLetters[letter] ?? letter)
    .replace(/[\p{Pd}\u2043\u2212]/gu, "-")
    // Apostrophes as telephones type them.
    .replace(/[\u2018\u2019\u02bb\u02bc\u2032]/gu, "'");
