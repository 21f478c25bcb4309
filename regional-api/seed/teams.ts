/** Hundreds of groups of one customer, one with thousands of members, for the group lists of the large data. */
import { roleTemplateStatements } from "../core/permissions";
import { searchKey } from "../core/text";
import type { Loader } from "./bulk";
import type { Department } from "./identity";
import { demoId, demoUuid } from "./ids";
import { dayMs, type CustomerPlan } from "./plan";
import { Random } from "./random";

const purposes = ["Store hiring", "Shift leads", "Area managers", "Warehouse hiring", "Graduates", "Casuals"];

/** The group with thousands of members. */
export const largeGroup = { name: "Everyone in stores", members: 5_000 };

/**
 * Adds `plan.teams` groups of the workforce. Uses a separate random seed, so that all other data stay the
 * same.
 */
export function seedTeams(
  loader: Loader,
  plan: CustomerPlan,
  departments: readonly Department[],
  workforce: readonly string[],
  now: number,
  policyPrefix: string,
): void {
  const { id: customerId, organizationId, awsRegion, uniqueName } = plan.customer;
  const random = new Random(`teams:${plan.key}`);
  for (let index = 0; index < plan.teams; index += 1) {
    const department = random.pick(departments);
    const { id: hierarchyId } = department;
    const createdAt = now - random.between(30, 1_200) * dayMs - random.int(dayMs);
    const name =
      index === 0 ? largeGroup.name : `${random.pick(purposes)} ${index}, ${department.name}`.slice(0, 100);
    const [groupId, policyId] = [
      demoId(`team:${uniqueName}:${index}`),
      demoUuid(`team:${uniqueName}:${index}`),
    ];
    const template = random.chance(0.5) ? "ph-role-hiring-manager" : "ph-role-recruiter";
    const scope = { awsRegion, organizationId, customerId, hierarchyId };
    // The loader requires the same columns, in the same order, as for other groups and policies.
    loader.insert("groups", {
      id: groupId,
      name,
      description: null,
      createdAt,
      archivedAt: null,
      organizationId,
      customerId,
      hierarchyId,
      nameKey: searchKey(name),
      updatedAt: createdAt,
    });
    loader.insert("policies", {
      id: policyId,
      organizationId,
      customerId,
      name,
      description: null,
      tags: JSON.stringify([{ name: "editable", value: "true" }]),
      statements: JSON.stringify(roleTemplateStatements(template, scope, policyPrefix)),
      createdAt,
      updatedAt: createdAt,
    });
    loader.insert("group_policies", { groupId, policyId, kind: "OWN" });
    const count = index === 0 ? largeGroup.members : random.between(3, 40);
    const first = random.int(workforce.length - count);
    for (const userId of workforce.slice(first, first + count))
      loader.insert("group_members", { groupId, userId, createdAt });
  }
}
