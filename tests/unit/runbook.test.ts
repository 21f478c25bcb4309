import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../../scripts/lib/setup.mjs";

const sources = ["app", "regional-api", "shared"].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => readFileSync(join(root, folder, name), "utf8")),
);

/** A call of either logger: the console's takes the message first, the API's after the fields. */
const calls =
  /\blog(?:ger)?\s*\.(?:info|warn|error)\(\s*(?:(?:\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}|\w+),\s*)?"([^"]+)"/g;
/** The one line written without a logger: the number of lines that the loggers lost. */
const lines = /level: "(?:warn|error)", message: "([^"]+)"/g;

const logged = (pattern: RegExp) =>
  sources.flatMap((text) => [...text.matchAll(pattern)].map(([, message]) => message));

test("GEN-74 each message logged by console or API has its line in the runbook, and no other", () => {
  const messages = [...new Set([...logged(calls), ...logged(lines)])].sort();
  const all = sources.reduce(
    (sum, text) => sum + [...text.matchAll(/\blog(?:ger)?\s*\.(?:info|warn|error)\(/g)].length,
    0,
  );
  // A call the pattern does not match would be missing from both sides.
  expect(logged(calls)).toHaveLength(all);
  const [, runbook = ""] = readFileSync(join(root, "docs/operations.md"), "utf8").split("## Runbook");
  const documented = [...runbook.matchAll(/^\| `([^`]+)`/gm)].map(([, message]) => message);
  expect(documented.sort()).toEqual(messages);
});
