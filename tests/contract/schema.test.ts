import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test, vi } from "vitest";
import { buildSchema } from "../../regional-api/schema";
import { operations } from "./fixtures/operations";

test("the committed contract matches the API's schema", () => {
  const script = fileURLToPath(new URL("../../scripts/print-schema.mjs", import.meta.url));
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, "--check"], { encoding: "utf8" });
  expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: "", stderr: "" });
});

const table = "tests/contract/fixtures/operations.ts";

test("GEN-16 every operation has exactly one row in the authorisation table", () => {
  const schema = buildSchema();
  const roots = [schema.getQueryType(), schema.getMutationType()];
  const declared = roots.flatMap((root) => Object.keys(root?.getFields() ?? {}));
  const rows = operations.map(({ name }) => name);
  const problems = [
    ...declared.filter((name) => !rows.includes(name)).map((name) => `${name} has no row in ${table}`),
    ...rows.filter((name) => !declared.includes(name)).map((name) => `${name} of ${table} is no operation`),
    ...rows.filter((name, i) => rows.indexOf(name) !== i).map((name) => `${name} has two rows in ${table}`),
  ];
  expect(problems.join("\n")).toBe("");
});

test("GEN-16 every row names a person who may not call its operation", () => {
  const guarded = ["customer", "organization", "wildcard"];
  const open = operations.filter(({ access, lacking }) => guarded.includes(access) && !lacking);
  expect(open.map(({ name }) => `${name}: "lacking" is missing in ${table}`).join("\n")).toBe("");
});

test("CUST-46 a customer is created, archived and restored, and never edited", () => {
  const mutations = Object.keys(buildSchema().getMutationType()?.getFields() ?? {});
  expect(mutations.filter((name) => /^ORG.*Customer/.test(name)).sort()).toEqual([
    "ORGArchiveCustomers",
    "ORGCreateCustomer",
    "ORGRestoreCustomers",
  ]);
});

test("GEN-16 the API does not start with an operation declared without access", async () => {
  // A separate schema, discarded afterwards.
  vi.resetModules();
  const { builder } = await import("../../regional-api/core/builder");
  const { assertEveryRootFieldHasAccess } = await import("../../regional-api/core/operation");
  const fresh = await import("../../regional-api/schema");
  vi.resetModules();
  builder.queryField("SneakyQuery", (t) => t.boolean({ resolve: () => true }));
  const schema = builder.toSchema();
  expect(() => assertEveryRootFieldHasAccess(schema)).toThrow("SneakyQuery");
  expect(() => fresh.buildSchema()).toThrow("SneakyQuery");
});
