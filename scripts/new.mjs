// Creates a complete, tested area as a starting point: `npm run new -- area "interview location" LOC`. The first
// argument is the noun of a record, the second the code of its requirements. See docs/adding-a-screen.md.
import "./lib/node.mjs";
import { writeArea } from "./lib/new-area.mjs";
import { bin, ensureDependencies, main, run, runInParallel, say } from "./lib/setup.mjs";

await main(async () => {
  const [what, one = "", code = ""] = process.argv.slice(2);
  if (what !== "area") throw new Error('npm run new -- area "interview location" LOC');
  ensureDependencies();
  const { made, changed } = writeArea(one, code);
  run(bin("prettier"), ["--write", "--log-level", "warn", "--ignore-unknown", ...made, ...changed]);
  run(process.execPath, ["scripts/contract.mjs"]);
  // Permissions of each operation, as listed in docs/permissions.md.
  const update = ["run", "--project", "contract", "tests/contract/authorization.test.ts", "-u"];
  const { passed, output } = await runInParallel(bin("vitest"), update);
  if (!passed) say(output);
  say(`\nWritten:\n${made.map((path) => `  ${path}`).join("\n")}`);
  say(`Lines added to:\n${changed.map((path) => `  ${path}`).join("\n")}`);
  say("Now adapt its fields and requirements, then run: npm run check");
});
