// The table that the bare servers render: the customers list's columns and nothing around them.
import { createElement as h } from "react";

/** @typedef {{ id: string, displayName: string, uniqueName: string, createdAt: string }} Row */

/** @type {Row[]} */
export const rows = Array.from({ length: 30 }, (_, index) => ({
  id: `65f0c0ffee${String(index).padStart(14, "0")}`,
  displayName: `Bench customer ${index}`,
  uniqueName: `bench-customer-${index}`,
  createdAt: new Date(Date.UTC(2026, 0, 1 + index)).toISOString(),
}));

/** @param {{ rows: readonly Row[] }} props */
export function PlainTable({ rows: shown }) {
  return h(
    "table",
    null,
    h(
      "thead",
      null,
      h(
        "tr",
        null,
        h("th"),
        h("th", null, "Customer"),
        h("th", null, "Account Name"),
        h("th", null, "Created"),
      ),
    ),
    h(
      "tbody",
      null,
      shown.map((row) =>
        h(
          "tr",
          { key: row.id },
          h(
            "td",
            null,
            h("input", { type: "checkbox", name: "ids", value: row.id, "aria-label": row.displayName }),
          ),
          h("th", { scope: "row" }, h("a", { href: `/customers/${row.id}` }, row.displayName)),
          h("td", null, row.uniqueName),
          h("td", null, h("time", { dateTime: row.createdAt }, row.createdAt.slice(0, 10))),
        ),
      ),
    ),
  );
}
