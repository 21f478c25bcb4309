import { readFileSync } from "node:fs";

const requirements = readFileSync(new URL("../../docs/requirements/shell.md", import.meta.url), "utf8");
const rowOf = (id: string) => new RegExp(`^- ${id} [^:]*: (.*)\\.$`, "m").exec(requirements)?.[1] ?? "";
/** Entries listed in a row, without bracketed remarks. */
const listed = (row: string) => row.split(/, (?![^(]*\))/).map((entry) => entry.replace(/ \(.*/, ""));

/** The menu's entries in the order of SHELL-12. */
export const menuOrder = listed(rowOf("SHELL-12"));

/** The flags of each entry, from SHELL-13. */
export const menuFlags = listed(rowOf("SHELL-13")).map((entry) => {
  const words = entry.split(" ").filter((word) => word !== "and");
  const from = words.findIndex((word) => /^[a-z]+[A-Z]/.test(word));
  return { name: words.slice(0, from).join(" "), flags: words.slice(from) };
});
