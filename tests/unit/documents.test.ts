import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { variableNames } from "~/services/env.server";
import { root } from "../../scripts/lib/setup.mjs";

const textOf = (file: string) => readFileSync(join(root, file), "utf8");

test("README.md names every variable the console reads, and no other", () => {
  const rows = textOf("README.md")
    .split("\n")
    .filter((line) => /^\| `[A-Z]/.test(line));
  const named = rows.flatMap((row) =>
    [...(row.split("|")[1] ?? "").matchAll(/`([A-Z0-9_]+)`/g)].map(([, name]) => name),
  );
  expect(named.sort()).toEqual([...variableNames].sort());
});

const guides = ["README.md", "CONTRIBUTING.md", "docs/architecture.md", "docs/adding-a-screen.md", "docs/lists.md", "docs/forms.md", "docs/operations.md", "docs/glossary.md", "docs/tour.md", "docs/accessibility.md", "docs/scale.md"]; // prettier-ignore

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
