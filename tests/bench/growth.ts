/**
 * How the cost of every list grows with its table: 10,000, 100,000 and 1,000,000 rows of one customer, first page, worst
 * other page, worst sort, worst filter and count (budget: first pages by at most 1.5 from the fewest to the most).
 * `npm run bench -- growth [folder] [rows,rows,…]`; the data is made in the folder, one below it a size, and kept there;
 * without a folder it is made and deleted.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { say } from "../../scripts/lib/setup.mjs";
import { makeRows } from "./growth-data";
import { costsOfLists, type ListCosts, worst } from "./list-costs";
import { table } from "./report";

const [, , given, sizesGiven = "10000,100000,1000000"] = process.argv;
const folder = given ?? mkdtempSync(join(tmpdir(), "edge-growth-"));
const sizes = sizesGiven.split(",").map(Number);
const mostGrowth = 1.5;

const kinds = ["first", "page", "sort", "filter"] as const;
const at = (costs: ListCosts | undefined, kind: (typeof kinds)[number] | "count") =>
  kind === "count" ? costs?.count : costs && worst(costs.looked, kind)?.api;

try {
  const all: ListCosts[][] = [];
  const floors: string[] = [];
  for (const rows of sizes) {
    const dataDir = join(folder, String(rows));
    await makeRows(dataDir, rows);
    const { costs, floor } = await costsOfLists(dataDir, ({ table }) => table !== undefined);
    all.push(costs);
    floors.push(`${rows.toLocaleString("en")}: ${floor.cpu.toFixed(1)} ms`);
    say(`measured with ${rows.toLocaleString("en")} rows`);
  }
  say(`\nThe console's processor time for the page of one's account, for comparison: ${floors.join(", ")}\n`);
  const names = (all[0] ?? []).map(({ list }) => list.name);
  const lines = names.flatMap((name) => {
    const each = all.map((costs) => costs.find(({ list }) => list.name === name));
    return ([...kinds, "count"] as const).flatMap((kind) => {
      const costs = each.map((one) => at(one, kind));
      if (costs.some((one) => one === undefined)) return [];
      const cpu = costs.map((one) => one?.cpu ?? Number.NaN);
      const [least = Number.NaN, most = Number.NaN] = [cpu[0], cpu.at(-1)];
      const growth = most / least;
      const pages = kind === "first" ? each.map((one) => worst(one?.looked ?? [], "first")?.page) : [];
      const is = kind === "first" ? (growth <= mostGrowth || most - least < 1 ? "ok" : "MISSED") : "";
      const last = each.at(-1);
      return [
        [
          name,
          kind === "first" ? each.map((one) => one?.items?.toLocaleString("en") ?? "").join("; ") : "",
          kind,
          cpu.map((ms) => ms.toFixed(1)).join("; "),
          costs.map((one) => one?.p95.toFixed(0)).join("; "),
          pages.map((one) => one?.cpu.toFixed(1) ?? "").join("; "),
          growth.toFixed(1),
          is,
          kind === "page" || kind === "sort" || kind === "filter"
            ? (worst(last?.looked ?? [], kind)?.what ?? "")
            : "",
        ],
      ];
    });
  });
  say(
    table([
      [
        "list",
        "rows",
        "",
        "API CPU ms",
        "API p95 ms",
        "console CPU ms",
        "growth",
        `≤ ${mostGrowth}`,
        "the worst",
      ],
      ...lines,
    ]),
  );
} finally {
  if (given === undefined) rmSync(folder, { recursive: true, force: true });
}
