/** Access to operations on one policy: resolves its customer and hides policies the caller may not see. */
import { filterSequentially } from "../../store/sequential";
import { notFound } from "../../core/errors";
import { Grants, parseStatements } from "../../core/policy";
import { searchKey } from "../../core/text";
import { findPolicy, policiesOfCustomer, policyAmong } from "../policies/policies.store";
import { groupsOfPolicy } from "../permissions/group-grants.store";
import type { Row } from "../../store/tables";
import type { CustomerAccess, CustomerCall } from "../../core/access";
import { holdsPolicies } from "../permissions/rights";

/** True for the provider's own policies, which are hidden from callers who hold less (GRP-53). */
export const isHidden = async (call: CustomerCall, { statements }: Pick<Row<"policies">, "statements">) =>
  // Cheap text test first, so that thousands of policies need not be parsed.
  statements.includes('"*"') &&
  new Grants(parseStatements(statements), call.ctx.config.policyPrefix).hasWildcard() &&
  !(await holdsPolicies(call, [statements]));

/** Returns the policy if it is in the customer's list and visible to the caller (POL-04). */
export async function findVisiblePolicy(
  call: CustomerCall,
  id: string,
): Promise<Row<"policies"> | undefined> {
  const { db } = call.ctx;
  const policy = await policyAmong(db, id);
  if (policy?.customerId !== call.customer.id || (await isHidden(call, policy))) return undefined;
  return (await groupsOfPolicy(db, id)).some(({ kind }) => kind === "TALENT_HUB") ? undefined : policy;
}

/**
 * Returns the policies of the customer's list that the caller may see and whose name contains `key`, a `searchKey`.
 * Unordered, each with the key of its name.
 */
export async function policiesNamed(call: CustomerCall, key: string) {
  const { ctx, customer } = call;
  const named = (await policiesOfCustomer(ctx.db, customer.organizationId, customer.id))
    .map((policy) => ({ ...policy, nameKey: searchKey(policy.name) }))
    .filter(({ nameKey }) => nameKey.includes(key));
  return filterSequentially(named, async (policy) => !(await isHidden(call, policy)));
}

/**
 * Returns the policy if it is in the customer's list and visible to the caller. Throws a Not Found Error
 * otherwise.
 */
export async function policyFor(call: CustomerCall, id: string): Promise<Row<"policies">> {
  const policy = await findVisiblePolicy(call, id);
  if (!policy) throw notFound();
  return policy;
}

/**
 * Access for an operation on one policy. The call names no customer, so the scope is the policy's customer.
 */
export const onPolicy = (code: "org:listUser" | "org:editUser") =>
  ({
    code,
    scope: async ({ policyId }: { policyId: string }, ctx) => ({
      customerId: (await findPolicy(ctx.db, policyId))?.customerId ?? "",
    }),
  }) as const satisfies CustomerAccess<{ policyId: string }>;
