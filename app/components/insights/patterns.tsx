import { type Tone, toneAttribute } from "~/components/ui/tones";
import type { CardName } from "~/models/insights/cards";

/** Distinguishes the parts of a split: by colour and, without colour, by pattern. */
type Fill = { tone: Tone; lines: string };

/** Lines on an 8 by 8 tile; a part without lines is solid. */
const solid = "";
const hatched = "M-2 2l4-4M0 8l8-8M6 10l4-4";
const dotted = "M2 2v.01M6 6v.01";
const striped = "M0 2h8M0 6h8";

const fills: Partial<Record<CardName, readonly Fill[]>> = {
  deviceType: [
    { tone: "accent", lines: solid },
    { tone: "cyan", lines: hatched },
    { tone: "purple", lines: dotted },
    { tone: "gray", lines: striped },
  ],
  recommendationSplit: [
    { tone: "green", lines: solid },
    { tone: "amber", lines: hatched },
    { tone: "red", lines: dotted },
  ],
};

const idOf = (card: CardName, index: number) => `insight-fill-${card}-${index}`;

/** `fill` of the part at `index` of a split; defined in `Patterns`. */
export const patternFill = (card: CardName, index: number) => `url(#${idOf(card, index)})`;

/** Pattern definitions of all splits; once per page. */
export function Patterns() {
  return (
    <svg className="rt-r-position-absolute" width="0" height="0" aria-hidden="true">
      <defs>
        {Object.entries(fills).flatMap(([card, parts]) =>
          parts.map(({ tone, lines }, index) => (
            <pattern
              key={idOf(card as CardName, index)}
              id={idOf(card as CardName, index)}
              width="8"
              height="8"
              patternUnits="userSpaceOnUse"
              {...toneAttribute(tone)}
            >
              <rect width="8" height="8" fill={lines ? "var(--accent-4)" : "var(--accent-9)"} />
              {lines && (
                <path
                  d={lines}
                  fill="none"
                  stroke="var(--accent-11)"
                  strokeWidth={lines === dotted ? 3 : 2}
                  strokeLinecap={lines === dotted ? "round" : undefined}
                />
              )}
            </pattern>
          )),
        )}
      </defs>
    </svg>
  );
}

/** Tone of the outline of the part at `index`. */
export const outlineOf = (card: CardName, index: number) =>
  toneAttribute(fills[card]?.[index]?.tone ?? "gray");

/** Swatch of a part of a split, next to its name. */
export function Swatch({ card, index }: { card: CardName; index: number }) {
  return (
    <svg className="insight-swatch" viewBox="0 0 16 16" aria-hidden="true" {...outlineOf(card, index)}>
      <rect x="1" y="1" width="14" height="14" rx="3" fill={patternFill(card, index)} />
    </svg>
  );
}
