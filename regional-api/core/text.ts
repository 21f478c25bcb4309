import { searchKey } from "../../shared/search-key";
import { plainCharacters } from "../../shared/pasted";

export { searchKey };

/** Compares names by their search keys, so that Ø sorts as O, then by the names themselves. */
export function compareNames(one: string, other: string): number {
  const [a, b] = [searchKey(one), searchKey(other)];
  if (a !== b) return a < b ? -1 : 1;
  return one === other ? 0 : one < other ? -1 : 1;
}

const segmenter = new Intl.Segmenter();

/** Returns the number of graphemes (user-perceived characters), which length limits count. */
export const lengthOf = (text: string): number => [...segmenter.segment(text)].length;

/**
 * Returns a check that a text has at most `limit` graphemes (SHELL-32). Rejects texts longer than 40 UTF-16
 * units per grapheme without counting, which would be slow.
 */
export const within =
  (limit: number) =>
  (text: string): boolean =>
    text.length <= limit || (text.length <= 40 * limit && lengthOf(text) <= limit);

/** Returns the first `limit` graphemes of a text. */
export const truncateGraphemes = (limit: number, text: string): string =>
  within(limit)(text)
    ? text
    : Array.from(segmenter.segment(text.slice(0, 40 * limit)), ({ segment }) => segment)
        .slice(0, limit)
        .join("")
        .trim();

const plain = (name: string) => plainCharacters(name).toLowerCase();

/**
 * True if two names are equal, ignoring case, invisible characters, and kinds of spaces and dashes. Accents
 * count.
 */
export const isSameName = (one: string, other: string): boolean => plain(one) === plain(other);

/** Splits a `searchKey` into words, for matching in any order; drops the comma after a surname. */
export const wordsOf = (key: string): string[] => key.replaceAll(",", " ").split(" ").filter(Boolean);
