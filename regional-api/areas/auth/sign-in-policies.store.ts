/** Customers' policies on required authenticator apps (MFA-06). */
import { z } from "zod/v4";
import { editionColumns } from "../../core/optimistic-lock";
import { findBy, upsertBy } from "../../core/statements.store";
import { groupIdsOf, hasPassword } from "../../core/users.store";
import type { Writer } from "../../store/engine";
import type { Row } from "../../store/tables";

export type SignInPolicy = Row<"sign_in_policies">;

const upsert = upsertBy(
  "sign_in_policies",
  ["customerId"],
  ...(["asks", "groupIds", "fromDay", "updatedAt"] as const),
  ...editionColumns,
);

export const signInPolicyOf = findBy("sign_in_policies", "customerId");

export async function storeSignInPolicy(db: Writer, policy: SignInPolicy): Promise<void> {
  await upsert.run(db, policy);
}

/** Returns the ids of the groups that a policy applies to. */
export const policyGroupIds = ({ groupIds }: Pick<SignInPolicy, "groupIds">): string[] =>
  z.array(z.string()).parse(JSON.parse(groupIds));

/**
 * True if the user's customer requires them to have an app by now. Uses the database's clock, which all
 * processes share.
 */
export async function isAppRequired(db: Writer, user: Row<"users">): Promise<boolean> {
  const policy = await signInPolicyOf(db, user.customerId);
  if (!policy || policy.asks === "NOBODY" || !hasPassword(user)) return false;
  if (policy.fromDay === null || policy.fromDay > db.now) return false;
  if (policy.asks === "EVERYBODY") return true;
  const groupIds = new Set(policyGroupIds(policy));
  return (await groupIdsOf(db, user.id)).some((id) => groupIds.has(id));
}
