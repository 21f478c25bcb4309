/** Organisations, customers, departments, groups with their policies, and users. */
import {
  ownActions,
  roleTemplates,
  statementsFor,
  type ActionLabel,
  type RoleTemplateKey,
} from "../core/permissions";
import type { PolicyStatement } from "../core/policy";
import { searchKey } from "../core/text";
import type { NewRow } from "../store/tables";
import type { Loader } from "./bulk";
import type { DepartmentTree } from "./departments";
import {
  archivedDemoCustomer,
  demoCustomers,
  demoGroups,
  demoId,
  demoOrganizations,
  demoUuid,
  type DemoCustomer,
  type DemoGroup,
} from "./ids";
import { dayMs, type CustomerPlan } from "./plan";

export interface Department {
  readonly id: string;
  readonly name: string;
  /** Depth in the tree; 1 is the root. */
  readonly level: number;
}

const never = null;

/** Seeds the directory, which all regions share. Call once, with any region's connection. */
export function seedDirectory(loader: Loader, now: number): void {
  const createdAt = now - 1_700 * dayMs;
  for (const { id, uniqueName, displayName } of Object.values(demoOrganizations)) {
    loader.insert("organizations", {
      id,
      uniqueName,
      displayName,
      createdAt,
      updatedAt: createdAt,
      archivedAt: never,
    });
  }
  loader.insert("organizations", {
    id: demoId("organization:hooli-archived"),
    uniqueName: "hooli",
    displayName: "Hooli (closed)",
    createdAt: createdAt - 30 * dayMs,
    updatedAt: now - 100 * dayMs,
    archivedAt: now - 100 * dayMs,
  });
}

/** Seeds a customer, its departments and its directory row. Returns the departments, root first. */
export function seedCustomer(
  loader: Loader,
  customer: DemoCustomer,
  now: number,
  tree: DepartmentTree,
): Department[] {
  const { id, organizationId, awsRegion, uniqueName, displayName, rootHierarchyId } = customer;
  // Creation dates are four weeks apart, so that sorting by date is visible.
  const index = [archivedDemoCustomer, ...Object.values(demoCustomers)].indexOf(customer);
  const createdAt = now - (1_500 - 28 * index) * dayMs;
  const archivedAt = customer === archivedDemoCustomer ? now - 60 * dayMs : never;
  const row = { id, organizationId, uniqueName, displayName, rootHierarchyId, createdAt, archivedAt };
  loader.insert("customers", {
    ...row,
    nameKey: searchKey(displayName),
    createdBy: null,
    updatedAt: archivedAt ?? createdAt,
  });
  loader.insert("customer_directory", { ...row, awsRegion });

  const departments: Department[] = [];
  const add = (
    path: string,
    name: string,
    parentId: string | null,
    position: number,
    level: number,
    children: DepartmentTree,
  ) => {
    const departmentId = demoId(`department:${uniqueName}:${path}`);
    departments.push({ id: departmentId, name, level });
    loader.insert("hierarchies", {
      id: departmentId,
      parentId,
      organizationId,
      customerId: id,
      name,
      position,
      createdAt,
      updatedAt: createdAt,
      archivedAt: never,
    });
    Object.entries(children).forEach(([childName, grandchildren], at) => {
      add(
        path === "" ? childName : `${path}/${childName}`,
        childName,
        departmentId,
        at,
        level + 1,
        grandchildren,
      );
    });
  };
  add("", displayName, null, 0, 1, tree);
  return departments;
}

const templateOf: Readonly<Partial<Record<DemoGroup["role"], RoleTemplateKey>>> = {
  customerAdmin: "ph-role-customer-admin",
  recruiter: "ph-role-recruiter",
  hiringManager: "ph-role-hiring-manager",
};

/** Read-only rights, which no role template provides. */
const auditorActions: readonly ActionLabel[] = [
  "Portal Access - Access to the console",
  ...ownActions("ph-role-customer-admin").filter((label) => / - View /.test(label)),
];

const editable = (value: boolean) => JSON.stringify([{ name: "editable", value: String(value) }]);

/** Seeds the role templates' policies (POL-04), and the customer's groups, each with a policy of its own. */
export function seedGroups(
  loader: Loader,
  plan: CustomerPlan,
  departments: readonly Department[],
  now: number,
  policyPrefix: string,
): void {
  const { id: customerId, organizationId, awsRegion, uniqueName, rootHierarchyId } = plan.customer;
  const createdAt = now - 1_300 * dayMs;
  const grant = (key: RoleTemplateKey, hierarchyIds: readonly string[] = [rootHierarchyId]) =>
    statementsFor(
      roleTemplates.find((template) => template.key === key)?.actions ?? [],
      hierarchyIds.map((hierarchyId) => ({ awsRegion, organizationId, customerId, hierarchyId })),
      policyPrefix,
    );
  const addPolicy = (
    key: string,
    name: string,
    statements: readonly PolicyStatement[],
    isEditable = true,
  ) => {
    const id = demoUuid(`policy:${uniqueName}:${key}`);
    loader.insert("policies", {
      id,
      organizationId,
      customerId,
      name,
      description: null,
      tags: editable(isEditable),
      statements: JSON.stringify(statements),
      createdAt,
      updatedAt: createdAt,
    });
    return id;
  };
  const addGroup = (
    group: Omit<NewRow<"groups">, "organizationId" | "customerId" | "hierarchyId" | "nameKey" | "updatedAt">,
  ) =>
    loader.insert("groups", {
      ...group,
      organizationId,
      customerId,
      hierarchyId: rootHierarchyId,
      nameKey: searchKey(group.name),
      updatedAt: group.archivedAt ?? group.createdAt,
    });

  for (const { key, name } of roleTemplates) addPolicy(key, name, grant(key));

  const depots = departments.filter((department) => department.level === 3).slice(0, 2);
  Object.entries(demoGroups)
    .filter(([, group]) => group.customer === plan.key)
    .forEach(([key, { id, role, name, description }], index) => {
      addGroup({ id, name, description, createdAt: createdAt + index * 7 * dayMs, archivedAt: never });
      const template = templateOf[role];
      let statements: readonly PolicyStatement[] = [];
      if (role === "staff") statements = [{ effect: "Allow", actions: ["*"], resources: ["*"] }];
      // The rule of the depot managers names two departments (PERM-12, PERM-13).
      else if (key === "logisticsHiringManagers")
        statements = grant(
          "ph-role-hiring-manager",
          depots.map(({ id: depotId }) => depotId),
        );
      else if (role === "auditor")
        statements = statementsFor(
          auditorActions,
          [{ awsRegion, organizationId, customerId, hierarchyId: rootHierarchyId }],
          policyPrefix,
        );
      else if (template) statements = grant(template);
      const own = addPolicy(key, name, statements, role !== "staff");
      loader.insert("group_policies", { groupId: id, policyId: own, kind: "OWN" });
      if (template && plan.key === "acmeRetail") {
        const hub = addPolicy(`${key}:talent-hub`, `${name} (Talent Hub)`, grant(template));
        loader.insert("group_policies", { groupId: id, policyId: hub, kind: "TALENT_HUB" });
      }
    });

  if (plan.key === "acmeRetail") {
    const id = demoId(`group:${uniqueName}:archived`);
    const [name, description] = ["Christmas casuals", "Only needed for the season."];
    addGroup({ id, name, description, createdAt: createdAt - 30 * dayMs, archivedAt: now - 45 * dayMs });
    const own = addPolicy("archived", name, grant("ph-role-hiring-manager"));
    loader.insert("group_policies", { groupId: id, policyId: own, kind: "OWN" });
  }
}
