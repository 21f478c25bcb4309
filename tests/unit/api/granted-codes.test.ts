/**
 * Existing customers keep their groups' policies on an upgrade. They get a code added to a role template only through a
 * migration, which no other test would notice, since all start with new data.
 */
import { expect, test } from "vitest";
import { codesOf, roleTemplates, type PermissionCode } from "../../../regional-api/core/permissions";
import { migrations } from "../../../regional-api/store/migrations/index";
import type { Migration } from "../../../regional-api/store/migrations/migration";
import { addCodesAlongside } from "../../../regional-api/store/migrations/pieces";

/** Codes in the templates since version 1.29.0, which need no migration. Do not add to this list. */
const first: readonly PermissionCode[] = [
  ...(["edge:access", "ti:access"] as const),
  ...(["apps:createVacancy", "apps:editVacancy", "apps:archiveVacancy", "apps:restoreVacancy"] as const),
  ...(["apps:listVacancy", "apps:viewVacancy", "apps:listCandidate", "apps:viewCandidate"] as const),
  ...(["apps:viewApplication", "apps:editApplication", "apps:createApplication"] as const),
  ...(["apps:listApplication", "apps:listWorkflow", "apps:viewWorkflow"] as const),
  ...(["apps:createWorkflow", "apps:archiveWorkflow", "apps:restoreWorkflow"] as const),
  ...(["org:createUser", "org:editUser", "org:archiveUser", "org:restoreUser"] as const),
  ...(["org:viewUser", "org:listUser", "fi:viewOwnInsights", "fi:viewAllInsights"] as const),
  ...(["si:viewOwnInsights", "si:viewAllInsights"] as const),
  ...(["si:reviewOwnAssessment", "si:reviewAllAssessment", "org:viewSettings", "org:editSettings"] as const),
  ...(["org:viewRecord", "org:viewHold", "org:editHold"] as const),
];

const ofTemplates = new Set(
  roleTemplates.flatMap(({ actions }) => actions.flatMap((label) => codesOf(label) ?? [])),
);
/** Migrations that add a code to the policies of existing groups, on both engines (`addCodesAlongside`). */
const givenBy = (code: string, among: readonly Migration[] = migrations) =>
  among.filter(
    ({ sql, postgres }) => sql.includes(`'$.actions[#]', '${code}'`) && postgres.includes(`"${code}"`),
  );

test("GEN-81 each code of a role template is original or has a migration that gives it to existing groups", () => {
  const missing = [...ofTemplates].filter((code) => !first.includes(code) && givenBy(code).length === 0);
  expect(
    missing.map(
      (code) =>
        `${code} is in a role template of regional-api/core/permissions.ts, and groups that exist do not get it: ` +
        "write a migration as README's chapter on a new permission code says",
    ),
  ).toEqual([]);
  expect(first.filter((code) => !ofTemplates.has(code))).toEqual([]);
  // The check sees codes that migrations add.
  const later = {
    ...addCodesAlongside(["org:editHold"], "org:listUser"),
    number: 999,
    name: "later",
    file: "region",
  } as const;
  expect(givenBy("org:editHold", [later])).toEqual([later]);
});
