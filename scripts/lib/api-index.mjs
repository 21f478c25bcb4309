// Generates the index files of the API and its tests: operations, migrations in order, area seeds and fixtures.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./setup.mjs";

const made = "// Written by `npm run contract`. Do not edit.";

/** Matching files below a folder of the API, sorted, without extension. @param {string} folder @param {RegExp} end */
const filesOf = (folder, end) =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => end.test(file))
    .map((file) => file.replaceAll("\\", "/").replace(/\.ts$/, ""))
    .sort();

/** The identifier of a file in code: regionHoldCodes for 0141-region-hold-codes. @param {string} file */
const nameOf = (file) => file.replace(/^\d+-/, "").replaceAll(/-(\w)/g, (_, letter) => letter.toUpperCase());

/** @returns {Record<string, string>} text by file */
export function apiIndexes() {
  const operations = filesOf("regional-api/areas", /\.operations\.ts$/);
  const seeds = filesOf("regional-api/seed/areas", /^(?!index).*\.ts$/);
  const migrations = filesOf("regional-api/store/migrations", /^\d{4}-.*\.ts$/);
  const fixtures = filesOf("tests/contract/fixtures", /^(?!areas\.).*\.ts$/).flatMap((file) => {
    const text = readFileSync(join(root, "tests/contract/fixtures", `${file}.ts`), "utf8");
    const areas = [...text.matchAll(/^export const (\w+): AreaFixture\b/gm)].map(([, name = ""]) => name);
    return areas.length ? [{ file, areas }] : [];
  });
  const names = seeds.map(nameOf);
  // Formatted as prettier does.
  const list = `export const areaSeeds = [${names.join(", ")}];`;
  const lines = ["export const areaSeeds = [", ...names.map((name) => `  ${name},`), "];"].join("\n");
  return {
    "regional-api/operations.ts": [made, ...operations.map((file) => `import "./areas/${file}";`), ""].join(
      "\n",
    ),
    "regional-api/store/migrations/index.ts": [
      made,
      ...migrations.map((file) => `import { ${nameOf(file)} } from "./${file}";`),
      'import type { Migration } from "./migration";',
      "",
      "/** All migrations in order: one is a file NNNN-<file>-<what>.ts. */",
      "export const migrations: readonly Migration[] = [",
      ...migrations.map((file) => `  ${nameOf(file)},`),
      "];",
      "",
    ].join("\n"),
    "tests/contract/fixtures/areas.ts": [
      made,
      ...fixtures.map(({ file, areas }) => `import { ${areas.join(", ")} } from "./${file}";`),
      'import type { AreaFixture } from "./rows";',
      "",
      "/** The areas of the API, in the order in which their rows are made and their operations are called. */",
      "export const areas: readonly AreaFixture[] = [",
      ...fixtures.flatMap(({ areas }) => areas.map((name) => `  ${name},`)),
      "];",
      "",
    ].join("\n"),
    "regional-api/seed/areas/index.ts": [
      made,
      ...seeds.map((file) => `import { seed as ${nameOf(file)} } from "./${file}";`),
      "",
      "/** The areas' additions to a customer of the demo data: each file here exports `seed`. */",
      list.length > 110 ? lines : list,
      "",
    ].join("\n"),
  };
}

/** Returns the files that are out of date; with `write` it updates them. */
export function staleIndexes({ write = false } = {}) {
  return Object.entries(apiIndexes()).flatMap(([file, text]) => {
    const path = join(root, file);
    let is = "";
    try {
      is = readFileSync(path, "utf8");
    } catch {
      // The file does not exist yet.
    }
    if (is === text) return [];
    if (write) writeFileSync(path, text);
    return [file];
  });
}
