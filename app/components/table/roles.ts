/**
 * The roles that a table's elements have by themselves, said in so many words: CSS that draws rows as cards would take
 * them away.
 */
export const roles = {
  table: { role: "table" },
  rowgroup: { role: "rowgroup" },
  row: { role: "row" },
  columnheader: { role: "columnheader" },
  rowheader: { role: "rowheader" },
  cell: { role: "cell" },
} as const;
