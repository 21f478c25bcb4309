import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { demoAccounts, demoCustomers, demoId } from "../../regional-api/seed/ids";
import { roleTemplates, roleTemplateStatements } from "../../regional-api/core/permissions";
import { openDatabases } from "../../regional-api/store/database";
import { textOf } from "../support/console-client";
import { everySetting, rightsMatrix } from "../support/rights-matrix";
import { useStand } from "./support/use-stand";

// Rights of the members of a new group, and consistency of menu, links and buttons with them.

describe("a new group with only a role template", () => {
  const { stand, person } = useStand(demoAccounts.noAccess.email);
  const groupId = demoId("group of today");
  const policyId = "0c6f1d4e-7f57-4a37-9d53-6c1d7f6c1d4e";
  const { acmeRetail } = demoCustomers;

  /** Gives the group's one member the rights of a template, as "Apply template" and "Update" do. */
  function give(key: (typeof roleTemplates)[number]["key"]) {
    const databases = openDatabases(join(stand.dataDir, "regional-api"));
    const db = databases.region(acmeRetail.awsRegion);
    const place = { ...acmeRetail, customerId: acmeRetail.id, hierarchyId: "*" };
    const statements = JSON.stringify(roleTemplateStatements(key, place, "edge"));
    db.statement("UPDATE policies SET statements = ? WHERE id = ?").run(statements, policyId);
    databases.close();
  }

  beforeAll(() => {
    const databases = openDatabases(join(stand.dataDir, "regional-api"));
    const db = databases.region(acmeRetail.awsRegion);
    const { organizationId, id: customerId, rootHierarchyId } = acmeRetail;
    const at = [organizationId, customerId];
    db.statement(
      "INSERT INTO groups (id, organizationId, customerId, hierarchyId, name, createdAt, updatedAt) VALUES (?, ?, ?, ?, 'Made today', 1, 1)",
    ).run(groupId, ...at, rootHierarchyId);
    db.statement(
      "INSERT INTO policies (id, organizationId, customerId, name, statements, createdAt, updatedAt) VALUES (?, ?, ?, 'Made today', '[]', 1, 1)",
    ).run(policyId, ...at);
    db.statement("INSERT INTO group_policies (groupId, policyId, kind) VALUES (?, ?, 'OWN')").run(
      groupId,
      policyId,
    );
    db.statement("INSERT INTO group_members (groupId, userId, createdAt) VALUES (?, ?, 1)").run(
      groupId,
      demoAccounts.noAccess.id,
    );
    databases.close();
  });

  const screens = {
    vacancies: "Vacancy & Application Management - View vacancy list",
    "vacancies/create": "Vacancy & Application Management - Create vacancy",
    "workflow-sets/workflows": "Workflow Management - View workflow list",
    "workflow-sets": "Workflow Management - View workflow list",
    "workflow-sets/workflows/create": "Workflow Management - Create workflow",
    users: "User Management - View user list",
    "users/create": "User Management - Create user",
    groups: "User Management - View user list",
    di: "Chat Interview Management - Talent insights (all)",
    "settings/overview": "Customer Settings - View settings",
  } as const;

  test.each(roleTemplates)(
    "SHELL-45 PERM-41 $name: each of ten screens opens as the template says",
    async ({ key, actions }) => {
      give(key);
      for (const [path, action] of Object.entries(screens)) {
        const page = await person.client.get(`${person.base}/${path}`);
        const isGranted = (actions as readonly string[]).includes(action);
        expect([path, page.status]).toEqual([path, isGranted ? 200 : 403]);
        expect(textOf(page).includes("No permission"), path).toBe(false);
      }
    },
  );
});

/** Some of the permissions that `npm run matrix` covers. */
async function expectAgreement(looked: readonly string[]) {
  const found = await rightsMatrix(everySetting.filter(({ name }) => looked.includes(name)));
  expect(found.disagreements).toEqual([]);
  // Guards against a check that sees no pages and therefore finds no fault.
  for (const count of Object.values(found.cells)) expect(count).toBeGreaterThan(looked.length);
}

test("SHELL-56 PERM-46 PERM-79 PERM-80 ATSR-01 DI-30 menu, screens, links and buttons match the rights, and the API matches its documentation", () =>
  expectAgreement([
    "the console alone",
    "apps:listVacancy allowed and denied",
    "everything at a department",
    "everything at the customer, apps:listWorkflow denied",
  ]));

test("SHELL-56 PERM-46 PERM-80 ATSR-01 DI-30 menu, screens, links and buttons also match the rights with one permission per area @all", () =>
  expectAgreement([
    "org:editUser at a department",
    "ats:viewTenant at the customer",
    "fi:viewAllInsights at the customer",
  ]));
