import type { ProgressStatus } from "~/models/applications/application-options";

export const parts = [
  "NOT_STARTED",
  "IN_PROGRESS",
  "COMPLETED",
  "DROPPED_OUT",
] as const satisfies ProgressStatus[];

/** Minimum width of a non-empty part, in percent of the bar. */
const leastPart = 2.5;

/** Widths of a bar's parts in percent, in the order of `parts`; the bar is full unless all counts are 0. */
export function sharesOf(counts: readonly number[]): number[] {
  const total = counts.reduce((sum, count) => sum + count, 0);
  const widths = counts.map((count) => (count > 0 ? Math.max(leastPart, (count / total) * 100) : 0));
  const scale = 100 / (widths.reduce((sum, width) => sum + width, 0) || 1);
  return widths.map((width) => width * scale);
}
