/** Search and sort keys of texts: one rule for both database engines, the API and the console. */

/** Accents of Latin, Greek and Cyrillic letters; combining signs of other scripts are letters in their own right. */
const accents = /[\u0300-\u036f]|[\u1ab0-\u1aff]|[\u1dc0-\u1dff]|[\u20d0-\u20ff]|[\ufe20-\ufe2f]/gu;

/** Letters that Unicode does not decompose into letter and accent, as typed on other keyboards. */
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
  // Two lower-case forms of one capital, depending on position.
  ς: "σ",
};
const special = new RegExp(`[${Object.keys(plainLetters).join("")}]`, "gu");

/**
 * Normalises names and titles for sorting and searching: lower case without accents, one kind of dash and apostrophe,
 * single spaces, nothing invisible. All `nameKey` and `titleKey` columns hold its result, so text compared with them
 * must pass through it, too. Changing it needs a migration that recomputes stored keys.
 */
export function searchKey(text: string): string {
  const plain = /^[ -~]*$/.test(text) ? text.toLowerCase() : plainOf(text);
  return plain.replace(/\s+/gu, " ").trim();
}

/** Recomputes a key stored under an earlier rule; keys of several texts have one line each. */
export const keyAnew = (key: string): string => key.split("\n").map(searchKey).join("\n");

const plainOf = (text: string) =>
  text
    // Zero-width characters, soft hyphens, and others that only affect how their neighbours are drawn.
    .replace(/\p{Default_Ignorable_Code_Point}/gu, "")
    .normalize("NFKD")
    .replace(accents, "")
    .normalize("NFKC")
    .toLowerCase()
    .replace(special, (letter) => plainLetters[letter] ?? letter)
    .replace(/[\p{Pd}\u2043\u2212]/gu, "-")
    // Apostrophes as phones type them.
    .replace(/[\u2018\u2019\u02bb\u02bc\u2032]/gu, "'");
