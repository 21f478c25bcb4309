/** Access checks for applications and candidates (PERM-49, PERM-50, GEN-17). */
import { everySequentially, mapSequentially, someSequentially } from "../../store/sequential";
import { forbidden, notFound } from "../../core/errors";
import type { PermissionCode } from "../../core/permissions";
import { applicationsOfCandidate, findApplication, type ApplicationRow } from "./applications.store";
import { findCandidate } from "./candidates.store";
import type { Row } from "../../store/tables";
import type { CustomerCall } from "../../core/access";
import { departmentCheck, holdsOn, isInScope } from "../../core/department-access";

/**
 * Permissions for resending links and for inviting, editing, updating or progressing candidates; all four are
 * required (PERM-50).
 */
export const changeCodes = [
  "apps:editApplication",
  "apps:viewApplication",
  "apps:createApplication",
  "apps:listApplication",
] as const satisfies readonly PermissionCode[];

/**
 * There is no separate permission for editing or erasing people: both require viewing candidates, plus
 * changing or deleting applications.
 */
export const editCandidateCodes = [...changeCodes, "apps:viewCandidate"] as const;
export const removeCandidateCodes = ["apps:deleteApplication"] as const satisfies readonly PermissionCode[];

/**
 * Returns a check that the caller holds `codes` on a department inside the scope (GEN-24). Memoizes per
 * department, for calls about many rows.
 */
export function scopedDepartmentCheck(call: CustomerCall, codes: readonly PermissionCode[]) {
  const holds = departmentCheck(call, codes);
  return async (hierarchyId: string): Promise<boolean> =>
    (await holds(hierarchyId)) && (await isInScope(call, hierarchyId));
}

/**
 * Throws Not Found outside the scope's subtree or where the caller may not list applications; FORBIDDEN if they may but
 * lack `codes` (GEN-16, GEN-24).
 */
export async function requireDepartment(
  call: CustomerCall,
  hierarchyId: string,
  codes: readonly PermissionCode[],
): Promise<void> {
  if (!(await isInScope(call, hierarchyId))) throw notFound();
  if (await departmentCheck(call, codes)(hierarchyId)) return;
  throw (await holdsOn(call, "apps:listApplication", hierarchyId)) ? forbidden() : notFound();
}

/** Returns the application. Throws unless the caller holds `codes` on its department. */
export async function requireApplication(
  call: CustomerCall,
  id: string,
  codes: readonly PermissionCode[],
): Promise<Row<"applications">> {
  const application = await findApplication(call.ctx.db, id);
  if (application?.customerId !== call.customer.id) throw notFound();
  await requireDepartment(call, application.hierarchyId, codes);
  return application;
}

/**
 * Returns the candidate. The caller needs `codes` in every department where they applied, because a change to a
 * candidate affects all of their applications (CAND-12, CAND-25, CAND-27). At least one must be in the scope (GEN-24);
 * a candidate without applications is reachable by id across the customer.
 */
export async function requireCandidate(
  call: CustomerCall,
  id: string,
  codes: readonly PermissionCode[],
): Promise<Row<"candidates">> {
  const candidate = await findCandidate(call.ctx.db, id);
  if (candidate?.customerId !== call.customer.id) throw notFound();
  const departments = new Set(
    (await applicationsOfCandidate(call.ctx.db, id)).map(({ hierarchyId }) => hierarchyId),
  );
  if (
    departments.size > 0 &&
    !(await someSequentially(departments, (department) => isInScope(call, department)))
  )
    throw notFound();
  const holds = departmentCheck(call, codes);
  if (await everySequentially(departments, holds)) return candidate;
  const sees = departmentCheck(call, ["apps:listApplication"]);
  throw (await someSequentially(departments, sees)) ? forbidden() : notFound();
}

/** Returns a check that the caller may see a candidate in every department where they applied. */
export function candidateCheck(call: CustomerCall) {
  const holds = departmentCheck(call, ["apps:viewCandidate"]);
  return async (candidateId: string): Promise<boolean> =>
    everySequentially(
      (await applicationsOfCandidate(call.ctx.db, candidateId)).map(({ hierarchyId }) => hierarchyId),
      holds,
    );
}

/**
 * Returns the rows with the name typed at the invite replaced by the stored candidate's, where the caller may
 * see the candidate in all departments (INV-28).
 */
export function withVisibleNames(
  call: CustomerCall,
  rows: readonly ApplicationRow[],
): Promise<ApplicationRow[]> {
  const sees = candidateCheck(call);
  return mapSequentially(rows, async (row) =>
    row.invitedAs !== null && (await sees(row.candidateId)) ? { ...row, candidate: row.known } : row,
  );
}
