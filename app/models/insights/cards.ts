import type { insights } from "~/i18n/insights";

/** A card of Discover Insights; the API keeps layouts by the same names. */
export type CardName = keyof (typeof insights)["en"]["cards"];

/** How a card shows its figure. Ratios are shares from 0 to 1, times are seconds. */
export type CardLook = "count" | "ratio" | "decimal" | "duration" | "pie" | "doughnut" | "bars" | "line";

type Card = { look: CardLook; width: number; height: number; most?: number };

/** Columns of the grid, its row height and the gap between cards in pixels (DI-03). */
export const grid = { columns: 12, rowHeight: 50, gap: 16 } as const;

/** No card is smaller than this (DI-05, DI-06). */
export const smallest = { width: 3, height: 4 } as const;
/** Nor higher than this: a card is read without scrolling. */
export const highest = 20;

const small = { width: 3, height: 4 } as const;
const chart = { width: 6, height: 6 } as const;

/** Every card in its default order, with its default size (DI-04, DI-05). `most` is the end of a figure's own scale. */
export const cards: Readonly<Record<CardName, Card>> = {
  completedCount: { look: "count", ...small },
  completionRatio: { look: "ratio", most: 1, ...small },
  dropoutRatio: { look: "ratio", most: 1, ...small },
  leakageRatio: { look: "ratio", most: 1, ...small },
  engagementRate: { look: "ratio", most: 1, ...small },
  averageNps: { look: "decimal", most: 10, ...small },
  medianTime: { look: "duration", ...small },
  medianScore: { look: "decimal", most: 100, ...small },
  profanityRatio: { look: "ratio", most: 1, ...small },
  plagiarismRatio: { look: "ratio", most: 1, ...small },
  garbageRatio: { look: "ratio", most: 1, ...small },
  deviceType: { look: "doughnut", ...chart },
  scoreDistribution: { look: "bars", ...chart },
  recommendationSplit: { look: "pie", ...chart },
  countByDay: { look: "line", width: 12, height: 6 },
};

export const cardNames = Object.keys(cards) as CardName[];

/** Whether an address or a stored layout names a card that there is. */
export const isCardName = (name: string | undefined): name is CardName =>
  name !== undefined && Object.hasOwn(cards, name);

/** The title of a card inside a sentence: in lower case, NPS kept in capitals (DI-34). */
export const cardInSentence = (title: string) => title.toLowerCase().replace(/\bnps\b/g, "NPS");

/** One value of a chart: what it is called on the wire, and how much of it there is. */
export type FigureRow = { key: string; count: number };

/** A card's figure: a number or null, with its parts when they are known, or the values of a chart. */
export type Figure =
  | { kind: "number"; value: number | null; of?: { count: number; total: number } }
  | { kind: "rows"; rows: readonly FigureRow[] };

/** Whether there is something to count; a card without reads "No data" (DI-20). */
export const hasData = (figure: Figure): boolean =>
  figure.kind === "number" ? figure.value !== null : figure.rows.some(({ count }) => count > 0);
