import { type ReactElement, useEffect, useReducer, useRef } from "react";
import { GridLayout, type Layout } from "react-grid-layout";
import { type CardName, grid, maxCardHeight, isCardName, minCardSize } from "~/models/insights/cards";
import { type CardLayout, type CardPlace, compactLayout } from "~/models/insights/layout";
import { fontScale } from "./font-scale";

export type LiveGridProps = {
  layout: CardLayout;
  /** The width of the grid in pixels. */
  width: number;
  onArrange: (layout: CardPlace[], card: CardName) => void;
  /** The cards by name, in reading order. */
  children: ReactElement[];
};

const gridConfig = {
  cols: grid.columns,
  rowHeight: grid.rowHeight * fontScale,
  margin: [grid.gap * fontScale, grid.gap * fontScale] as [number, number],
  containerPadding: [0, 0] as [number, number],
};
// Dragged only by its title, so that a card's content can be read, selected and followed (DI-03).
const dragConfig = { handle: ".insight-title" };
/** Selector of the card being dragged or resized. */
const heldCard = ".react-draggable-dragging, .react-grid-item.resizing";
const resizeConfig = { handles: ["se"] as const };

/** The grid with draggable, resizable cards; it replaces the page's own grid, at the same places. */
export default function LiveGrid({ layout, width, onArrange, children }: LiveGridProps) {
  const isGivenUp = useRef(false);
  const [round, drawAgain] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    const onKey = ({ key }: KeyboardEvent) => {
      if (key !== "Escape" || !document.querySelector(heldCard)) return;
      // The library cannot cancel a drag, so a mouseup ends it, its outcome is ignored, and the cards are
      // rendered as before.
      isGivenUp.current = true;
      document.dispatchEvent(new MouseEvent("mouseup"));
      isGivenUp.current = false;
      drawAgain();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
  const arranged = (next: Layout, i: string | undefined) => {
    if (isGivenUp.current || !isCardName(i)) return;
    onArrange(
      compactLayout(
        next.flatMap(({ i: card, x, y, w, h }) => (isCardName(card) ? { card, x, y, w, h } : [])),
      ),
      i,
    );
  };
  return (
    <>
      {/* The dragging library looks for its stylesheet by this id and would otherwise insert one, which the page's
          CSP refuses. Its rules are in insights.css. */}
      <i id="react-draggable-style-el" hidden />
      <GridLayout
        key={round}
        className="insight-arranged rt-r-position-relative"
        width={width}
        gridConfig={gridConfig}
        dragConfig={dragConfig}
        resizeConfig={resizeConfig}
        layout={layout.map(({ card, ...place }) => ({
          i: card,
          ...place,
          minW: minCardSize.width,
          minH: minCardSize.height,
          maxH: maxCardHeight,
        }))}
        onDragStop={(next, _, item) => arranged(next, item?.i)}
        onResizeStop={(next, _, item) => arranged(next, item?.i)}
      >
        {children}
      </GridLayout>
    </>
  );
}
