import {
  Area,
  AreaChart,
  Bar,
  BarChart,
  CartesianGrid,
  LabelList,
  Pie,
  PieChart,
  Sector,
  Tooltip,
  XAxis,
  YAxis,
} from "recharts";
import { useConsole } from "~/components/context/console-context";
import { formatNumber } from "~/i18n/numbers";
import { cards, type FigureRow } from "~/models/insights/cards";
import { axisOf, labelIndexes } from "./chart-geometry";
import { type ChartProps, finishedOf, holeRadius, maxLabels } from "./static-charts";
import { percentage, useRowWords } from "./figure-words";
import { fontScale } from "./font-scale";
import { outlineOf, patternFill } from "./patterns";

// Same margins as in the server's charts, to avoid a layout shift on replacement.
const margin = { top: 24 * fontScale, right: 16 * fontScale, bottom: 0, left: 0 };
const axisWidth = 40 * fontScale;
const axisHeight = 28 * fontScale;
const fullSize = { width: "100%", height: "100%" };
const tick = { className: "insight-tick" };

type ChartEntry = FigureRow & { name: string; short: string };

/**
 * A chart rendered by Recharts: looks like the server's and shows values on hover. Hidden from assistive
 * technology, as the server's is.
 */
export default function LiveChart({ card, rows, today }: ChartProps) {
  const words = useRowWords(card, today);
  const data = rows.map((row): ChartEntry => ({ ...row, name: words.name(row), short: words.short(row) }));
  const { look } = cards[card];
  if (look === "bars") return <Bars data={data} />;
  if (look === "line") return <Days data={data} finished={finishedOf(rows, today)} />;
  return <Split card={card} data={data} isRing={look === "doughnut"} />;
}

/** The value under the pointer. */
function ChartTooltip({
  active,
  payload,
  total,
}: {
  active?: boolean;
  payload?: readonly unknown[];
  total?: number;
}) {
  const { language } = useConsole();
  const [first] = payload ?? [];
  const entry = entryOf(first);
  if (!active || !entry) return null;
  const share = total ? ` (${percentage(entry.count / total, language)})` : "";
  return (
    <div className="insight-hint rt-r-py-1 rt-r-px-2 small nowrap">
      {entry.name}: <b>{formatNumber(entry.count)}</b>
      {share}
    </div>
  );
}

/** The row inside the object that Recharts passes. */
function entryOf(item: unknown): ChartEntry | undefined {
  if (typeof item !== "object" || item === null || !("payload" in item)) return undefined;
  const { payload } = item;
  if (typeof payload !== "object" || payload === null) return undefined;
  if ("name" in payload && "count" in payload && "key" in payload) return payload as ChartEntry;
  return entryOf(payload);
}

function Bars({ data }: { data: ChartEntry[] }) {
  const { language } = useConsole();
  const { ticks, top } = axisOf(data.map(({ name, count }) => ({ label: name, count })));
  return (
    <BarChart
      data={data}
      margin={margin}
      barCategoryGap="14%"
      accessibilityLayer={false}
      responsive
      style={fullSize}
    >
      <CartesianGrid vertical={false} stroke="var(--gray-4)" />
      <XAxis dataKey="short" height={axisHeight} tick={tick} tickLine={false} axisLine={false} interval={0} />
      <YAxis
        width={axisWidth}
        ticks={ticks}
        domain={[0, top]}
        tick={tick}
        tickLine={false}
        axisLine={false}
      />
      <Tooltip
        content={<ChartTooltip />}
        cursor={{ className: "insight-cursor" }}
        isAnimationActive={false}
      />
      <Bar
        dataKey="count"
        isAnimationActive={false}
        shape={({ x, y, width, height }) => (
          <rect
            className="insight-bar"
            x={x}
            y={y}
            width={Math.max(0, width)}
            height={Math.max(0, height)}
            rx="2"
          />
        )}
      >
        <LabelList
          dataKey="count"
          position="top"
          className="insight-value small rt-r-weight-medium"
          formatter={(count) =>
            typeof count === "number" && count > 0
              ? count.toLocaleString(language, { notation: count > 9999 ? "compact" : "standard" })
              : ""
          }
        />
      </Bar>
    </BarChart>
  );
}

function Days({ data, finished }: { data: ChartEntry[]; finished: number }) {
  const { ticks, top } = axisOf(data.map(({ name, count }) => ({ label: name, count })));
  const labelled = labelIndexes(data.length, maxLabels * 2).flatMap((index) => data[index]?.key ?? []);
  const short = new Map(data.map((entry) => [entry.key, entry.short]));
  // Two areas, so that the way to an unfinished day is dashed; they meet at the last finished one.
  const parts = [
    { name: "done", className: "insight-area-live", from: 0, to: finished },
    { name: "open", className: "insight-area-live insight-open-live", from: finished - 1, to: data.length },
  ];
  const parted = data.map((entry, index) => ({
    ...entry,
    ...Object.fromEntries(
      parts.filter(({ from, to }) => index >= from && index < to).map(({ name }) => [name, entry.count]),
    ),
  }));
  return (
    <AreaChart data={parted} margin={margin} accessibilityLayer={false} responsive style={fullSize}>
      <CartesianGrid vertical={false} stroke="var(--gray-4)" />
      <XAxis
        dataKey="key"
        height={axisHeight}
        ticks={labelled}
        tickFormatter={(key: string) => short.get(key) ?? key}
        tick={tick}
        tickLine={false}
        axisLine={false}
        interval="preserveStart"
        minTickGap={12}
      />
      <YAxis
        width={axisWidth}
        ticks={ticks}
        domain={[0, top]}
        tick={tick}
        tickLine={false}
        axisLine={false}
      />
      <Tooltip
        content={<ChartTooltip />}
        cursor={{ className: "insight-cursor" }}
        isAnimationActive={false}
      />
      {parts.map(({ name, className }) => (
        <Area
          key={name}
          dataKey={name}
          type="linear"
          className={className}
          dot={data.length <= 62 ? { className: "insight-dot", r: 2.5 } : false}
          activeDot={{ className: "insight-dot", r: 4 }}
          isAnimationActive={false}
        />
      ))}
    </AreaChart>
  );
}

function Split({ card, data, isRing }: { card: ChartProps["card"]; data: ChartEntry[]; isRing: boolean }) {
  const total = data.reduce((sum, { count }) => sum + count, 0);
  const paints = new Map(data.map(({ key }, index) => [key, index]));
  return (
    <PieChart
      margin={{ top: 0, right: 0, bottom: 0, left: 0 }}
      accessibilityLayer={false}
      responsive
      style={fullSize}
    >
      <Tooltip content={<ChartTooltip total={total} />} isAnimationActive={false} />
      <Pie
        data={data}
        dataKey="count"
        nameKey="name"
        startAngle={90}
        endAngle={-270}
        outerRadius="96%"
        innerRadius={isRing ? `${holeRadius}%` : 0}
        isAnimationActive={false}
        rootTabIndex={-1}
        shape={({ payload, ...sector }) => {
          const entry = entryOf({ payload });
          const index = paints.get(entry?.key ?? "") ?? 0;
          const { cx, cy, innerRadius, outerRadius, startAngle, endAngle } = sector;
          return (
            <g {...outlineOf(card, index)}>
              <Sector
                {...{ cx, cy, innerRadius, outerRadius, startAngle, endAngle }}
                className="insight-slice"
                fill={patternFill(card, index)}
              />
            </g>
          );
        }}
      />
    </PieChart>
  );
}
