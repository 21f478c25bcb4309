import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import { root } from "../../scripts/lib/setup.mjs";

/** Rows without a test, and the reason. This list may only become shorter. */
const unproven: Readonly<Record<string, string>> = {
  "BULK-20": "measured by tests/bench/bulk-jobs.ts, which needs the large data and a machine to itself",
};

const requirements = "docs/requirements";
const ownFile = "tests/unit/requirements.test.ts";

const filesBelow = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(tsx?|mjs|js|md|css|graphql)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));

const textOf = (file: string) => readFileSync(file, "utf8");

/** Rows as defined: one line "- AREA-00 …" each. */
const defined = filesBelow(requirements).flatMap((file) =>
  [...textOf(file).matchAll(/^- ([A-Z]+-\d{2,3}) /gm)].map(([, id = ""]) => id),
);
/** Withdrawn rows, one line per id; struck.md gives the reasons. */
const struckFile = join(root, requirements, "struck.md");
const struck = [...textOf(struckFile).matchAll(/^- ([A-Z]+-\d{2,3}): /gm)].map(([, id = ""]) => id);
const areas = [...new Set(defined.map((id) => id.split("-")[0]))];

/** The ids in a text; "VAC-03..VAC-07" and "VAC-03..07" include all ids in between. */
function idsIn(text: string): string[] {
  const pattern = new RegExp(`\\b(${areas.join("|")})-(\\d{2,3})(?:\\.\\.(?:\\1-)?(\\d{2,3}))?`, "g");
  return [...text.matchAll(pattern)].flatMap(([, area, first, last = first]) => {
    const from = Number(first);
    return Array.from(
      { length: Math.max(1, Number(last) - from + 1) },
      (_, i) => `${area}-${String(from + i).padStart(2, "0")}`,
    );
  });
}

/** True for `test` and its derivatives: `test.each(rows)`, `test.runIf(…)`. */
function runsTests(callee: ts.Expression): boolean {
  if (ts.isIdentifier(callee)) return ["describe", "it", "test"].includes(callee.text);
  const isOfAnother = ts.isPropertyAccessExpression(callee) || ts.isCallExpression(callee);
  return isOfAnother && runsTests(callee.expression);
}

const idsAlone = /^[A-Z]+-\d{2,3}(?:(?: |\.\.)[A-Z]+-\d{2,3})*$/;

/** The ids in test titles, and strings of ids only, from which titles are made; ids in comments do not count. */
function idsProvenBy(text: string): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) {
      const { parent } = node;
      const isName =
        ts.isCallExpression(parent) && parent.arguments[0] === node && runsTests(parent.expression);
      const words = ts.isTemplateExpression(node) ? node.getText() : node.text;
      if (isName || idsAlone.test(words)) found.push(...idsIn(words));
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile("any.test.tsx", text, ts.ScriptTarget.Latest, true));
  return found;
}

const inTests = new Set(
  filesBelow("tests")
    .filter((file) => /\.tsx?$/.test(file) && file !== join(root, ownFile))
    .flatMap((file) => idsProvenBy(textOf(file))),
);

test("an id counts in the title of a test, and in strings from which titles are made, not in a comment", () => {
  const text = `// APP-01
    describe("APP-02 one", () => {
      test.each([["APP-03..APP-05", "no APP-06"]])("%s and APP-07", () => {
        expect("text with APP-08").toBe(1); // APP-09
      });
    });`;
  expect(idsProvenBy(text)).toEqual(["APP-02", "APP-03", "APP-04", "APP-05", "APP-07"]);
});

test("every area is in the table of docs/requirements/README.md, with its file", () => {
  const table = [
    ...textOf(join(root, requirements, "README.md")).matchAll(/^\| ([A-Z]+) .*\]\((\w+\.md)\)/gm),
  ];
  expect(table.map(([, area]) => area).sort()).toEqual([...areas].sort());
  for (const [, area, file = ""] of table)
    expect(textOf(join(root, requirements, file)), file).toMatch(new RegExp(`^- ${area}-\\d`, "m"));
});

test("every row has a unique id", () => {
  expect(defined.length).toBeGreaterThan(1000);
  expect(defined.filter((id, i) => defined.indexOf(id) !== i)).toEqual([]);
});

test("a struck row's id is struck once and not defined again", () => {
  expect(struck.filter((id, i) => defined.includes(id) || struck.indexOf(id) !== i)).toEqual([]);
});

test("every id in use is defined", () => {
  const rows = new Set(defined);
  const unknown = ["app", "regional-api", "tests", "docs", "config"].flatMap((folder) =>
    filesBelow(folder)
      .filter((file) => file !== struckFile)
      .flatMap((file) =>
        idsIn(textOf(file))
          .filter((id) => !rows.has(id))
          .map((id) => `${id} in ${file.slice(root.length + 1)}`),
      ),
  );
  expect([...new Set(unknown)]).toEqual([]);
});

test("every row is named by a test, except those listed with a reason", () => {
  const missing = defined.filter((id) => !inTests.has(id) && !(id in unproven));
  expect(missing, "name these rows in the tests that prove them").toEqual([]);
});

test("no row listed as unproven is named by a test or missing", () => {
  const settled = Object.keys(unproven).filter((id) => inTests.has(id) || !defined.includes(id));
  expect(settled, "take these rows from the list").toEqual([]);
});
