import { useMemo } from "react";
import { useConsole, useTexts } from "~/components/context/console-context";
import { formatDate } from "~/i18n/dates";
import { insights } from "~/i18n/insights";
import { formatNumber } from "~/i18n/numbers";
import type { Language, Translate } from "~/i18n/texts";
import { type CardLook, type CardName, cards, type FigureRow, type Trend } from "~/models/insights/cards";

/** A number with one decimal, in the language's format. */
const decimal = (value: number, language: Language) =>
  value.toLocaleString(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** A share from 0 to 1 as a percentage with one decimal (DI-25). */
export const percentage = (share: number, language: Language) => `${decimal(100 * share, language)} %`;

/** The parts of a figure: the number, and the unit shown smaller after it (DI-25). Times are in seconds. */
export function figureText(
  value: number,
  look: CardLook,
  language: Language,
  t: Translate<(typeof insights)["en"]>,
): string {
  switch (look) {
    case "ratio":
      return percentage(value, language);
    case "decimal":
      return decimal(value, language);
    case "duration":
      return durationText(Math.round(value), t);
    default:
      return formatNumber(Math.round(value));
  }
}

function durationText(seconds: number, t: Translate<(typeof insights)["en"]>): string {
  const minutes = Math.floor(seconds / 60);
  return minutes >= 60
    ? t("hours", { hours: Math.floor(minutes / 60), minutes: minutes % 60 })
    : t("minutes", { minutes, seconds: seconds % 60 });
}

/** A figure's change in words, with its direction, and whether it is good or bad if that is clear. */
export type Change = { text: string; direction?: "more" | "less"; isGood?: boolean };

/** A figure's change against the `days` before; null if there is no figure now (DI-57, DI-60). */
export function changeOf(
  card: CardName,
  { current, previous }: Pick<Trend, "current" | "previous">,
  days: number,
  language: Language,
  t: Translate<(typeof insights)["en"]>,
): Change | null {
  if (current === null) return null;
  const count = days;
  if (previous === null) return { text: t("trend.noneBefore", { count }) };
  const { look, good } = cards[card];
  const isFromZero = look === "count" && previous === 0;
  const textOf = (size: number) => {
    if (look === "ratio") return t("trend.points", { difference: decimal(100 * size, language) });
    if (look === "count") return percentage(isFromZero ? size : size / previous, language);
    return figureText(size, look, language, t);
  };
  const change = textOf(Math.abs(current - previous));
  // A change that rounds to zero counts as none.
  if (change === textOf(0)) return { text: t("trend.same", { count }) };
  const direction = current > previous ? "more" : "less";
  return {
    text: isFromZero ? t("trend.fromZero", { count }) : t("trend.against", { count, change }),
    direction,
    ...(good && { isGood: direction === good }),
  };
}

/** A day as `formatDate` writes it, without the year. */
const withoutYear = (text: string) => text.replace(/,?\s\d{4}$/, "");

/** A day such as "2026-01-31" in the language's format. */
export const dayText = (key: string, language: Language) =>
  formatDate(new Date(`${key}T00:00:00Z`), language, "UTC");
const isKey = <T extends object>(texts: T, key: string): key is Extract<keyof T, string> =>
  Object.hasOwn(texts, key);

/** Labels of a chart's values: in full, and short for an axis. The day `today` is not over. */
export function useRowWords(card: CardName, today: string) {
  const { language } = useConsole();
  const t = useTexts(insights);
  return useMemo(() => {
    const name = ({ key }: FigureRow): string => {
      if (cards[card].look === "line") {
        const text = dayText(key, language);
        return key === today ? t("trend.soFar", { day: text }) : text;
      }
      if (card === "scoreDistribution") return key === "100" ? key : `${key}–${Number(key) + 9}`;
      if (card === "declineReasons") return key;
      if (isKey(insights.en.devices, key)) return t(`devices.${key}`);
      return isKey(insights.en.recommendations, key) ? t(`recommendations.${key}`) : key;
    };
    const short = (row: FigureRow) =>
      cards[card].look === "line"
        ? withoutYear(dayText(row.key, language))
        : card === "scoreDistribution"
          ? row.key
          : name(row);
    return { name, short };
  }, [card, language, t, today]);
}
