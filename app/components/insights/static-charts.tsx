import { useConsole } from "~/components/context/console-context";
import { classes } from "~/components/ui/classes";
import { formatNumber } from "~/i18n/numbers";
import type { CardName, FigureRow } from "~/models/insights/cards";
import { axisOf, barsOf, type ChartRow, labelIndexes, linePoints, slicesOf } from "./chart-geometry";
import { useRowWords } from "./figure-words";
import { outlineOf, patternFill } from "./patterns";

export type ChartProps = {
  card: CardName;
  rows: readonly FigureRow[];
  /** The day that is not over, in UTC; drawn dashed (DI-59). */
  today: string;
};

/** The number of rows up to yesterday. */
export const finishedOf = (rows: readonly FigureRow[], today: string) =>
  rows.filter(({ key }) => key < today).length;

/** Number of day labels under a chart; every second one is hidden on a phone. */
export const maxLabels = 6;
/** Radius of a doughnut's hole, in percent. */
export const holeRadius = 60;

const percent = (value: number) => `${value.toFixed(3)}%`;

/** Axis lines with their numbers at the left. All positions are percentages: text is never scaled. */
function Axis({ ticks, top }: { ticks: readonly number[]; top: number }) {
  return ticks.map((tick) => (
    <g key={tick}>
      <line
        className={tick === 0 ? "insight-base" : "insight-line"}
        x1="0"
        x2="100%"
        y1={percent(100 - (100 * tick) / top)}
        y2={percent(100 - (100 * tick) / top)}
      />
      <text className="insight-tick" x="-8" y={percent(100 - (100 * tick) / top)} dy="4" textAnchor="end">
        {formatNumber(tick)}
      </text>
    </g>
  ));
}

/** A bar per row with its count on top; a bar links to the list it counts, if there is one. */
export function StaticBars({ card, rows, today }: ChartProps) {
  const { language } = useConsole();
  const words = useRowWords(card, today);
  const named = rows.map((row): ChartRow => ({ label: words.short(row), count: row.count }));
  const { ticks, top } = axisOf(named);
  return (
    <svg className="insight-drawn" width="100%" height="100%" aria-hidden="true">
      <Axis ticks={ticks} top={top} />
      {barsOf(named, top).map(({ x, y, width, height }, index) => {
        const row = rows[index];
        if (!row) return null;
        const middle = percent(x + width / 2);
        const bar = (
          <>
            <title>{`${words.name(row)}: ${formatNumber(row.count)}`}</title>
            <rect
              className="insight-bar"
              x={percent(x)}
              y={percent(y)}
              width={percent(width)}
              height={percent(height)}
              rx="2"
            />
          </>
        );
        return (
          <g key={row.key}>
            <g>{bar}</g>
            {row.count > 0 && (
              <text
                className="insight-value small rt-r-weight-medium"
                x={middle}
                y={percent(y)}
                dy="-5"
                textAnchor="middle"
              >
                {row.count.toLocaleString(language, { notation: row.count > 9999 ? "compact" : "standard" })}
              </text>
            )}
            <text className="insight-tick" x={middle} y="100%" dy="18" textAnchor="middle">
              {words.short(row)}
            </text>
          </g>
        );
      })}
    </svg>
  );
}

/** A line through the rows from the left edge to the right edge, with the area below it. */
export function StaticLine({ card, rows, today }: ChartProps) {
  const words = useRowWords(card, today);
  const named = rows.map((row): ChartRow => ({ label: words.short(row), count: row.count }));
  const { ticks, top } = axisOf(named);
  const points = linePoints(named, top);
  const written = points.map(({ x, y }) => `${x.toFixed(2)},${y.toFixed(2)}`);
  const line = written.join(" ");
  const finished = finishedOf(rows, today);
  const [first, last] = [points[0], points.at(-1)];
  return (
    <svg className="insight-drawn" width="100%" height="100%" aria-hidden="true">
      <Axis ticks={ticks} top={top} />
      <svg viewBox="0 0 100 100" preserveAspectRatio="none" width="100%" height="100%">
        {first && last && (
          <polygon className="insight-area" points={`${first.x},100 ${line} ${last.x},100`} />
        )}
        <polyline className="insight-curve" points={written.slice(0, finished).join(" ")} />
        <polyline
          className="insight-curve insight-open"
          points={written.slice(Math.max(0, finished - 1)).join(" ")}
        />
      </svg>
      {points.length <= 62 &&
        points.map(({ x, y }, index) => (
          <circle key={rows[index]?.key} className="insight-dot" cx={percent(x)} cy={percent(y)} r="2.5" />
        ))}
      {labelIndexes(rows.length, maxLabels).map((index, at) => {
        const [row, point] = [rows[index], points[index]];
        return (
          row &&
          point && (
            <text
              key={row.key}
              // On a phone there is room for every second one.
              className={classes("insight-tick", at % 2 === 1 && "insight-between")}
              x={percent(point.x)}
              y="100%"
              dy="18"
              textAnchor={index === 0 && rows.length > 1 ? "start" : "middle"}
            >
              {words.short(row)}
            </text>
          )
        );
      })}
    </svg>
  );
}

/** A pie or doughnut chart of the rows' shares. */
export function StaticPie({ card, rows, today, isRing }: ChartProps & { isRing: boolean }) {
  const words = useRowWords(card, today);
  const slices = slicesOf(
    rows.map((row) => ({ label: words.name(row), count: row.count })),
    isRing ? holeRadius : 0,
  );
  return (
    <svg className="insight-drawn insight-circle" viewBox="0 0 200 200" aria-hidden="true">
      {slices.map(({ path }, index) => {
        const row = rows[index];
        if (!row || path === "") return null;
        const slice = (
          <>
            <title>{`${words.name(row)}: ${formatNumber(row.count)}`}</title>
            <path
              className="insight-slice"
              d={path}
              fill={patternFill(card, index)}
              {...outlineOf(card, index)}
            />
          </>
        );
        return <g key={row.key}>{slice}</g>;
      })}
    </svg>
  );
}
