import { cardNames, cards, type CardName, grid, maxCardHeight, isCardName, minCardSize } from "./cards";

/** A card's place in the 12-column grid; 0-based. */
export type CardPlace = { card: CardName; x: number; y: number; w: number; h: number };
export type CardLayout = readonly CardPlace[];

type CardSize = Pick<CardPlace, "card" | "w" | "h">;

/** Arranges cards left to right, starting a new line if the next one does not fit (DI-06). */
export function arrangeInLines(sized: readonly CardSize[]): CardPlace[] {
  let [x, y, lineHeight] = [0, 0, 0];
  return sized.map(({ card, w, h }) => {
    if (x + w > grid.columns) [x, y, lineHeight] = [0, y + lineHeight, 0];
    const place = { card, x, y, w, h };
    [x, lineHeight] = [x + w, Math.max(lineHeight, h)];
    return place;
  });
}

/** The initial layout of every user (DI-04 to DI-06). */
export const defaultLayout: CardLayout = arrangeInLines(
  cardNames.map((card) => ({ card, w: cards[card].width, h: cards[card].height })),
);

/** Places in reading order: line by line. */
export const sortInReadingOrder = (layout: CardLayout): CardPlace[] =>
  [...layout].sort((a, b) => a.y - b.y || a.x - b.x);

const isOverlapping = (a: CardPlace, b: CardPlace) =>
  a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;

/**
 * Moves each card up as far as possible within its columns; on conflict the earlier one goes first. Cards then never
 * overlap and their reading order determines their places, which the page's grid relies on.
 */
export function compactLayout(layout: CardLayout): CardPlace[] {
  const placed: CardPlace[] = [];
  for (const place of sortInReadingOrder(layout)) {
    let y = place.y;
    const isFree = (at: number) => !placed.some((other) => isOverlapping({ ...place, y: at }, other));
    while (!isFree(y)) y += 1;
    while (y > 0 && isFree(y - 1)) y -= 1;
    placed.push({ ...place, y });
  }
  return sortInReadingOrder(placed);
}

const within = (value: number, least: number, most: number) =>
  Number.isFinite(value) ? Math.min(most, Math.max(least, Math.round(value))) : least;

/**
 * Repairs a stored layout for display: sizes within bounds, no overlaps, every card once. Cards missing from it go to
 * the bottom.
 */
export function repairLayout(kept: readonly { card: string; x: number; y: number; w: number; h: number }[]) {
  const known = new Map<CardName, CardPlace>();
  for (const { card, ...place } of kept) {
    if (!isCardName(card) || known.has(card)) continue;
    const w = within(place.w, minCardSize.width, grid.columns);
    known.set(card, {
      card,
      x: within(place.x, 0, grid.columns - w),
      y: within(place.y, 0, 1_000),
      w,
      h: within(place.h, minCardSize.height, maxCardHeight),
    });
  }
  const bottom = Math.max(0, ...[...known.values()].map(({ y, h }) => y + h));
  const further = defaultLayout
    .filter(({ card }) => !known.has(card))
    .map((place) => ({ ...place, y: place.y + bottom }));
  return compactLayout([...known.values(), ...further]);
}

/**
 * Moves a card one place in reading order (DI-08). Two cards of the same size swap places; otherwise all cards are
 * arranged again.
 */
export function reordered(layout: CardLayout, card: CardName, by: -1 | 1): CardPlace[] {
  const order = sortInReadingOrder(layout);
  const from = order.findIndex((place) => place.card === card);
  const [one, other] = [order[from], order[from + by]];
  if (!one || !other) return order;
  if (one.w === other.w && one.h === other.h) {
    return compactLayout(
      order.map((place) =>
        place === one ? { ...other, card: one.card } : place === other ? { ...one, card: other.card } : place,
      ),
    );
  }
  const swapped = order.map((place) => (place === one ? other : place === other ? one : place));
  return compactLayout(arrangeInLines(swapped));
}

/** Direction of a key press on a card, in columns and rows. */
export type CardMove = { x: -1 | 0 | 1; y: -1 | 0 | 1; what: "place" | "size" };

const isSame = (a: CardLayout, b: CardLayout) =>
  a.every((place) =>
    b.some(
      ({ card, x, y, w, h }) =>
        place.card === card && place.x === x && place.y === y && place.w === w && place.h === h,
    ),
  );

/** True if the layout is the default. */
export const isDefault = (layout: CardLayout): boolean => isSame(layout, defaultLayout);

/**
 * Layout after moving or resizing a card by key: one column, or up or down past the neighbouring card. Null if it
 * cannot move further.
 */
export function moveCard(layout: CardLayout, card: CardName, { x, y, what }: CardMove): CardPlace[] | null {
  const place = layout.find((one) => one.card === card);
  if (!place) return null;
  const rest = layout.filter((one) => one.card !== card);
  const bottom = Math.max(0, ...rest.map((one) => one.y + one.h));
  const laid = (moved: CardPlace) => {
    const next = arrangeAround(moved, rest);
    return isSame(next, layout) ? null : next;
  };
  if (what === "size") {
    const w = within(place.w + x, minCardSize.width, grid.columns - place.x);
    const h = within(place.h + y, minCardSize.height, maxCardHeight);
    return laid({ ...place, w, h });
  }
  if (x !== 0) return laid({ ...place, x: within(place.x + x, 0, grid.columns - place.w) });
  // Cards float up again after a move, so continue until it has passed the next card.
  for (let at = place.y + y; at >= 0 && at <= bottom; at += y) {
    const next = laid({ ...place, y: at });
    const now = next?.find((one) => one.card === card);
    if (next && now && (y < 0 ? now.y < place.y : now.y > place.y)) return next;
  }
  return null;
}

/** Arranges the others around a card that keeps its place if possible; cards it overlaps move below. */
function arrangeAround(moved: CardPlace, rest: CardLayout): CardPlace[] {
  const placed: CardPlace[] = [moved];
  for (const place of sortInReadingOrder(rest)) {
    let y = place.y;
    while (placed.some((other) => isOverlapping({ ...place, y }, other))) y += 1;
    placed.push({ ...place, y });
  }
  return compactLayout(placed);
}

/** A layout as form field values; columns and rows are 1-based. */
export const typedLayout = (layout: CardLayout) =>
  Object.fromEntries(
    sortInReadingOrder(layout).map(({ card, x, y, w, h }) => [
      card,
      { x: String(x + 1), y: String(y + 1), w: String(w), h: String(h) },
    ]),
  ) as Record<CardName, { x: string; y: string; w: string; h: string }>;

/** Layout from form fields, tolerating any input; the inverse of `typedLayout`. */
export function layoutOfFields(fields: FormData): CardPlace[] {
  const number = (name: string) => Number(fields.get(name));
  return repairLayout(
    cardNames.map((card) => ({
      card,
      x: number(`${card}.x`) - 1,
      y: number(`${card}.y`) - 1,
      w: number(`${card}.w`),
      h: number(`${card}.h`),
    })),
  );
}
