/** One line of the report; `budget` is the required value and `ok` is true if it is met. */
export type Line = { what: string; value: string; budget?: string; ok?: boolean };

/** A text table with columns as wide as needed. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) => `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("   ")}`.trimEnd())
    .join("\n");
}

/** A value with a lower or upper budget. */
export function budgeted(
  what: string,
  value: number,
  limit: { atLeast: number } | { atMost: number },
  unit = "",
  digits = 2,
): Line {
  const isFloor = "atLeast" in limit;
  const bound = isFloor ? limit.atLeast : limit.atMost;
  return {
    what,
    value: `${value.toFixed(digits)}${unit}`,
    budget: `${isFloor ? "≥" : "≤"} ${bound}${unit}`,
    ok: isFloor ? value >= bound : value <= bound,
  };
}

/** The lines as text; missed budgets are marked. */
export function lines(all: readonly Line[]): string {
  return table(
    all.map(({ what, value, budget = "", ok }) => [
      what,
      value,
      budget,
      ok === undefined ? "" : ok ? "ok" : "MISSED",
    ]),
  );
}
