import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod/v4";
import { root } from "../../scripts/lib/setup.mjs";

const textOf = (file: string) => readFileSync(join(root, file), "utf8");

const guides = ["README.md", "CONTRIBUTING.md", "docs/architecture.md", "docs/adding-a-screen.md", "docs/areas.md", "docs/lists.md", "docs/forms.md", "docs/operations.md", "docs/containers.md", "docs/api.md", "docs/glossary.md", "docs/tour.md", "docs/accessibility.md", "docs/scale.md", "docs/insights.md", "docs/permissions.md", "regional-api/README.md"]; // prettier-ignore

test.each(guides)("the files that %s names exist", (guide) => {
  const text = textOf(guide);
  const paths = [
    ...text.matchAll(/`((?:app|config|contract|docs|regional-api|scripts|shared|tests)\/[\w./-]+)`/g),
  ];
  const missing = paths
    .map(([, path = ""]) => path)
    .filter((path) => path !== "contract/graphql-env.d.ts" && !existsSync(join(root, path)))
    .filter((path) => !existsSync(join(root, dirname(guide), path)));
  expect(missing).toEqual([]);
});

const sources = ["app", "contract", "regional-api", "scripts", "shared", "tests"].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((file) => `/${folder}/${file}`),
);

test.each(guides)("the source files that %s names without their folder exist", (guide) => {
  const names = [...textOf(guide).matchAll(/`([\w./-]+\.(?:tsx?|mjs))`/g)].map(([, name = ""]) => name);
  const isNamed = (name: string) =>
    sources.some((file) => file.endsWith(`/${name}`)) || existsSync(join(root, name));
  expect(names.filter((name) => name !== "contract/graphql-env.d.ts" && !isNamed(name))).toEqual([]);
});

const documents = ["README.md", "CONTRIBUTING.md", "regional-api/README.md"].concat(
  readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".md"))
    .map((file) => join("docs", file)),
);
const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(textOf("package.json")));
/** The script that defines the parts of each command. */
const partsIn: Readonly<Record<string, string>> = {
  bench: "scripts/bench.mjs",
  test: "scripts/test.mjs",
  api: "regional-api/commands/index.ts",
};

test("every command line in a document uses existing scripts, parts and files", () => {
  const isFile = (path: string) => existsSync(join(root, path));
  const isRight = (script: string | undefined, part: string | undefined, tool = "", rest = "") => {
    if (script === undefined)
      return (
        isFile(`node_modules/.bin/${tool}`) &&
        (rest.match(/[\w./-]+\/[\w./-]+|[\w.]+\.config\.ts/g) ?? []).every(isFile)
      );
    const named = partsIn[script];
    const isPart =
      part === undefined ||
      named === undefined ||
      new RegExp(`"${part}"|\\b${part}[:, ]`).test(textOf(named));
    const isMade =
      script !== "bench" || part === undefined || isFile(`tests/bench/${part}.ts`) || part === "calls";
    return script in scripts && isPart && isMade;
  };
  const lines = documents.flatMap((document) =>
    [
      ...textOf(document).matchAll(
        /\bnpm (?:run |(?=test\b|start\b))([a-z][\w:]*)(?: -- ([a-z][\w-]*))?|\bnpx ([\w-]+)([^`\n]*)/g,
      ),
    ].map(([line, ...parts]) => ({ line: `${document}: ${line}`, parts })),
  );
  expect(lines.length).toBeGreaterThan(100);
  expect(
    lines
      .filter(({ parts: [script, part, tool, rest] }) => !isRight(script, part, tool, rest))
      .map(({ line }) => line),
  ).toEqual([]);
});
