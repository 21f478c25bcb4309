import type { CardName, Figure } from "./cards";

/** Values of the recommendation split as the candidates' list calls them. */
const results: Readonly<Record<string, string>> = { Yes: "YES", Maybe: "MAYBE", No: "NO" };

/**
 * The figure with the lists that it counts. `candidates` is the address of a vacancy's candidates who submitted, with the
 * days asked for; null when there is no such list.
 */
export function withLists(card: CardName, figure: Figure, candidates: string | null): Figure {
  if (candidates === null) return figure;
  if (card === "completedCount" && figure.kind === "number") return { ...figure, href: candidates };
  if (figure.kind !== "rows") return figure;
  const narrowed = (key: string) =>
    card === "scoreDistribution"
      ? `score=${key}`
      : card === "recommendationSplit" && results[key]
        ? `result=${results[key]}`
        : null;
  return {
    ...figure,
    rows: figure.rows.map((row) => {
      const query = narrowed(row.key);
      return query ? { ...row, href: `${candidates}&${query}` } : row;
    }),
  };
}
