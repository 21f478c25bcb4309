/**
 * Measures every list's first page, other pages, sorts and filters on the large data, and the calls of the screens of
 * hiring: at the API (budget 50 ms, p95, unless the list names another) and as a page (150 ms), on files and, where
 * installed, on PostgreSQL. `npm run bench -- lists [folder of the large data] [name of a list] [database]`; without a
 * folder the large data is generated first, which takes some minutes, as does moving it to PostgreSQL, unless the URL of
 * a database that has it is given, which is then measured alone.
 */
import { loadavg } from "node:os";
import { join } from "node:path";
import { postgresPrograms } from "../../scripts/lib/postgres.mjs";
import { say } from "../../scripts/lib/setup.mjs";
import { migratePostgres } from "../../regional-api/store/postgres/migrate";
import { moveDataDir, vacuum } from "../../regional-api/store/postgres/move";
import { withDatabase } from "../../regional-api/store/postgres/open";
import { startPostgres } from "../support/postgres-server";
import type { List } from "./every-list";
import { costsOfLists, type Looked, worst } from "./list-costs";
import { inFolder, seeded } from "./product";
import { table } from "./report";

const budgets = { api: 50, page: 150 };
const [, , given, only = "", database] = process.argv;

const cost = ({ api, page }: Looked) => [
  api.p95.toFixed(0),
  api.cpu.toFixed(1),
  page?.p95.toFixed(0) ?? "",
  page?.cpu.toFixed(1) ?? "",
];
const isMissed = ({ api, page }: Looked, { budget = budgets.api }: List) =>
  api.p95 > budget || (page?.p95 ?? 0) > Math.max(budgets.page, budget);

/** Measures one engine and prints the costs. */
async function measure(engine: string, dataDir: string, settings: Record<string, string>): Promise<void> {
  const rows: string[][] = [];
  const missed: string[][] = [];
  const { costs, floor } = await costsOfLists(
    dataDir,
    settings,
    ({ name }) => name.startsWith(only),
    ({ list, looked }) => say(`${engine}: ${list.name}: ${looked.length} addresses`),
  );
  for (const { list, items, looked } of costs) {
    for (const kind of ["first", "page", "sort", "filter"] as const) {
      const one = worst(looked, kind);
      if (one) rows.push([list.name, items?.toLocaleString("en") ?? "", kind, one.what, ...cost(one)]);
    }
    for (const one of looked) if (isMissed(one, list)) missed.push([list.name, one.what, ...cost(one)]);
  }
  const head = ["API p95", "CPU", "page p95", "CPU"];
  say(
    `\n${engine}. The page of one's account, for comparison: p95 ${floor.p95.toFixed(0)} ms, CPU ${floor.cpu.toFixed(1)} ms\n`,
  );
  say(table([["list", "rows", "worst", "", ...head], ...rows]));
  say(
    `\n${missed.length} of ${costs.flatMap(({ looked }) => looked).length} miss their budget at the API or ${budgets.page} ms as a page; load of the machine ${loadavg()[0]?.toFixed(1)}`,
  );
  if (missed.length > 0) say(table([["list", "", ...head], ...missed]));
}

await inFolder(given, async (dataDir) => {
  if (database !== undefined) return measure("PostgreSQL", dataDir, { DATABASE_URL: database });
  await seeded(dataDir, "large");
  await measure("files", dataDir, {});
  if (!postgresPrograms()) return say("\nPostgreSQL 15 or newer is not installed: it is not measured.");
  const postgres = await startPostgres();
  try {
    const url = postgres.url("postgres");
    say("\nMoving the data to PostgreSQL …");
    await withDatabase(url, async (client) => {
      await migratePostgres(
        client,
        async () => void (await moveDataDir(client, join(dataDir, "regional-api"))),
      );
      await vacuum(client);
    });
    await measure("PostgreSQL", dataDir, { DATABASE_URL: url });
  } finally {
    await postgres.stop();
  }
});
