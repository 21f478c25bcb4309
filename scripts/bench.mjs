// Measures the console's budgets of speed, size and round trips, and prints them as ratios: `npm run bench`.
// What is measured on large data of its own is a part by itself: `npm run bench -- event-logs`.
import { ensureBuild, ensureDependencies, say } from "./lib/setup.mjs";

const parts = ["bulk-jobs", "event-logs", "insights", "list-files", "workflows"];
const [part, ...options] = process.argv.slice(2);
if (part !== undefined && !parts.includes(part)) {
  say(`The parts on large data are ${parts.join(", ")}; without one the budgets are measured.`);
  process.exit(1);
}
ensureDependencies();
ensureBuild();
const { tsImport } = await import("tsx/esm/api");
if (part === undefined) {
  const { bench } = await tsImport("../tests/bench/main.ts", import.meta.url);
  await bench();
} else {
  // A part reads its own options, such as how many rows to make.
  process.argv.splice(2, process.argv.length, ...options);
  await tsImport(`../tests/bench/${part}.ts`, import.meta.url);
}
