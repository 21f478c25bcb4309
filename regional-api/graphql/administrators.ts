/** A customer keeps somebody of its own who can enter the console and edit users, whatever is done to people, groups and policies (USER-90). */
import { conflict } from "../domain/errors";
import { Grants, parseStatements, type PolicyStatement } from "../domain/policy";
import { findInDirectory } from "../store/customers";
import { grantingPolicies, onePerGroups, policiesNaming } from "../store/groups";
import type { Row } from "../store/tables";
import { rootOf, type SessionCall } from "./access";

type GrantingPolicies = ReturnType<typeof grantingPolicies>;
/** What would be other than as stored: what a policy says, or which policies, all told, a group has. */
type Change = {
  readonly policy?: { readonly id: string; readonly statements: readonly PolicyStatement[] };
  readonly group?: { readonly id: string; readonly policies: GrantingPolicies };
};

/** Whether an active person of the customer's own could enter the console and edit its users, with everything as stored but for the change. */
function hasAdministrator(
  { ctx }: SessionCall,
  customer: Row<"customer_directory">,
  { policy: changed, group: regrouped }: Change = {},
) {
  const known = new Map<string, GrantingPolicies>();
  if (regrouped) known.set(regrouped.id, regrouped.policies);
  const policiesOf = (groupId: string) => {
    const found = known.get(groupId) ?? grantingPolicies(ctx.db, groupId);
    known.set(groupId, found);
    return found;
  };
  const root = rootOf(customer);
  const grantsOf = (statements: readonly PolicyStatement[]) =>
    new Grants(statements, ctx.config.policyPrefix);
  const statementsOf = (policy: { policyId: string; statements: string }) =>
    policy.policyId === changed?.id ? changed.statements : parseStatements(policy.statements);
  // Nobody may edit users who is in no group that allows it by itself, whatever the others deny.
  const naming = policiesNaming(ctx.db, customer.id, "org:editUser", changed?.id);
  const others = naming.filter(({ id }) => id !== regrouped?.id);
  const own = regrouped?.policies.map((policy) => ({ ...policy, id: regrouped.id })) ?? [];
  const groups = [...others, ...own]
    .filter((policy) =>
      grantsOf(statementsOf(policy).filter(({ effect }) => effect === "Allow")).allows("org:editUser", root),
    )
    .map(({ id }) => id);
  // Thousands of people are in few different sets of groups.
  return onePerGroups(ctx.db, customer.id, [...new Set(groups)]).some(({ groupIds }) => {
    const grants = grantsOf((groupIds?.split(",") ?? []).flatMap(policiesOf).flatMap(statementsOf));
    return grants.allows("edge:access", root) && grants.allows("org:editUser", root);
  });
}

/** Whether the customer keeps one with this change; true when it had none (PERM-69). */
export const keepsAdministrator = (
  call: SessionCall,
  customer: Row<"customer_directory">,
  change: Change,
): boolean => hasAdministrator(call, customer, change) || !hasAdministrator(call, customer);

/**
 * Does `change`, which archives people, changes groups, their members or policies, as part of the call's transaction. Throws a
 * conflict, which undoes it, when no active user of the customer could enter the console and edit users any more. A customer that had nobody
 * before may stay so.
 */
export function keepingAdministrator<Result>(
  call: SessionCall,
  customerId: string,
  change: () => Result,
): Result {
  const customer = findInDirectory(call.ctx.db, customerId);
  if (!customer || !hasAdministrator(call, customer)) return change();
  const result = change();
  if (hasAdministrator(call, customer)) return result;
  throw conflict(
    `Nobody of ${customer.displayName} could edit users any more. Another active user of ${customer.displayName} must get the permissions "Edit user" and "Access to the console" first.`,
  );
}
