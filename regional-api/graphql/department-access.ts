/** Permissions on the department that a row belongs to; for operations whose access has `anyDepartment`. */
import { forbidden, notFound } from "../domain/errors";
import type { PermissionCode } from "../domain/permissions";
import { pathTo } from "../store/hierarchies";
import { rootOf, type CustomerCall } from "./access";

/** Whether the caller holds `code` on an active department of the call's customer. */
export function holdsOn({ ctx, caller, customer }: CustomerCall, code: PermissionCode, hierarchyId: string) {
  const root = rootOf(customer);
  const hierarchyPath =
    hierarchyId === customer.rootHierarchyId ? root.hierarchyPath : pathTo(ctx.db, customer.id, hierarchyId);
  return hierarchyPath !== undefined && caller.grants.allows(code, { ...root, hierarchyPath });
}

/** Whether a department is the call's own or one below it: the scope's hierarchyId reads as a subtree (GEN-24). */
const isInScope = ({ ctx, customer, hierarchyId }: CustomerCall, department: string) =>
  hierarchyId === customer.rootHierarchyId ||
  (pathTo(ctx.db, customer.id, department)?.includes(hierarchyId) ?? false);

interface DepartmentRow {
  readonly customerId: string;
  readonly hierarchyId: string;
}

/**
 * `row` itself, when it is the customer's and the caller holds `code` on its department. Throws FORBIDDEN to whoever
 * may at least see it by `viewCode`, and a Not Found Error to everyone else (GEN-16).
 */
export function requireOn<R extends DepartmentRow>(
  call: CustomerCall,
  row: R | undefined,
  code: PermissionCode,
  viewCode: PermissionCode,
): R {
  if (row?.customerId !== call.customer.id || !isInScope(call, row.hierarchyId)) throw notFound();
  if (holdsOn(call, code, row.hierarchyId)) return row;
  throw holdsOn(call, viewCode, row.hierarchyId) ? forbidden() : notFound();
}
