import { signsOf } from "~/models/form/length";
import { type Tone, toneAttribute } from "./tones";

const tones = ["accent", "green", "amber", "cyan", "purple", "red"] as const satisfies readonly Tone[];

const ideographic = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/u;
/** First letter of a word, or its first character if it has no letter. */
function firstSign(word: string): string {
  const signs = signsOf(word);
  return signs.find((sign) => /\p{L}/u.test(sign)) ?? signs[0] ?? "";
}

/** First letters of the first and last word; a single character for names in ideographs. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const first = firstSign(words[0] ?? "");
  if (words.length < 2 || ideographic.test(first)) return first.toUpperCase();
  return (first + firstSign(words.at(-1) ?? "")).toUpperCase();
}

/** A tone determined by an id. */
function toneFor(id: string): Tone {
  let sum = 0;
  for (const sign of id) sum = (sum * 31 + (sign.codePointAt(0) ?? 0)) % 997;
  return tones[sum % tones.length] ?? "gray";
}

/** Attributes with which CSS draws a person's initials before an element's text: a list has them in every row. */
export const initialsBefore = (id: string, name: string) => ({
  "data-initials": initialsOf(name),
  ...toneAttribute(toneFor(id)),
});

/** A person's initials in a circle. The name is shown next to it, so screen readers skip this. */
export function Initials({
  id,
  name,
  size = "medium",
}: {
  id: string;
  name: string;
  size?: "medium" | "large";
}) {
  return (
    // Without Intl.Segmenter the browser splits some scripts differently, so the server's text is kept.
    <span
      className={`initials initials-${size}`}
      aria-hidden="true"
      suppressHydrationWarning
      {...toneAttribute(toneFor(id))}
    >
      {initialsOf(name)}
    </span>
  );
}
