import { useConsole, useTexts } from "~/components/context/console-context";
import { toneAttribute } from "~/components/ui/tones";
import { insights } from "~/i18n/insights";
import { cards, type CardName, type Trend, type Trends } from "~/models/insights/cards";
import { lineOf } from "./chart-geometry";
import { changeOf, dayText, figureText } from "./figure-words";

type TrendProps = { card: CardName; trends: Trends; trend: Trend };

/** A figure's change against the period before, in words; an arrow and a tone repeat them (DI-57, DI-60). */
export function ChangeLine({ card, trends, trend }: TrendProps) {
  const t = useTexts(insights);
  const { language } = useConsole();
  const { days, isWhole } = trends;
  const change = changeOf(card, trend, days, language, t);
  // Without a first day the figure above is of all time, so the period has its own (DI-58).
  const recent =
    trend.current === null
      ? t("trend.recentNone", { count: days })
      : t("trend.recent", { count: days, figure: figureText(trend.current, cards[card].look, language, t) });
  const { direction, isGood } = change ?? {};
  return (
    <p className="insight-change small">
      {!isWhole && <span className="rt-r-display-block muted">{recent} </span>}
      {change && (
        <span
          {...(isGood !== undefined && {
            className: "insight-tone",
            ...toneAttribute(isGood ? "green" : "red"),
          })}
        >
          {direction && (
            <>
              <span aria-hidden="true">{direction === "more" ? "▲" : "▼"} </span>
              <span className="visually-hidden">{t(`trend.${direction}`)} </span>
            </>
          )}
          {change.text}
          {isGood !== undefined && (
            <span className="visually-hidden">, {t(isGood ? "trend.better" : "trend.worse")}</span>
          )}
        </span>
      )}
    </p>
  );
}

/** A figure by day as a small line, dashed where the day is not over (DI-59). Its name has the lowest and highest. */
export function TrendLine({ card, trends, trend: { values }, today }: TrendProps & { today: string }) {
  const t = useTexts(insights);
  const { language } = useConsole();
  const { dates, pointDays } = trends;
  const [first, last] = [dates[0], dates.at(-1)];
  const isOpen = last === today;
  const known = values.filter((value) => value !== null);
  if (first === undefined || last === undefined || known.length < 2) return null;
  const open = isOpen ? values.at(-1) : null;
  const finished = isOpen && open !== null ? known.slice(0, -1) : known;
  const text = (value: number) => figureText(value, cards[card].look, language, t);
  const paths = lineOf(values, isOpen);
  const name = t("trend.line", {
    count: pointDays,
    first: dayText(first, language),
    last: dayText(last, language),
    least: text(Math.min(...finished)),
    most: text(Math.max(...finished)),
  });
  return (
    <svg className="insight-trend" role="img" viewBox="0 0 100 100" preserveAspectRatio="none">
      <title>{open == null ? name : `${name} ${t("trend.lineSoFar", { figure: text(open) })}`}</title>
      <path className="insight-area" d={paths.area} />
      <path className="insight-curve" d={paths.done} />
      <path className="insight-curve insight-open" d={paths.open} />
    </svg>
  );
}
