import type { Migration } from "./migration";

const keys = {
  users: ["nameKey"],
  candidates: ["nameKey"],
  vacancies: ["titleKey", "managersKey"],
  workflows: ["nameKey"],
  workflow_sets: ["nameKey"],
  customers: ["nameKey"],
  saved_views: ["nameKey"],
};
const curly = ["\u2018", "\u2019", "\u02bc"];

/** The apostrophes that telephones type are the straight one in every key that is searched (SRCH-07, USER-11). */
export const regionApostrophes: Migration = {
  number: 130,
  name: "region-apostrophes",
  file: "region",
  sql: Object.entries(keys)
    .flatMap(([table, columns]) => columns.map((column) => straightened(table, column)))
    .join("\n"),
};

function straightened(table: string, column: string): string {
  const value = curly.reduce((text, sign) => `replace(${text}, '${sign}', '''')`, column);
  const has = curly.map((sign) => `instr(${column}, '${sign}') > 0`).join(" OR ");
  return `UPDATE ${table} SET ${column} = ${value} WHERE ${has};`;
}
