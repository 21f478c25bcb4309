// The files of the API and its tests that only say which others there are: operations, migrations in their order, areas'
// seeds and fixtures.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./setup.mjs";

const made = "// Written by `npm run contract`. Do not edit.";

/** The files below a folder of the API that end so, in order, without the ending. @param {string} folder @param {RegExp} end */
const filesOf = (folder, end) =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => end.test(file))
    .map((file) => file.replaceAll("\\", "/").replace(/\.ts$/, ""))
    .sort();

/** What a file is called in code: 0141-region-hold-codes is regionHoldCodes. @param {string} file */
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
  // As prettier has it.
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
      "/** What areas add to a customer of the demo data: a file here exports `seed`. */",
      list.length > 110 ? lines : list,
      "",
    ].join("\n"),
  };
}

/** The files that are not as they should be; with `write` they are then. */
export function staleIndexes({ write = false } = {}) {
  return Object.entries(apiIndexes()).flatMap(([file, text]) => {
    const path = join(root, file);
    let is = "";
    try {
      is = readFileSync(path, "utf8");
    } catch {
      // It is not there yet.
    }
    if (is === text) return [];
    if (write) writeFileSync(path, text);
    return [file];
  });
}
