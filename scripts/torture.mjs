// Kills the regional API a hundred times while it is written to, and counts: `npm run torture [-- <kills>]`. With
// `-- <kills> postgres` either of two processes on PostgreSQL, with the console in front.
import "./lib/node.mjs";
import { ensureBuild, ensureDependencies, main } from "./lib/setup.mjs";

await main(async () => {
  ensureDependencies();
  await ensureBuild();
  const { tsImport } = await import("tsx/esm/api");
  const [kills, store] = process.argv.slice(2);
  const count = kills === undefined ? undefined : Number(kills);
  if (store === "postgres") {
    const { torturePostgres } = await tsImport("../tests/torture/postgres.ts", import.meta.url);
    await torturePostgres(count);
  } else {
    const { torture } = await tsImport("../tests/torture/main.ts", import.meta.url);
    await torture("build/regional-api/server.js", count);
  }
});
