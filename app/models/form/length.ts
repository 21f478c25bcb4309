// Made when a text needs it: it takes a phone longer than all else that a page does before it shows.
let segmenter: Intl.Segmenter | undefined;

/** Most texts are plain, where each unit is a character; a line break is two only in the middle of the pair. */
const isPlain = (text: string) => /^[\n\x20-\x7e]*$/.test(text);

/** The characters of a text as a person sees them: an emoji or a letter with its accents is one. */
export function signsOf(text: string): string[] {
  // Firefox before 125 has none: there an emoji may count as several, and the server counts again.
  if (isPlain(text) || !("Segmenter" in Intl)) return [...text];
  segmenter ??= new Intl.Segmenter(undefined, { granularity: "grapheme" });
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

/** How many characters a person sees in a text (SHELL-32). */
export function lengthOf(text: string): number {
  return isPlain(text) ? text.length : signsOf(text).length;
}
