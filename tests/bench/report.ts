/** One line of the report; `budget` says what the value should be and `ok` whether it is. */
export type Line = { what: string; value: string; budget?: string; ok?: boolean };

/** A table of text, columns as wide as they need. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) => `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("   ")}`.trimEnd())
    .join("\n");
}

/** A value that should be at least, or at most, its budget. */
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

/** The lines as text; what misses its budget says so. */
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
