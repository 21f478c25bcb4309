// Measures the console's budgets of speed, size and round trips, and prints them: `npm run bench`, or one part of them:
// `npm run bench -- calls`. Other measurements run separately: `npm run bench -- lists`.
import "./lib/node.mjs";
import { ensureBuild, ensureDependencies, say } from "./lib/setup.mjs";

const budgets = ["load", "sizes", "calls"];
const apart = ["builds", "bulk-jobs", "lists", "moves", "screens", "throughput"];
const [part, ...options] = process.argv.slice(2);
if (part !== undefined && !budgets.includes(part) && !apart.includes(part)) {
  say(
    `The budgets are ${budgets.join(", ")}; without a name all are measured. Separate: ${apart.join(", ")}.`,
  );
  process.exit(1);
}
ensureDependencies();
await ensureBuild();
const { tsImport } = await import("tsx/esm/api");
if (part !== undefined && apart.includes(part)) {
  // A part reads its own options, e.g. the number of rows to create.
  process.argv.splice(2, process.argv.length, ...options);
  await tsImport(`../tests/bench/${part}.ts`, import.meta.url);
} else {
  const { bench } = await tsImport("../tests/bench/main.ts", import.meta.url);
  await bench(part);
}
