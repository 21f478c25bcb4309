/** Permissions on the department of a row, for operations with `anyDepartment` access. */
import { everySequentially } from "../store/sequential";
import { forbidden, notFound } from "./errors";
import type { PermissionCode } from "./permissions";
import { idsBelow, pathTo } from "./departments.store";
import { departmentsGranted, rootOf, type CustomerCall, type Scope } from "./access";
import { argsOf } from "./builder";

/** The scope as flat arguments. */
export const scopeArgs = argsOf({ organizationId: "ID", customerId: "ID", hierarchyId: "ID" });

/** Access for holders of `code` in any department of the scope's customer; the resolver must check which. */
export const inAnyDepartment = <const Code extends PermissionCode>(code: Code) =>
  ({ code, scope: (args: Scope) => args, anyDepartment: true }) as const;

/**
 * Access for holders of `code` on the root of the scope's customer, whatever department was sent: for data of
 * the whole customer, which a right on a single department must not reach.
 */
export const onRootDepartment = <const Code extends PermissionCode>(code: Code) =>
  ({ code, scope: (args: Scope) => args, onRoot: true }) as const;

/** True if the caller holds `code` on an active department of the call's customer. */
export async function holdsOn(
  { ctx, caller, customer }: CustomerCall,
  code: PermissionCode,
  hierarchyId: string,
) {
  const root = rootOf(customer);
  const hierarchyPath =
    hierarchyId === customer.rootHierarchyId
      ? root.hierarchyPath
      : await pathTo(ctx.db, customer.id, hierarchyId);
  return hierarchyPath !== undefined && caller.grants.allows(code, { ...root, hierarchyPath });
}

/**
 * Returns a check that the caller holds all of `codes` on a department. Memoizes results, for calls about
 * many rows.
 */
export function departmentCheck(call: CustomerCall, codes: readonly PermissionCode[]) {
  const known = new Map<string, boolean>();
  return async (hierarchyId: string): Promise<boolean> => {
    let answer = known.get(hierarchyId);
    if (answer === undefined) {
      answer = await everySequentially(codes, (code) => holdsOn(call, code, hierarchyId));
      known.set(hierarchyId, answer);
    }
    return answer;
  };
}

/**
 * Returns a check that the caller holds `code` on a listed row's department, since rows that may only be
 * listed must not be links. Reads departments only if something is denied, or granted on some departments
 * only.
 */
export async function mayOpenRows(
  call: CustomerCall,
  code: PermissionCode,
): Promise<(row: { readonly hierarchyId: string }) => boolean> {
  const { grants } = call.caller;
  if (!grants.denies() && grants.allows(code, rootOf(call.customer))) return () => true;
  const granted = await departmentsGranted(call, code);
  return ({ hierarchyId }) => granted.has(hierarchyId);
}

/**
 * Returns those requested departments within the scope's subtree on which the caller holds `code`; if none
 * are requested, all such departments (VAC-13, SRCH-15, GEN-24).
 */
export async function departmentsFor(
  call: CustomerCall,
  code: PermissionCode,
  asked?: readonly string[] | null,
): Promise<string[]> {
  const { ctx, customer, hierarchyId } = call;
  const granted = await departmentsGranted(call, code);
  const inScope =
    hierarchyId === customer.rootHierarchyId
      ? granted
      : new Set(await idsBelow(ctx.db, customer.id, [hierarchyId]));
  const wanted = asked ? new Set(asked) : granted;
  return [...granted].filter((id) => wanted.has(id) && inScope.has(id));
}

/** True if a department is in the subtree of the scope's hierarchyId (GEN-24). */
export const isInScope = async ({ ctx, customer, hierarchyId }: CustomerCall, department: string) =>
  hierarchyId === customer.rootHierarchyId ||
  ((await pathTo(ctx.db, customer.id, department))?.includes(hierarchyId) ?? false);

interface DepartmentRow {
  readonly customerId: string;
  readonly hierarchyId: string;
}

/**
 * Returns `row` if it belongs to the customer and the caller holds `code` on its department. Throws FORBIDDEN
 * if the caller may only view it by `viewCode`, otherwise a Not Found Error (GEN-16).
 */
export async function requireOn<R extends DepartmentRow>(
  call: CustomerCall,
  row: R | undefined,
  code: PermissionCode,
  viewCode: PermissionCode,
): Promise<R> {
  if (row?.customerId !== call.customer.id || !(await isInScope(call, row.hierarchyId))) throw notFound();
  if (await holdsOn(call, code, row.hierarchyId)) return row;
  throw (await holdsOn(call, viewCode, row.hierarchyId)) ? forbidden() : notFound();
}
