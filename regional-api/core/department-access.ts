/** Permissions on the department that a row belongs to; for operations whose access has `anyDepartment`. */
import { everyInTurn } from "../store/in-turn";
import { forbidden, notFound } from "./errors";
import type { PermissionCode } from "./permissions";
import { idsBelow, pathTo } from "./departments.store";
import { departmentsGranted, rootOf, type CustomerCall, type Scope } from "./access";
import { builder } from "./builder";

/** The scope as flat arguments. */
export const scopeArgs = builder.args((t) => ({
  organizationId: t.id({ required: true }),
  customerId: t.id({ required: true }),
  hierarchyId: t.id({ required: true }),
}));

/** Access to whoever holds `code` in some department of the scope's customer; which ones, the resolver checks. */
export const inAnyDepartment = <const Code extends PermissionCode>(code: Code) =>
  ({ code, scope: (args: Scope) => args, anyDepartment: true }) as const;

/**
 * Access to whoever holds `code` on the root of the scope's customer, whichever of its departments was sent: for what
 * belongs to the whole customer, which a right on one department alone must not reach.
 */
export const onRootDepartment = <const Code extends PermissionCode>(code: Code) =>
  ({ code, scope: (args: Scope) => args, onRoot: true }) as const;

/** Whether the caller holds `code` on an active department of the call's customer. */
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

/** Whether the caller holds all of `codes` on a department; remembers, for calls about many rows. */
export function departmentCheck(call: CustomerCall, codes: readonly PermissionCode[]) {
  const known = new Map<string, boolean>();
  return async (hierarchyId: string): Promise<boolean> => {
    let answer = known.get(hierarchyId);
    if (answer === undefined) {
      answer = await everyInTurn(codes, (code) => holdsOn(call, code, hierarchyId));
      known.set(hierarchyId, answer);
    }
    return answer;
  };
}

/**
 * Whether the caller holds `code` on the department of a row that a list shows: rows that may be listed and not opened
 * are no links. Departments are read only where something is denied, or granted on some of them alone.
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
 * The departments asked for, within the scope's own and those below it, on which the caller holds `code`; all of those
 * when none is asked for (VAC-13, SRCH-15, GEN-24).
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

/** Whether a department is the call's own or one below it: the scope's hierarchyId reads as a subtree (GEN-24). */
export const isInScope = async ({ ctx, customer, hierarchyId }: CustomerCall, department: string) =>
  hierarchyId === customer.rootHierarchyId ||
  ((await pathTo(ctx.db, customer.id, department))?.includes(hierarchyId) ?? false);

interface DepartmentRow {
  readonly customerId: string;
  readonly hierarchyId: string;
}

/**
 * `row` itself, when it is the customer's and the caller holds `code` on its department. Throws FORBIDDEN to whoever
 * may at least see it by `viewCode`, and a Not Found Error to everyone else (GEN-16).
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
