import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import {
  actionNotes,
  idleCodes,
  permissionCodes,
  wholeCustomerCodes,
} from "../../../regional-api/core/permissions";

// docs/permissions.md is generated from the operations, each tested with and without each code.
const documented = readFileSync(new URL("../../../docs/permissions.md", import.meta.url), "utf8");
const operations = documented
  .split("\n")
  .filter((line) => line.startsWith("| `"))
  .map((line) => {
    const [, , needs = "", where = ""] = line.split("|");
    const codes = [...needs.matchAll(/`(\w+:\w+)`/g)].map(([, code = ""]) => code);
    return { codes, where: where.trim() };
  });

test("PERM-77 the actions marked as having no effect are exactly those that no operation requires", () => {
  const required = new Set(operations.flatMap(({ codes }) => codes));
  expect([...idleCodes].sort()).toEqual(permissionCodes.filter((code) => !required.has(code)).sort());
  for (const action of [
    "Video Interview Management - Assessment review (all)",
    "User Management - Delete user",
  ])
    expect(actionNotes[action]).toBe("IDLE");
});

test("PERM-76 codes of the whole customer are never accepted from people with departments only, and every other code is", () => {
  const takenOnDepartments = new Set(
    operations.flatMap(({ codes, where }) => (where === "any department" ? codes : [])),
  );
  const sent = new Set(
    operations.flatMap(({ codes, where }) => (where === "the department sent" ? codes : [])),
  );
  // Using the console means picking departments, but signing in to it requires the whole customer (SHELL-40).
  takenOnDepartments.delete("edge:access");
  for (const code of wholeCustomerCodes) expect([code, takenOnDepartments.has(code)]).toEqual([code, false]);
  for (const code of permissionCodes)
    if (!wholeCustomerCodes.has(code) && !idleCodes.has(code))
      expect([code, takenOnDepartments.has(code) || sent.has(code)]).toEqual([code, true]);
});
