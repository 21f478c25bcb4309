/** A customer keeps somebody of its own who can edit users, whatever is done to people, groups and policies (USER-90). */
import { conflict } from "../domain/errors";
import { Grants, parseStatements, type PolicyStatement } from "../domain/policy";
import { findInDirectory } from "../store/customers";
import { grantingPolicies, onePerGroups, policiesNaming } from "../store/groups";
import type { Row } from "../store/tables";
import { rootOf, type SessionCall } from "./access";

type ChangedPolicy = { readonly policyId: string; readonly statements: readonly PolicyStatement[] };
/** A group with all policies that it would have. */
type ChangedGroup = { readonly groupId: string; readonly policies: ReturnType<typeof grantingPolicies> };
type Changed = ChangedPolicy | ChangedGroup;

/** Whether an active person of the customer's own could edit its users, with everything as stored or as `change` makes it. */
function hasAdministrator({ ctx }: SessionCall, customer: Row<"customer_directory">, change?: Changed) {
  const changed = change && "policyId" in change ? change : undefined;
  const regrouped = change && "groupId" in change ? change : undefined;
  const known = new Map<string, ReturnType<typeof grantingPolicies>>();
  const policiesOf = (groupId: string) => {
    const found =
      known.get(groupId) ??
      (groupId === regrouped?.groupId ? regrouped.policies : grantingPolicies(ctx.db, groupId));
    known.set(groupId, found);
    return found;
  };
  const mayEdit = (statements: readonly PolicyStatement[]) =>
    new Grants(statements, ctx.config.policyPrefix).allows("org:editUser", rootOf(customer));
  const statementsOf = (policy: { policyId: string; statements: string }) =>
    policy.policyId === changed?.policyId ? changed.statements : parseStatements(policy.statements);
  // Nobody may edit users who is in no group that allows it by itself, whatever the others deny.
  const naming = policiesNaming(ctx.db, customer.id, "org:editUser", changed?.policyId);
  const { groupId: id = "", policies = [] } = regrouped ?? {};
  const groups = [
    ...naming.filter((policy) => policy.id !== id),
    ...policies.map((policy) => ({ ...policy, id })),
  ]
    .filter((policy) => mayEdit(statementsOf(policy).filter(({ effect }) => effect === "Allow")))
    .map(({ id }) => id);
  // Thousands of people are in few different sets of groups.
  return onePerGroups(ctx.db, customer.id, [...new Set(groups)]).some(({ groupIds }) => {
    const statements = (groupIds?.split(",") ?? []).flatMap(policiesOf).flatMap(statementsOf);
    return mayEdit(statements);
  });
}

/** Whether the customer keeps one when a policy, or which ones a group has, changes; true when it had none (PERM-69). */
export const keepsAdministrator = (
  call: SessionCall,
  customer: Row<"customer_directory">,
  changed: Changed,
): boolean => hasAdministrator(call, customer, changed) || !hasAdministrator(call, customer);

/**
 * Does `change`, which archives people, changes groups, their members or policies, as part of the call's transaction. Throws a
 * conflict, which undoes it, when no active user of the customer could edit users any more. A customer that had nobody
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
    `Nobody of ${customer.displayName} could edit users any more. Another active user of ${customer.displayName} must get the permission "Edit user" first.`,
  );
}
