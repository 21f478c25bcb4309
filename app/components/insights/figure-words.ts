import { useMemo } from "react";
import { useConsole, useTexts } from "~/components/context/console-context";
import { formatDate } from "~/i18n/dates";
import { insights } from "~/i18n/insights";
import { inFigures } from "~/i18n/numbers";
import type { Language, Translate } from "~/i18n/texts";
import { type CardLook, type CardName, cards, type FigureRow } from "~/models/insights/cards";

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
      return inFigures(Math.round(value));
  }
}

function durationText(seconds: number, t: Translate<(typeof insights)["en"]>): string {
  const minutes = Math.floor(seconds / 60);
  return minutes >= 60
    ? t("hours", { hours: Math.floor(minutes / 60), minutes: minutes % 60 })
    : t("minutes", { minutes, seconds: seconds % 60 });
}

/** A day as `formatDate` writes it, without the year. */
const withoutYear = (text: string) => text.replace(/,?\s\d{4}$/, "");

const day = (key: string) => new Date(`${key}T00:00:00Z`);
const isKey = <T extends object>(texts: T, key: string): key is Extract<keyof T, string> =>
  Object.hasOwn(texts, key);

/** Labels of a chart's values: in full, and short for an axis. */
export function useRowWords(card: CardName) {
  const { language } = useConsole();
  const t = useTexts(insights);
  return useMemo(() => {
    const name = ({ key }: FigureRow): string => {
      if (cards[card].look === "line") return formatDate(day(key), language, "UTC");
      if (card === "scoreDistribution") return key === "100" ? key : `${key}–${Number(key) + 9}`;
      if (card === "declineReasons") return key;
      if (isKey(insights.en.devices, key)) return t(`devices.${key}`);
      return isKey(insights.en.recommendations, key) ? t(`recommendations.${key}`) : key;
    };
    const short = (row: FigureRow) =>
      cards[card].look === "line"
        ? withoutYear(formatDate(day(row.key), language, "UTC"))
        : card === "scoreDistribution"
          ? row.key
          : name(row);
    return { name, short };
  }, [card, language, t]);
}
