import { searchKey } from "../../shared/search-key";
import { plainCharacters } from "../../shared/pasted";

export { searchKey };

/** Compares names by their search keys, so that Ø sorts with O; ties are broken by the names themselves. */
export function compareNames(one: string, other: string): number {
  const [a, b] = [searchKey(one), searchKey(other)];
  if (a !== b) return a < b ? -1 : 1;
  return one === other ? 0 : one < other ? -1 : 1;
}

const segmenter = new Intl.Segmenter();

/** The number of characters as people see them (graphemes), which length limits count. */
export const lengthOf = (text: string): number => [...segmenter.segment(text)].length;

/**
 * True if a text has at most `limit` characters as people see them (SHELL-32). Texts longer than 40 UTF-16 units per
 * character are rejected without counting, which would be slow.
 */
export const within =
  (limit: number) =>
  (text: string): boolean =>
    text.length <= limit || (text.length <= 40 * limit && lengthOf(text) <= limit);

/** The first `limit` characters of a text, as people see them. */
export const cutTo = (limit: number, text: string): string =>
  within(limit)(text)
    ? text
    : Array.from(segmenter.segment(text.slice(0, 40 * limit)), ({ segment }) => segment)
        .slice(0, limit)
        .join("")
        .trim();

const plain = (name: string) => plainCharacters(name).toLowerCase();

/** True if two names are equal, ignoring case, kinds of spaces and dashes, and invisible characters; not accents. */
export const isSameName = (one: string, other: string): boolean => plain(one) === plain(other);

/** Splits a `searchKey` into words, for matching in any order; the comma after a surname is dropped. */
export const wordsOf = (key: string): string[] => key.replaceAll(",", " ").split(" ").filter(Boolean);
