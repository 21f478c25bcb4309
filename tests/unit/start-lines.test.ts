import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import { root } from "../../scripts/lib/setup.mjs";

const filesBelow = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => join(folder, name));

/** Errors whose message is all that a failing start or command prints. */
const errors = new Set(["StartError", "DataError", "LockedError", "CommandError"]);
/** Files in which any error, and any text with a gap, is such a line as well. */
const startFiles = new Set([
  "app/services/start-error.server.ts",
  "regional-api/config.ts",
  "regional-api/server.ts",
  "shared/start-error.ts",
  "scripts/lib/setup.mjs",
  "scripts/lib/supervise.mjs",
]);
/** Tables of possible causes for a file, an address or a database. */
const tables = /^(?:reasons|listenReasons|systemErrors)$/;

/** A literal's text, with "…" for each gap; undefined for other nodes. */
function literalOf(node: ts.Node | undefined): string | undefined {
  if (!node) return undefined;
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isTemplateExpression(node))
    return node.head.text + node.templateSpans.map(({ literal }) => `…${literal.text}`).join("");
  if (ts.isBinaryExpression(node)) return `${literalOf(node.left) ?? "…"}${literalOf(node.right) ?? "…"}`;
  // For joined lines: the first one identifies the rest.
  if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
    const list = node.expression.expression;
    return ts.isArrayLiteralExpression(list) ? literalOf(list.elements[0]) : undefined;
  }
  return undefined;
}

/** Every text in `file` with which a start or a command may end. */
function linesOf(file: string): string[] {
  const code = readFileSync(join(root, file), "utf8");
  if (
    !startFiles.has(file) &&
    !/\b(?:Start|Data|Locked|Command)Error\(|(?:problems|notes)\.push|\breasons\b/.test(code)
  )
    return [];
  const source = ts.createSourceFile(file, code, ts.ScriptTarget.Latest, true);
  const found: (string | undefined)[] = [];
  const inTable = (node: ts.Node): void => {
    if (ts.isPropertyAssignment(node)) inTable(node.initializer);
    else if (ts.isStringLiteralLike(node)) found.push(node.text);
    else ts.forEachChild(node, inTable);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isNewExpression(node)) {
      const name = node.expression.getText(source);
      if (errors.has(name) || (name === "Error" && startFiles.has(file)))
        found.push(literalOf(node.arguments?.[0]));
    }
    if (ts.isCallExpression(node)) {
      const called = node.expression.getText(source);
      if (/^(?:problems|notes)\.push$/.test(called) || (called === "say" && file.endsWith("supervise.mjs")))
        found.push(literalOf(node.arguments[0]));
    }
    if (ts.isReturnStatement(node) && file.endsWith("start-error.server.ts"))
      found.push(literalOf(node.expression));
    if (ts.isVariableDeclaration(node) && tables.test(node.name.getText(source)) && node.initializer)
      inTable(node.initializer);
    ts.forEachChild(node, visit);
  };
  visit(source);
  // Composed texts are found through their parts.
  return found.flatMap((text) => (text && /\w{2,}.*\w{2,}/.test(text.replaceAll("…", "")) ? [text] : []));
}

const files = [
  ...filesBelow("app"),
  ...filesBelow("regional-api"),
  ...filesBelow("shared"),
  "scripts/lib/setup.mjs",
  "scripts/lib/supervise.mjs",
];
const lines = [...new Set(files.flatMap(linesOf))];
const [, section = ""] = readFileSync(join(root, "docs/operations.md"), "utf8").split(
  "## Start and command errors\n",
);
const documented = [
  ...(section.split("\n## ")[0] ?? "").matchAll(/^\| (.+?) \| [^|]+ \| [^|]+ \|$/gm),
].flatMap(([, cell = ""]) => [...cell.matchAll(/`([^`]+)`/g)].map(([, text = ""]) => text));

/** True if a line contains a documented text; "…" in it matches anything. */
function isIn(text: string, line: string): boolean {
  const parts = text.split("…").map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(parts.join(".*"), "s").test(line);
}

test("GEN-74 each line with which a start or a command ends is in the runbook, and no other", () => {
  expect(lines.length).toBeGreaterThan(60);
  expect(lines.filter((line) => !documented.some((text) => isIn(text, line)))).toEqual([]);
  expect(documented.filter((text) => !lines.some((line) => isIn(text, line)))).toEqual([]);
});
