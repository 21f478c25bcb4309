import { searchKey } from "../../shared/search-key";
import { plainText } from "../../shared/pasted";

export { searchKey };

/** The order of names: by their keys, so that Ø stands with O; those that are one key in the order of their letters. */
export function compareNames(one: string, other: string): number {
  const [a, b] = [searchKey(one), searchKey(other)];
  if (a !== b) return a < b ? -1 : 1;
  return one === other ? 0 : one < other ? -1 : 1;
}

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

/** The first so many characters of a text, as people see them. */
export const cutTo = (limit: number, text: string): string =>
  within(limit)(text)
    ? text
    : Array.from(segmenter.segment(text.slice(0, 40 * limit)), ({ segment }) => segment)
        .slice(0, limit)
        .join("")
        .trim();

const plain = (name: string) => plainText(name).toLowerCase();

/** Whether two names are the same: letter case, kinds of blanks and dashes, and what nobody sees do not matter, accents do. */
export const isSameName = (one: string, other: string): boolean => plain(one) === plain(other);

/** The words of a name's `searchKey`, in whatever order; a comma after a surname is none of it. */
export const wordsOf = (key: string): string[] => key.replaceAll(",", " ").split(" ").filter(Boolean);
