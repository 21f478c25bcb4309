/** Colours with a meaning; "accent" is the brand colour. */
export type Tone = "accent" | "gray" | "green" | "red" | "amber" | "cyan" | "purple";

/** The attribute that sets Radix's accent tokens inside an element to a tone. */
export function toneAttribute(tone: Tone): { "data-accent-color"?: string } {
  return tone === "accent" ? {} : { "data-accent-color": tone };
}
