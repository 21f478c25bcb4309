import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import { root } from "../../scripts/lib/setup.mjs";

/** The API except its stores, whose functions are single statements named after them. */
const documented = [
  "app/models",
  "app/services",
  "app/components/ui",
  "regional-api/core",
  "regional-api/areas",
  "shared",
];

/** The exported functions of a file without a doc comment. */
function undocumented(file: string): string[] {
  const text = readFileSync(file, "utf8");
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  return source.statements.flatMap((statement) => {
    const name = exportedFunction(statement);
    const comments = ts.getLeadingCommentRanges(text, statement.getFullStart()) ?? [];
    const isDocumented = comments.some(({ pos }) => text.startsWith("/**", pos));
    return name === undefined || isDocumented ? [] : [`${relative(root, file)}: ${name}`];
  });
}

function exportedFunction(statement: ts.Statement): string | undefined {
  const isExported = ts.canHaveModifiers(statement)
    ? ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)
    : false;
  if (!isExported) return undefined;
  if (ts.isFunctionDeclaration(statement)) return statement.name?.text;
  if (!ts.isVariableStatement(statement)) return undefined;
  const [first] = statement.declarationList.declarations;
  const value = first?.initializer;
  const isFunction = value && (ts.isArrowFunction(value) || ts.isFunctionExpression(value));
  return isFunction ? first.name.getText() : undefined;
}

test.each(documented)("every function that a file of %s exports says what it is for", (folder) => {
  const files = readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter(({ name }) => /\.tsx?$/.test(name) && !/\.(store|d)\.ts$/.test(name))
    .map(({ parentPath, name }) => join(parentPath, name));
  expect(files.length).toBeGreaterThan(8);
  expect(files.flatMap(undocumented)).toEqual([]);
});
