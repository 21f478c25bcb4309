/** Operations on one policy: whose it is, and whether it exists for the caller. */
import { notFound } from "../../core/errors";
import { Grants, parseStatements } from "../../core/policy";
import { findPolicy, policyAmong } from "../policies/policies.store";
import { groupsOfPolicy } from "../permissions/group-grants.store";
import type { Row } from "../../store/tables";
import type { CustomerAccess, CustomerCall } from "../../core/access";
import { holdsPolicies } from "../permissions/rights";

/** Whether it is the provider's own, which does not exist for those who hold less (GRP-53). */
export const isHidden = async (call: CustomerCall, { statements }: Pick<Row<"policies">, "statements">) =>
  // Whether there is a wildcard at all is told by the text, of thousands of policies sooner than by reading them.
  statements.includes('"*"') &&
  new Grants(parseStatements(statements), call.ctx.config.policyPrefix).hasWildcard() &&
  !(await holdsPolicies(call, [statements]));

/** The policy, when it is one of the customer's list and known to the caller (POL-04). */
export async function findVisiblePolicy(
  call: CustomerCall,
  id: string,
): Promise<Row<"policies"> | undefined> {
  const { db } = call.ctx;
  const policy = await policyAmong(db, id);
  if (policy?.customerId !== call.customer.id || (await isHidden(call, policy))) return undefined;
  return (await groupsOfPolicy(db, id)).some(({ kind }) => kind === "TALENT_HUB") ? undefined : policy;
}

/** The policy, if it is one of the customer's list and known to the caller. Throws a Not Found Error otherwise. */
export async function policyFor(call: CustomerCall, id: string): Promise<Row<"policies">> {
  const policy = await findVisiblePolicy(call, id);
  if (!policy) throw notFound();
  return policy;
}

/** Access of an operation on one policy: the call names no customer, it is that of the policy. */
export const onPolicy = (code: "org:listUser" | "org:editUser") =>
  ({
    code,
    scope: async ({ policyId }: { policyId: string }, ctx) => ({
      customerId: (await findPolicy(ctx.db, policyId))?.customerId ?? "",
    }),
  }) as const satisfies CustomerAccess<{ policyId: string }>;
