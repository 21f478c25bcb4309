import {
  createContext,
  type ReactNode,
  type RefObject,
  useContext,
  useEffect,
  useRef,
  useState,
} from "react";
import { useTexts } from "~/components/context/console-context";
import { classes } from "~/components/ui/classes";
import { insights } from "~/i18n/insights";
import { cards } from "~/models/insights/cards";
import { ChartTable } from "./chart-table";
import { type ChartProps, StaticBars, StaticLine, StaticPie } from "./static-charts";

/** The component that renders charts in the browser; null until its scripts have loaded. */
export const LiveChartContext = createContext<((chart: ChartProps) => ReactNode) | null>(null);

const heads = {
  deviceType: "device",
  scoreDistribution: "score",
  recommendationSplit: "recommendation",
  countByDay: "day",
  declineReasons: "reason",
} as const;

/**
 * A chart: the server's picture, replaced by the browser's once its scripts have loaded, and its values as a table. The
 * picture is hidden from assistive technology, which gets the table.
 */
export function Chart({ card, rows, today }: ChartProps) {
  const t = useTexts(insights);
  const place = useRef<HTMLDivElement>(null);
  const live = useContext(LiveChartContext);
  const drawLive = useIsNearViewport(place, live !== null) ? live : null;
  const { look } = cards[card];
  const isSplit = look === "pie" || look === "doughnut";
  const head = card in heads ? t(heads[card as keyof typeof heads]) : "";
  const table = <ChartTable {...{ card, rows, today, head, isSplit }} />;
  // Reasons are named by people: the names would not fit under bars.
  if (look === "table") return table;
  return (
    <div className={isSplit ? "insight-split rt-r-ai-center rt-r-jc-center" : "insight-chart"}>
      <div
        ref={place}
        className={classes(isSplit ? "insight-pie" : "insight-plot", drawLive && "insight-is-live")}
        aria-hidden="true"
      >
        {look === "bars" && <StaticBars {...{ card, rows, today }} />}
        {look === "line" && <StaticLine {...{ card, rows, today }} />}
        {isSplit && <StaticPie {...{ card, rows, today }} isRing={look === "doughnut"} />}
        {drawLive && <div className="insight-live">{drawLive({ card, rows, today })}</div>}
      </div>
      {isSplit ? (
        table
      ) : (
        <details className="insight-data">
          <summary>
            {t("data")} <span className="visually-hidden">{t("dataOf", { card: t(`cards.${card}`) })}</span>
          </summary>
          {table}
        </details>
      )}
    </div>
  );
}

/** True once an element is in or near the viewport, after it is awaited; each in its own task. */
function useIsNearViewport(ref: RefObject<HTMLElement>, isAwaited: boolean): boolean {
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    const { current: element } = ref;
    if (!isAwaited || !element) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        observer.disconnect();
        timer = setTimeout(() => setSeen(true));
      },
      { rootMargin: "200px" },
    );
    observer.observe(element);
    return () => {
      observer.disconnect();
      clearTimeout(timer);
    };
  }, [ref, isAwaited]);
  return isSeen;
}
