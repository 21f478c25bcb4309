export { searchKey } from "../store/search/search-key";

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
