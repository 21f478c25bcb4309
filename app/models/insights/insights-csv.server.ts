import { csvFile } from "~/services/csv.server";
import type { CardName, Figure } from "./cards";
import type { InsightsSearch } from "./insights-search";

/** The unit of a chart's values. */
const keyName = (card: CardName) =>
  card === "countByDay" ? "day (UTC)" : card === "scoreDistribution" ? "score from" : "label";

/**
 * The values of a card as CSV: the exact numbers, days as ISO dates, times in UTC. Each row says what it was counted of and when it was read.
 */
export function csvOf(
  card: CardName,
  figure: Figure,
  search: InsightsSearch & { departmentName?: string | undefined },
  readAt: Date,
): string {
  const { department = "", departmentName = "", vacancy } = search;
  const [first, last] =
    card === "countByDay" && figure.kind === "rows" ? [figure.rows[0], figure.rows.at(-1)] : [];
  const { from = first?.key ?? "", to = last?.key ?? "" } = search;
  const context = {
    department,
    "department name": departmentName,
    vacancies: vacancy.join(" "),
    from,
    to,
    "read at": readAt.toISOString(),
  };
  const values =
    figure.kind === "number"
      ? [{ value: figure.value ?? "", ...figure.of }]
      : figure.rows.map(({ key, count }) => ({ [keyName(card)]: key, count }));
  const unit = card === "medianTime" ? { unit: "seconds" } : {};
  const records = values.map((value) => ({ metric: card, ...value, ...unit, ...context }));
  return csvFile([...records.slice(0, 1).map(Object.keys), ...records.map(Object.values)]);
}
