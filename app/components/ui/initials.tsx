import { signsOf } from "~/models/form/length";
import { type Tone, toneOf } from "./tones";

const tones = ["accent", "green", "amber", "cyan", "purple", "red"] as const satisfies readonly Tone[];

const ideographic = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/u;
/** The first letter of a word; its first sign when it has none. */
function firstSign(word: string): string {
  const signs = signsOf(word);
  return signs.find((sign) => /\p{L}/u.test(sign)) ?? signs[0] ?? "";
}

/** The first letter of the first and of the last word; one sign where a name is written in ideographs. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const first = firstSign(words[0] ?? "");
  if (words.length < 2 || ideographic.test(first)) return first.toUpperCase();
  return (first + firstSign(words.at(-1) ?? "")).toUpperCase();
}

/** A tone that is always the same for one id. */
function toneFor(id: string): Tone {
  let sum = 0;
  for (const sign of id) sum = (sum * 31 + (sign.codePointAt(0) ?? 0)) % 997;
  return tones[sum % tones.length] ?? "gray";
}

/** A person at a glance: a round with the initials. The name itself stands beside it, so readers skip this. */
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
    // A browser without Intl.Segmenter divides some scripts otherwise: what the server wrote stays.
    <span
      className={`initials initials-${size}`}
      aria-hidden="true"
      suppressHydrationWarning
      {...toneOf(toneFor(id))}
    >
      {initialsOf(name)}
    </span>
  );
}
