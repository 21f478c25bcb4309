import { type Tone, toneAttribute } from "./tones";

/** A state as text, after a coloured dot if it is good, bad or in between. */
export function StateText({ text, tone }: { text: string; tone?: Tone }) {
  return (
    <span className="state-text rt-r-display-inline-flex rt-r-ai-center muted small figures nowrap">
      {tone && <span className="dot" {...toneAttribute(tone)} />}
      {text}
    </span>
  );
}
