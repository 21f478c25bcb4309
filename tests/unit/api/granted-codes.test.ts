/**
 * A customer's groups keep their policies when the product is upgraded. A code that a role template gains reaches those
 * that exist by a migration alone, and no other test sees that: they all begin with new data.
 */
import { expect, test } from "vitest";
import { codesOf, roleTemplates, type PermissionCode } from "../../../regional-api/core/permissions";
import { migrations } from "../../../regional-api/store/migrations/index";

/** The number of the migration that gives a code to groups that exist. */
const grantedByMigration: Partial<Record<PermissionCode, number>> = {
  "org:viewSettings": 70,
  "org:editSettings": 70,
  "org:viewRecord": 133,
  "org:viewHold": 141,
  "org:editHold": 141,
};

/** Codes without a migration, by why none is needed. */
const needsNone: Readonly<Record<string, readonly PermissionCode[]>> = {
  "in the templates since the first release": [
    ...(["edge:access", "ti:access"] as const),
    ...(["apps:createVacancy", "apps:editVacancy", "apps:archiveVacancy", "apps:restoreVacancy"] as const),
    ...(["apps:listVacancy", "apps:viewVacancy", "apps:listCandidate", "apps:viewCandidate"] as const),
    ...(["apps:viewApplication", "apps:editApplication", "apps:createApplication"] as const),
    ...(["apps:listApplication", "apps:listWorkflow", "apps:viewWorkflow"] as const),
    ...(["apps:createWorkflow", "apps:archiveWorkflow", "apps:restoreWorkflow"] as const),
    ...(["org:createUser", "org:editUser", "org:archiveUser", "org:restoreUser"] as const),
    ...(["org:viewUser", "org:listUser", "fi:viewOwnInsights", "fi:viewAllInsights"] as const),
    ...(["si:viewOwnInsights", "si:viewAllInsights"] as const),
    ...(["si:reviewOwnAssessment", "si:reviewAllAssessment"] as const),
  ],
};

const ofTemplates = new Set(
  roleTemplates.flatMap(({ actions }) => actions.flatMap((label) => codesOf(label) ?? [])),
);
const explained = new Set([...Object.keys(grantedByMigration), ...Object.values(needsNone).flat()]);

test("GEN-81 each code of a role template has a migration that gives it to groups that exist, or a reason why not", () => {
  const missing = [...ofTemplates].filter((code) => !explained.has(code));
  expect(
    missing.map(
      (code) =>
        `${code} is in a role template of regional-api/core/permissions.ts, and groups that exist do not get it: ` +
        "write a migration, and name it in grantedByMigration of tests/unit/api/granted-codes.test.ts",
    ),
  ).toEqual([]);
  expect([...explained].filter((code) => !ofTemplates.has(code as PermissionCode))).toEqual([]);
});

test.each(Object.entries(grantedByMigration))("GEN-81 %s is given by migration %i", (code, number) => {
  expect(migrations.find((migration) => migration.number === number)?.sql).toContain(`'${code}'`);
});
