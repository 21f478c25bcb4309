import type { insights } from "~/i18n/insights";
import type { Translate } from "~/i18n/texts";
import { isoIn } from "~/models/list/export.server";
import { csvFile } from "~/services/csv.server";
import type { CardName, Figure } from "./cards";
import type { InsightsSearch } from "./insights-search";

/** What the values of a chart are counted by. */
const heads = {
  deviceType: "device",
  scoreDistribution: "file.scoreFrom",
  recommendationSplit: "recommendation",
  countByDay: "file.day",
} as const;
const isChart = (card: CardName): card is keyof typeof heads => Object.hasOwn(heads, card);

type FileFacts = { readAt: Date; timeZone: string; t: Translate<(typeof insights)["en"]> };

/** A card's title as a part of its file's name. */
export const fileStem = (card: CardName, t: FileFacts["t"]): string =>
  t(`cards.${card}`)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-");

/**
 * The values of a card as CSV, in the words of the page: the exact numbers, days as ISO dates. Each row says what it was counted
 * of and when it was read.
 */
export function csvOf(
  card: CardName,
  figure: Figure,
  search: InsightsSearch & { departmentName?: string | undefined },
  { readAt, timeZone, t }: FileFacts,
): string {
  const { department = "", departmentName = "", vacancy } = search;
  const [first, last] =
    card === "countByDay" && figure.kind === "rows" ? [figure.rows[0], figure.rows.at(-1)] : [];
  const { from = first?.key ?? "", to = last?.key ?? "" } = search;
  const context = {
    [t("file.departmentId")]: department,
    [t("filters.department")]: departmentName,
    [t("file.vacancies")]: vacancy.join(" "),
    [t("file.from")]: from,
    [t("file.to")]: to,
    [t("file.readAt")]: isoIn(readAt, timeZone),
  };
  const values =
    figure.kind === "number"
      ? [
          {
            [t("file.value")]: figure.value ?? "",
            ...(figure.of && { [t("count")]: figure.of.count, [t("file.total")]: figure.of.total }),
          },
        ]
      : figure.rows.map(({ key, count }) => ({
          [t(isChart(card) ? heads[card] : "file.value")]: key,
          [t("count")]: count,
        }));
  const unit = card === "medianTime" ? { [t("file.unit")]: t("file.seconds") } : {};
  const records = values.map((value) => ({
    [t("file.metric")]: t(`cards.${card}`),
    ...value,
    ...unit,
    ...context,
  }));
  return csvFile([...records.slice(0, 1).map(Object.keys), ...records.map(Object.values)]);
}
