/** Thousands of empty departments of one customer, for the trees of the large data. */
import type { Loader } from "./bulk";
import { demoId } from "./ids";
import { dayMs, type CustomerPlan } from "./plan";

/** Number of departments below one of the root's children, in two levels. */
const perRegion = 50;
const branchesPerArea = 7;

/**
 * Adds `plan.branches` departments below the root, after the existing ones, so that all other data stay the
 * same.
 */
export function seedBranches(loader: Loader, plan: CustomerPlan, now: number): void {
  const { id: customerId, organizationId, uniqueName, rootHierarchyId } = plan.customer;
  const createdAt = now - 900 * dayMs;
  let regionId = rootHierarchyId;
  let areaId = rootHierarchyId;
  for (let index = 0; index < plan.branches; index += 1) {
    const region = Math.floor(index / perRegion) + 1;
    const inRegion = index % perRegion;
    const area = Math.ceil(inRegion / branchesPerArea);
    const inArea = (inRegion - 1) % branchesPerArea;
    const id = demoId(`branch:${uniqueName}:${index}`);
    const [name, parentId] =
      inRegion === 0
        ? [`Region ${region}`, rootHierarchyId]
        : inArea === 0
          ? [`Area ${region}/${area}`, regionId]
          : [`Branch ${region}/${area}/${inArea}`, areaId];
    if (inRegion === 0) regionId = id;
    else if (inArea === 0) areaId = id;
    loader.insert("hierarchies", {
      id,
      parentId,
      organizationId,
      customerId,
      name,
      position: 100 + index,
      createdAt,
      updatedAt: createdAt,
      archivedAt: null,
    });
  }
}
