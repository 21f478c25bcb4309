import { type Tone, toneOf } from "./tones";

/** How something stands: its words, after a coloured dot when it is good, bad or in between. */
export function StateText({ text, tone }: { text: string; tone?: Tone }) {
  return (
    <span className="state-text">
      {tone && <span className="dot" {...toneOf(tone)} />}
      {text}
    </span>
  );
}
