// Kills the regional API a hundred times during writes, and verifies the data: `npm run torture [-- <kills>]`. With `--
// <kills> postgres` it kills either of two processes on PostgreSQL, behind the console. `-- faults [postgres]` stops a
// process, drops its connections, removes its machine and fills the disk, once each.
import "./lib/node.mjs";
import { ensureBuild, ensureDependencies, main } from "./lib/setup.mjs";

await main(async () => {
  ensureDependencies();
  await ensureBuild();
  const { tsImport } = await import("tsx/esm/api");
  const [kills, store] = process.argv.slice(2);
  if (kills === "faults") {
    const { tortureByFaults } = await tsImport("../tests/torture/faults.ts", import.meta.url);
    return tortureByFaults(store === "postgres" ? "postgres" : "files");
  }
  const count = kills === undefined ? undefined : Number(kills);
  if (store === "postgres") {
    const { torturePostgres } = await tsImport("../tests/torture/postgres.ts", import.meta.url);
    await torturePostgres(count);
  } else {
    const { torture } = await tsImport("../tests/torture/main.ts", import.meta.url);
    await torture("build/regional-api/server.js", count);
  }
});
