import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { variableNames } from "~/services/env.server";
import { variableNames as apiVariableNames } from "../../regional-api/config";
import { root } from "../../scripts/lib/setup.mjs";

const textOf = (file: string) => readFileSync(join(root, file), "utf8");

/** The variables that the tables of a document describe, in their first column. */
function variablesOf(file: string): (string | undefined)[] {
  const rows = textOf(file)
    .split("\n")
    .filter((line) => /^\| `[A-Z]/.test(line));
  return rows.flatMap((row) =>
    [...(row.split("|")[1] ?? "").matchAll(/`([A-Z][A-Z0-9_]+)`/g)].map(([, name]) => name),
  );
}

test("README.md names every variable the console reads, and no other", () => {
  expect(variablesOf("README.md").sort()).toEqual([...variableNames].sort());
});

test("regional-api/README.md names every variable the API reads, and no other", () => {
  expect(variablesOf("regional-api/README.md").sort()).toEqual([...apiVariableNames].sort());
});

const guides = ["README.md", "CONTRIBUTING.md", "docs/architecture.md", "docs/adding-a-screen.md", "docs/lists.md", "docs/forms.md", "docs/operations.md", "docs/glossary.md", "docs/tour.md", "docs/accessibility.md", "docs/scale.md", "docs/insights.md", "docs/permissions.md", "regional-api/README.md"]; // prettier-ignore

test.each(guides)("the files and commands that %s names exist", (guide) => {
  const text = textOf(guide);
  const scripts = Object.keys((JSON.parse(textOf("package.json")) as { scripts: object }).scripts);
  const commands = [...text.matchAll(/npm run ([\w:]+)/g)].map(([, name = ""]) => name);
  expect(commands.filter((name) => !scripts.includes(name))).toEqual([]);
  const paths = [...text.matchAll(/`((?:app|config|contract|docs|regional-api|scripts|tests)\/[\w./-]+)`/g)];
  const missing = paths
    .map(([, path = ""]) => path)
    .filter((path) => path !== "contract/graphql-env.d.ts" && !existsSync(join(root, path)))
    .filter((path) => !existsSync(join(root, dirname(guide), path)));
  expect(missing).toEqual([]);
});
