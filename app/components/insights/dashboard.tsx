import { useLocation } from "@remix-run/react";
import { type ComponentType, type ReactNode, useEffect, useState } from "react";
import { useTexts } from "~/components/context/console-context";
import { insights } from "~/i18n/insights";
import { outcomes } from "~/i18n/outcomes";
import { titleInSentence, type Trends } from "~/models/insights/cards";
import { CardGrid } from "./card-grid";
import { LiveChartContext } from "./chart";
import type { ChartProps } from "./static-charts";
import type { LiveGridProps } from "./live-grid";
import { Patterns } from "./patterns";
import type { CardArrangement } from "./use-card-arrangement";
import { type Figures, useFigures } from "./use-figures";

type DashboardProps = {
  base: string;
  arranged: CardArrangement;
  /** False if the layout could not be loaded, since it could not be saved either. */
  isMovable: boolean;
  figures: Figures | null;
  /** Query of the figures' filters, starting with "?". */
  query: string;
  threshold: number;
  trends: Trends | null;
  today: string;
};

/** The dashboard's cards: server-rendered, then enhanced in the browser. */
export function Dashboard({
  base,
  arranged: { places, put },
  isMovable,
  figures: loaded,
  query,
  threshold,
  trends,
  today,
}: DashboardProps) {
  const t = useTexts(insights);
  const o = useTexts(outcomes);
  const { pathname, search } = useLocation();
  const live = useLiveComponents();
  const { figures, retry } = useFigures(
    loaded,
    (card) => `${base}/di/figure?card=${card}${query.replace("?", "&")}`,
    query,
    (card) => ({
      tone: "error",
      title: o("unexpectedError"),
      description: t("failed", { card: titleInSentence(t(`cards.${card}`)) }),
    }),
  );
  return (
    <LiveChartContext.Provider value={live?.draw ?? null}>
      <Patterns />
      <CardGrid
        layout={places}
        Live={isMovable ? (live?.Grid ?? null) : null}
        onArrange={put}
        card={(card) => ({
          state: figures[card],
          threshold,
          trends,
          today,
          pageHref: pathname + search,
          onRetry: () => retry(card),
        })}
      />
    </LiveChartContext.Provider>
  );
}

type LiveComponents = { Grid: ComponentType<LiveGridProps>; draw: (chart: ChartProps) => ReactNode };

/** The component that renders and moves the cards in the browser; loaded after the page, on this page only. */
function useLiveComponents(): LiveComponents | null {
  const [live, setLive] = useState<LiveComponents | null>(null);
  useEffect(() => {
    let isGone = false;
    Promise.all([import("./live-grid"), import("./live-charts")]).then(
      ([grid, { default: Chart }]) =>
        !isGone && setLive({ Grid: grid.default, draw: (chart) => <Chart {...chart} /> }),
      // If loading fails, the server-rendered cards remain.
      () => undefined,
    );
    return () => void (isGone = true);
  }, []);
  return live;
}
