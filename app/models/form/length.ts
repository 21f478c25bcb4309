// Created lazily: on a phone, creating it takes longer than the rest of a page's startup.
let segmenter: Intl.Segmenter | undefined;

/** Fast path for ASCII without carriage returns, where every UTF-16 unit is a character. */
const isPlain = (text: string) => /^[\n\x20-\x7e]*$/.test(text);

/** Splits a text into user-perceived characters: an emoji or an accented letter counts as one. */
export function signsOf(text: string): string[] {
  // Missing in Firefox before 125, where an emoji may count as several; the server counts again.
  if (isPlain(text) || !("Segmenter" in Intl)) return [...text];
  segmenter ??= new Intl.Segmenter(undefined, { granularity: "grapheme" });
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

/** Number of user-perceived characters (SHELL-32). */
export function lengthOf(text: string): number {
  return isPlain(text) ? text.length : signsOf(text).length;
}
