/** Search and sort keys of texts: the same rule for both database engines, the API and the console. */

/**
 * Accents of Latin, Greek and Cyrillic letters. Combining signs of other scripts are letters in their own
 * right.
 */
const accents = /[\u0300-\u036f]|[\u1ab0-\u1aff]|[\u1dc0-\u1dff]|[\u20d0-\u20ff]|[\ufe20-\ufe2f]/gu;

/**
 * Letters that Unicode does not decompose into letter and accent, with the letters typed for them on other
 * keyboards.
 */
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
  // Final sigma: a second lower-case form of the same capital.
  ς: "σ",
};
const special = new RegExp(`[${Object.keys(plainLetters).join("")}]`, "gu");

/**
 * Normalizes names and titles for sorting and searching: lower case without accents, one kind of dash and
 * apostrophe, single spaces, nothing invisible. All `nameKey` and `titleKey` columns hold its result, so text
 * compared with them must be normalized, too. A change needs a migration that recomputes stored keys.
 */
export function searchKey(text: string): string {
  const plain = /^[ -~]*$/.test(text) ? text.toLowerCase() : plainOf(text);
  return plain.replace(/\s+/gu, " ").trim();
}

/** Recomputes a key that was stored under an earlier rule. Keys of several texts have one line each. */
export const recomputeKey = (key: string): string => key.split("\n").map(searchKey).join("\n");

const plainOf = (text: string) =>
  text
    // Zero-width characters, soft hyphens, and others that affect only the rendering of their neighbours.
    .replace(/\p{Default_Ignorable_Code_Point}/gu, "")
    .normalize("NFKD")
    .replace(accents, "")
    .normalize("NFKC")
    .toLowerCase()
    .replace(special, (letter) => plainLetters[letter] ?? letter)
    .replace(/[\p{Pd}\u2043\u2212]/gu, "-")
    // Typographic apostrophes, as phones insert them.
    .replace(/[\u2018\u2019\u02bb\u02bc\u2032]/gu, "'");
