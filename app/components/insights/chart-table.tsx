import { useConsole, useTexts } from "~/components/context/console-context";
import { insights } from "~/i18n/insights";
import { formatNumber } from "~/i18n/numbers";
import type { CardName, FigureRow } from "~/models/insights/cards";
import { percentage, useRowWords } from "./figure-words";
import { Swatch } from "./patterns";

type ChartTableProps = {
  card: CardName;
  rows: readonly FigureRow[];
  today: string;
  /** Heading of the first column. */
  head: string;
  /** Each row has its share of the total and its swatch. */
  isSplit?: boolean;
};

/** The values of a chart as a table. */
export function ChartTable({ card, rows, today, head, isSplit }: ChartTableProps) {
  const t = useTexts(insights);
  const { language } = useConsole();
  const { name } = useRowWords(card, today);
  const total = rows.reduce((sum, { count }) => sum + count, 0);
  return (
    <table className="insight-table">
      <caption className="visually-hidden">{t(`cards.${card}`)}</caption>
      <thead>
        <tr>
          <th scope="col">{head}</th>
          <th scope="col">{t("count")}</th>
          {isSplit && <th scope="col">{t("share")}</th>}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={row.key}>
            <th scope="row">
              {isSplit && <Swatch card={card} index={index} />}
              {name(row)}
            </th>
            <td>{formatNumber(row.count)}</td>
            {isSplit && <td>{percentage(total === 0 ? 0 : row.count / total, language)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
