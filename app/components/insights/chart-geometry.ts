/** A chart value: label and count. */
export type ChartRow = { label: string; count: number };

/** Place of a bar, in percent of the plot. */
export type Bar = { x: number; y: number; width: number; height: number };
export type Point = { x: number; y: number };

/** Axis steps, multiplied by a power of ten. */
const steps = [1, 2, 5];

/** Axis ticks: evenly spaced whole numbers from 0 to at least `most`, at most five. */
export function axisTicks(most: number): number[] {
  const wanted = Math.max(1, most) / 4;
  let unit = 1;
  while (unit * 10 < wanted) unit *= 10;
  const step = Math.max(1, unit * (steps.find((one) => unit * one >= wanted) ?? 10));
  return Array.from({ length: Math.ceil(Math.max(1, most) / step) + 1 }, (_, index) => index * step);
}

/** Axis ticks for some rows, and the axis end. */
export function axisOf(rows: readonly ChartRow[]) {
  const ticks = axisTicks(Math.max(0, ...rows.map(({ count }) => count)));
  return { ticks, top: ticks.at(-1) ?? 1 };
}

/** Share of its slot that a bar fills. */
const share = 0.72;

/** Bars for some rows, side by side, on an axis that ends at `top`. */
export function barsOf(rows: readonly ChartRow[], top: number): Bar[] {
  const slot = 100 / Math.max(1, rows.length);
  return rows.map(({ count }, index) => {
    const height = (100 * count) / top;
    return {
      x: slot * (index + (1 - share) / 2),
      y: 100 - height,
      width: slot * share,
      height,
    };
  });
}

/** Points for some rows, from the left edge to the right edge; a single one is in the middle. */
export function linePoints(rows: readonly ChartRow[], top: number): Point[] {
  return rows.map(({ count }, index) => ({
    x: rows.length === 1 ? 50 : (100 * index) / (rows.length - 1),
    y: 100 - (100 * count) / top,
  }));
}

/** Picks labels for an axis with room for `room` of `length`: evenly spaced, starting with the first. */
export function labelIndexes(length: number, room: number): number[] {
  const step = Math.max(1, Math.ceil(length / room));
  return Array.from({ length: Math.ceil(length / step) }, (_, index) => index * step);
}

/** A slice of a circle in a square of 200: outline and share. */
export type Slice = { path: string; share: number };

const radius = 96;
const at = (turn: number, distance: number) => {
  const angle = 2 * Math.PI * (turn - 0.25);
  return `${(100 + distance * Math.cos(angle)).toFixed(2)} ${(100 + distance * Math.sin(angle)).toFixed(2)}`;
};

/** Slices of a circle, clockwise from the top; with a `hole`, of a ring. Zero rows have no path. */
export function slicesOf(rows: readonly ChartRow[], hole = 0): Slice[] {
  const total = rows.reduce((sum, { count }) => sum + count, 0);
  let turned = 0;
  return rows.map(({ count }) => {
    const share = total === 0 ? 0 : count / total;
    const [from, to] = [turned, turned + share];
    turned = to;
    return { share, path: count === 0 ? "" : pathOf(from, to, hole) };
  });
}

function pathOf(from: number, to: number, hole: number): string {
  // An arc that ends where it begins is empty, so a whole circle is two halves.
  if (to - from > 0.9999) return `${pathOf(0, 0.5, hole)}${pathOf(0.5, 1, hole)}`;
  const isLong = to - from > 0.5 ? 1 : 0;
  const outer = `M${at(from, radius)}A${radius} ${radius} 0 ${isLong} 1 ${at(to, radius)}`;
  if (hole === 0) return `${outer}L100 100Z`;
  return `${outer}L${at(to, hole)}A${hole} ${hole} 0 ${isLong} 0 ${at(from, hole)}Z`;
}

/**
 * SVG paths of a small line through values, and of the area below it, in a box of 100 by 100 that begins at 0. A null is
 * a gap. With `isOpen` the last value is unfinished, and the way to it has a path of its own.
 */
export function lineOf(values: readonly (number | null)[], isOpen: boolean) {
  const top = Math.max(...values.map((value) => value ?? 0)) || 1;
  const last = values.length - 1;
  const xOf = (index: number) => ((100 * index) / Math.max(1, last)).toFixed(2);
  const paths = { done: "", open: "", area: "" };
  values.forEach((value, index) => {
    if (value === null) return;
    const point = `${xOf(index)} ${(100 - (100 * value) / top).toFixed(2)}`;
    const before = values[index - 1];
    const start = `${xOf(index - 1)} ${(100 - (100 * (before ?? 0)) / top).toFixed(2)}`;
    // A value between gaps is a dot: a line without length.
    if (isOpen && index === last) paths.open = before == null ? `M${point}h0` : `M${start}L${point}`;
    else paths.done += before == null ? `M${point}h0` : `L${point}`;
    if (before != null) paths.area += `M${xOf(index - 1)} 100L${start}L${point}V100Z`;
  });
  return paths;
}
