const segmenter = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** How many characters a person sees in a text: an emoji or a letter with its accents is one (SHELL-32). */
export function lengthOf(text: string): number {
  // Most texts are plain, where each unit is a character; a line break is two only in the middle of the pair.
  if (/^[\n\x20-\x7e]*$/.test(text)) return text.length;
  let count = 0;
  for (const _ of segmenter.segment(text)) count += 1;
  return count;
}
