import {
  type ComponentType,
  type CSSProperties,
  type KeyboardEvent,
  useEffect,
  useRef,
  useState,
} from "react";
import { useTexts } from "~/components/context/console-context";
import { insights } from "~/i18n/insights";
import type { CardName } from "~/models/insights/cards";
import {
  type CardLayout,
  type CardPlace,
  sortInReadingOrder,
  type CardMove,
  moveCard,
} from "~/models/insights/layout";
import { handleId, InsightCard, keysId } from "./insight-card";
import type { LiveGridProps } from "./live-grid";

type CardGridProps = {
  layout: CardLayout;
  /** Returns a card's props, with handlers if it can be moved. */
  card: (card: CardName) => Omit<Parameters<typeof InsightCard>[0], "card" | "onMoveKey">;
  /** The draggable grid, once its scripts have loaded. */
  Live: ComponentType<LiveGridProps> | null;
  onArrange: (layout: CardPlace[]) => void;
};

const movesByKey: Readonly<Record<string, Pick<CardMove, "x" | "y">>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/**
 * Cards in a grid of 12 columns, stacked on a phone (DI-03, DI-06). CSS sets each width and height; with JS and enough
 * room the same cards can be dragged by their titles or moved with a handle's keys.
 */
export function CardGrid({ layout, card, Live, onArrange }: CardGridProps) {
  const t = useTexts(insights);
  const { ref, width } = useWidth();
  const [said, setSaid] = useState("");
  const focus = useRef<CardName | null>(null);
  const isLive = Live !== null && width !== null;
  const order = sortInReadingOrder(layout);

  // A reordered card is inserted into the DOM again and loses the focus.
  useEffect(() => {
    if (focus.current) document.getElementById(handleId(focus.current))?.focus({ preventScroll: false });
    focus.current = null;
  }, [layout]);

  const tell = (next: CardLayout, name: CardName) => {
    const place = next.find((one) => one.card === name);
    if (!place) return;
    const { x, y, w, h } = place;
    setSaid(t("moved", { card: t(`cards.${name}`), column: x + 1, row: y + 1, width: w, height: h }));
  };
  const arrange = (next: CardPlace[], name: CardName) => {
    tell(next, name);
    onArrange(next);
  };
  const onKey = (name: CardName) => (event: KeyboardEvent) => {
    const push = movesByKey[event.key];
    if (!push || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const next = moveCard(layout, name, { ...push, what: event.shiftKey ? "size" : "place" });
    if (!next) return setSaid(t("edge", { card: t(`cards.${name}`) }));
    focus.current = name;
    arrange(next, name);
  };

  const cells = order.map(({ card: name, x, w, h }) => (
    <div
      key={name}
      className="insight-cell"
      style={placeStyle(x, w, h)}
      data-x={x}
      data-h={h}
      data-card={name}
    >
      <InsightCard card={name} {...card(name)} onMoveKey={isLive ? onKey(name) : undefined} />
    </div>
  ));
  return (
    <>
      <div ref={ref} className="insight-frame">
        {isLive ? (
          <Live layout={layout} width={width} onArrange={arrange}>
            {cells}
          </Live>
        ) : (
          <div className="insight-grid rt-r-display-grid rt-r-gap-4">{cells}</div>
        )}
      </div>
      {isLive && (
        <p id={keysId} className="insight-keys rt-r-mt-3 small muted">
          {t("keys")}
        </p>
      )}
      <p className="visually-hidden" role="status">
        {said}
      </p>
    </>
  );
}

/** A card's place as CSS variables. */
const placeStyle = (x: number, w: number, h: number): CSSProperties & Record<`--${string}`, number> => ({
  "--column": x + 1,
  "--width": w,
  "--height": h,
});

/** Width of the grid in px; null in one column and until measured. */
function useWidth() {
  const ref = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState<number | null>(null);
  useEffect(() => {
    const { current: element } = ref;
    // Without ResizeObserver the cards stay in the page's layout.
    if (!element || !("ResizeObserver" in globalThis)) return;
    const wide = matchMedia("(min-width: 48rem)");
    const measure = () => setWidth(wide.matches ? element.clientWidth : null);
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    wide.addEventListener("change", measure);
    return () => {
      observer.disconnect();
      wide.removeEventListener("change", measure);
    };
  }, []);
  return { ref, width };
}
