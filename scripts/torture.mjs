// Kills the regional API a hundred times while it is written to, and counts: `npm run torture [-- <kills>]`.
import "./lib/node.mjs";
import { ensureBuild, ensureDependencies, main } from "./lib/setup.mjs";

await main(async () => {
  ensureDependencies();
  await ensureBuild();
  const { tsImport } = await import("tsx/esm/api");
  const { torture } = await tsImport("../tests/torture/main.ts", import.meta.url);
  const [kills] = process.argv.slice(2).map(Number);
  await torture("build/regional-api/server.js", kills);
});
