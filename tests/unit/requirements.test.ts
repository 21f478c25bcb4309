import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../../scripts/lib/setup.mjs";

/** Areas whose screens and operations exist; an area joins when its first screen does. */
const builtAreas = [
  ...["AUTH", "SESS", "SHELL", "CUST", "GEN", "SET", "SSO", "BRAND", "NOTIF"],
  ...[
    "COMP",
    "TEN",
    "SMS",
    "MAIL",
    "ATSR",
    "VAC",
    "APP",
    "INV",
    "CAND",
    "WF",
    "RULE",
    "WFS",
    "SRCH",
    "ORG",
    "DEPT",
    "USER",
    "POL",
    "LOG",
    "DI",
    "GRP",
    "PERM",
    "UPLOAD",
    "BULK",
  ],
];

/** Rows of built areas that no test proves yet, and why. This list only becomes shorter. */
const unproven: Readonly<Record<string, string>> = {};

const requirements = "docs/requirements";
const ownFile = "tests/unit/requirements.test.ts";

const filesBelow = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(tsx?|mjs|js|md|css|graphql)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));

const textOf = (file: string) => readFileSync(file, "utf8");

/** The rows as they are defined: one line "- AREA-00 …" each. */
const defined = filesBelow(requirements).flatMap((file) =>
  [...textOf(file).matchAll(/^- ([A-Z]+-\d{2,3}) /gm)].map(([, id = ""]) => id),
);
const areas = [...new Set(defined.map((id) => id.split("-")[0]))];

/** The ids a text names; "VAC-03..VAC-07" and "VAC-03..07" name all between. */
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

const inTests = new Set(
  filesBelow("tests")
    .filter((file) => file !== join(root, ownFile))
    .flatMap((file) => idsIn(textOf(file))),
);

test("every row has an id of its own", () => {
  expect(defined.length).toBeGreaterThan(1000);
  expect(defined.filter((id, i) => defined.indexOf(id) !== i)).toEqual([]);
});

test("every id that is used is defined", () => {
  const rows = new Set(defined);
  const unknown = ["app", "regional-api", "tests", "docs", "config"].flatMap((folder) =>
    filesBelow(folder).flatMap((file) =>
      idsIn(textOf(file))
        .filter((id) => !rows.has(id))
        .map((id) => `${id} in ${file.slice(root.length + 1)}`),
    ),
  );
  expect([...new Set(unknown)]).toEqual([]);
});

test("every row of a built area is named by a test, but for those listed with a reason", () => {
  const rows = defined.filter((id) => builtAreas.includes(id.split("-")[0] ?? ""));
  const missing = rows.filter((id) => !inTests.has(id) && !(id in unproven));
  expect(missing, "name these rows in the tests that prove them").toEqual([]);
});

test("no row is listed as unproven that a test names, or that does not exist", () => {
  const settled = Object.keys(unproven).filter((id) => inTests.has(id) || !defined.includes(id));
  expect(settled, "take these rows from the list").toEqual([]);
});
