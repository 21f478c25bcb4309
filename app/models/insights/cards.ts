import type { insights } from "~/i18n/insights";

/** A card of Discover Insights; also its name in stored layouts. */
export type CardName = keyof (typeof insights)["en"]["cards"];

/** Presentation of a card's figure. Ratios are 0 to 1, times are in seconds. */
export type CardLook =
  "count" | "ratio" | "decimal" | "duration" | "pie" | "doughnut" | "bars" | "line" | "table";

/** Direction in which a figure is better. Left out where neither clearly is: such a change has no tone (DI-60). */
type BetterDirection = "more" | "less";

type Card = { look: CardLook; width: number; height: number; good?: BetterDirection };

/** Grid columns; row height and gap in px (DI-03). */
export const grid = { columns: 12, rowHeight: 50, gap: 16 } as const;

/** Minimum card size (DI-05, DI-06). */
export const minCardSize = { width: 3, height: 4 } as const;
/** Maximum card height, so that a card is readable without scrolling. */
export const maxCardHeight = 20;

const small = { width: 3, height: 4 } as const;
const chart = { width: 6, height: 6 } as const;

/** All cards in default order and size (DI-04, DI-05). */
export const cards: Readonly<Record<CardName, Card>> = {
  completedCount: { look: "count", ...small },
  completionRatio: { look: "ratio", good: "more", ...small },
  dropoutRatio: { look: "ratio", good: "less", ...small },
  leakageRatio: { look: "ratio", good: "less", ...small },
  engagementRate: { look: "ratio", good: "more", ...small },
  averageNps: { look: "decimal", good: "more", ...small },
  medianTime: { look: "duration", ...small },
  medianScore: { look: "decimal", ...small },
  profanityRatio: { look: "ratio", good: "less", ...small },
  plagiarismRatio: { look: "ratio", good: "less", ...small },
  garbageRatio: { look: "ratio", good: "less", ...small },
  startedCount: { look: "count", ...small },
  deviceType: { look: "doughnut", ...chart },
  scoreDistribution: { look: "bars", ...chart },
  recommendationSplit: { look: "pie", ...chart },
  declineReasons: { look: "table", ...chart },
  countByDay: { look: "line", width: 12, height: 6 },
};

export const cardNames = Object.keys(cards) as CardName[];

/** True if an address or stored layout names an existing card. */
export const isCardName = (name: string | undefined): name is CardName =>
  name !== undefined && Object.hasOwn(cards, name);

/** A card's title for use inside a sentence: lower case, except NPS (DI-34). */
export const titleInSentence = (title: string) => title.toLowerCase().replace(/\bnps\b/g, "NPS");

/** One value of a chart: its API key and count. */
export type FigureRow = { key: string; count: number };

/** A card's figure: a number or null, with its parts if known, or a chart's values. */
export type Figure =
  | { kind: "number"; value: number | null; of?: { count: number; total: number } }
  | { kind: "rows"; rows: readonly FigureRow[] };

/** True if there is data; cards without it show "No data" (DI-20). */
export const hasData = (figure: Figure): boolean =>
  figure.kind === "number" ? figure.value !== null : figure.rows.some(({ count }) => count > 0);

/** A figure of a period against the period before, and its values by `dates`. */
export type Trend = { current: number | null; previous: number | null; values: readonly (number | null)[] };

/** The trends of all single figures (DI-57). */
export type Trends = {
  days: number;
  /** True if the range has a first day, so that the figures are those of the compared period. */
  isWhole: boolean;
  pointDays: number;
  dates: readonly string[];
  of: Partial<Record<CardName, Trend>>;
};
