// Compares menu, links and buttons, the API and docs/permissions.md, for every permission in turn: `npm run matrix`, or
// those whose name contains a text: `npm run matrix -- Vacancy`.
import "./lib/node.mjs";
import { ensureBuild, ensureDependencies, main, say } from "./lib/setup.mjs";

await main(async () => {
  ensureDependencies();
  await ensureBuild();
  const { tsImport } = await import("tsx/esm/api");
  const { everySetting, rightsMatrix } = await tsImport("../tests/support/rights-matrix.ts", import.meta.url);
  const [part = ""] = process.argv.slice(2);
  const settings = everySetting.filter((/** @type {{ name: string }} */ { name }) => name.includes(part));
  const { cells, disagreements } = await rightsMatrix(settings);
  say(`${settings.length} settings`);
  for (const [kind, count] of Object.entries(cells)) say(`${kind}: ${count} cells`);
  say(`${disagreements.length} disagreements`);
  for (const one of disagreements) say(`- ${one}`);
  if (disagreements.length > 0) process.exitCode = 1;
});
