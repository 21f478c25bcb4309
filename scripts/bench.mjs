// Measures the console's budgets of speed, size and round trips, and prints them as ratios: `npm run bench`.
import { ensureBuild, ensureDependencies } from "./lib/setup.mjs";

ensureDependencies();
ensureBuild();
const { tsImport } = await import("tsx/esm/api");
const { bench } = await tsImport("../tests/bench/main.ts", import.meta.url);
await bench();
