/**
 * Ensures that each customer keeps at least one user of its own who can enter the console and edit users
 * (USER-90).
 */
import {
  filterSequentially,
  flatMapSequentially,
  mapConcurrently,
  someSequentially,
} from "../../store/sequential";
import { conflict } from "../../core/errors";
import type { Part } from "./permission-impact";
import { Grants, parseStatements, type PolicyStatement } from "../../core/policy";
import { findInDirectory } from "../../core/customers.store";
import {
  grantingPolicies,
  groupAmong,
  membersOf,
  ownPeopleByGroups,
  policiesWithCode,
  type GrantingPolicy,
} from "./group-grants.store";
import { statementTextsOf, userAmong } from "../../core/users.store";
import type { Row } from "../../store/tables";
import { rootOf, type SessionCall } from "../../core/access";

/**
 * A pending change: new statements of a policy, groups with all of their new policies, and restored groups.
 */
export interface Change {
  readonly policy?: { readonly id: string; readonly statements: readonly PolicyStatement[] };
  readonly groups?: ReadonlyMap<string, readonly GrantingPolicy[]>;
  readonly restored?: ReadonlySet<string>;
}

const allowing = new WeakMap<Part, Part>();

/** Returns the Allow statements of a part, memoized so that the same part gives the same object. */
function allowStatements(part: Part): Part {
  const known = allowing.get(part) ?? part.filter(({ effect }) => effect === "Allow");
  allowing.set(part, known);
  return known;
}

/**
 * Returns a lookup of a group's statements before or after a change, one part per policy (the same object for
 * the same policy). Archived groups have none; `withArchived` treats them as restored: groups in the change
 * with all statements, others with only the Allow statements, since a group with a Deny may stay archived
 * when another is restored.
 */
export function holdingsOf(
  { ctx }: SessionCall,
  { policy: changed, groups: regrouped, restored }: Change = {},
  { when = "after", withArchived = false }: { when?: "before" | "after"; withArchived?: boolean } = {},
): (groupId: string) => Promise<readonly Part[]> {
  const groups = new Map<string, Promise<readonly Part[]>>();
  const isAfter = when === "after";
  const read = async (groupId: string) => {
    const isRestored = restored?.has(groupId) === true;
    const isArchived =
      !isRestored && withArchived && (await groupAmong(ctx.db, groupId))?.archivedAt !== null;
    const stored = await grantingPolicies(ctx.db, groupId, isRestored ? isAfter : isArchived);
    const isAbout = regrouped?.has(groupId) || stored.some(({ policyId }) => policyId === changed?.id);
    return ((isAfter && regrouped?.get(groupId)) || stored).map(({ policyId, statements }) => {
      const part = isAfter && policyId === changed?.id ? changed.statements : parseStatements(statements);
      return isArchived && !isAbout ? allowStatements(part) : part;
    });
  };
  return (groupId) => {
    const known = groups.get(groupId) ?? read(groupId);
    groups.set(groupId, known);
    return known;
  };
}

/**
 * True if an active user of the customer who can sign in could enter the console and edit its users, given
 * the stored state plus the change. Single sign-on refuses users with rights beyond the customer, and
 * accounts created by it have no other way to sign in.
 */
async function hasAdministrator(call: SessionCall, customer: Row<"customer_directory">, change: Change = {}) {
  const { ctx } = call;
  const partsOf = holdingsOf(call, change);
  const root = rootOf(customer);
  const allows = (code: string, statements: readonly PolicyStatement[]) =>
    new Grants(statements, ctx.config.policyPrefix).allows(code, root);
  // A user can edit users only through a group with an Allow; Denies of other groups can only take that away.
  const naming = await policiesWithCode(ctx.db, customer.id, "org:editUser", change.policy?.id);
  const changed = [...(change.groups?.keys() ?? []), ...(change.restored ?? [])];
  const groups = new Set([...naming.map(({ id }) => id), ...changed]);
  const holding = await mapConcurrently(groups, async (id) => ({ id, parts: await partsOf(id) }));
  const granting = holding.flatMap(({ id, parts }) =>
    parts.some((part) =>
      allows(
        "org:editUser",
        part.filter(({ effect }) => effect === "Allow"),
      ),
    )
      ? [id]
      : [],
  );
  // Thousands of users share a few distinct sets of groups.
  return someSequentially(
    await ownPeopleByGroups(ctx.db, customer.id, granting),
    async ({ source, groupIds }) => {
      const statements = (await flatMapSequentially(groupIds?.split(",") ?? [], partsOf)).flat();
      const canSignIn =
        source === "LOCAL" || new Grants(statements, ctx.config.policyPrefix).staysWithin(customer.id);
      return canSignIn && allows("edge:access", statements) && allows("org:editUser", statements);
    },
  );
}

/**
 * Returns the number of the customer's users who would lose their only way to sign in by a change of these
 * groups, because their rights would extend beyond the customer and single sign-on would refuse them
 * (SSO-57).
 */
export async function countLosingSignIn(
  call: SessionCall,
  customer: Row<"customer_directory">,
  groupIds: readonly string[],
  change: Change,
): Promise<number> {
  const { ctx } = call;
  const [now, then] = [holdingsOf(call), holdingsOf(call, change)];
  const isWithin = async (of: readonly string[], partsOf: typeof now) =>
    new Grants((await flatMapSequentially(of, partsOf)).flat(), ctx.config.policyPrefix).staysWithin(
      customer.id,
    );
  const people = await ownPeopleByGroups(ctx.db, customer.id, groupIds);
  const losing = await filterSequentially(people, async ({ source, groupIds: joined }) => {
    const groupIds = joined?.split(",") ?? [];
    return source === "SSO" && (await isWithin(groupIds, now)) && !(await isWithin(groupIds, then));
  });
  return losing.reduce((sum, { count }) => sum + count, 0);
}

/** Returns the customer's own active users who can enter the console and edit all of its users, by id. */
export async function administratorsOf(
  { ctx }: SessionCall,
  customer: Row<"customer_directory">,
): Promise<Row<"users">[]> {
  const root = rootOf(customer);
  const members = await mapConcurrently(
    await policiesWithCode(ctx.db, customer.id, "org:editUser"),
    ({ id }) => membersOf(ctx.db, id),
  );
  const found = await mapConcurrently([...new Set(members.flat())].sort(), async (id) => {
    const user = await userAmong(ctx.db, id);
    const isOwn = user?.customerId === customer.id && user.userType === "END_USER";
    if (!user || !isOwn || user.archivedAt !== null) return [];
    const grants = new Grants(
      (await statementTextsOf(ctx.db, id)).flatMap(parseStatements),
      ctx.config.policyPrefix,
    );
    return grants.allows("edge:access", root) && grants.allows("org:editUser", root) ? [user] : [];
  });
  return found.flat();
}

/** True if the customer has an administrator after this change, or had none before it (PERM-68). */
export const keepsAdministrator = async (
  call: SessionCall,
  customer: Row<"customer_directory">,
  change: Change,
): Promise<boolean> =>
  (await hasAdministrator(call, customer, change)) || !(await hasAdministrator(call, customer));

/**
 * Runs `change` (archiving users, changing groups, members or policies, or turning single sign-on off) in the
 * call's transaction. Throws a conflict, which rolls it back, if afterwards no active user of the customer
 * could enter the console and edit users, unless there was none before.
 */
export async function keepingAdministrator<Result>(
  call: SessionCall,
  customerId: string,
  change: () => Promise<Result>,
): Promise<Result> {
  const customer = await findInDirectory(call.ctx.db, customerId);
  if (!customer || !(await hasAdministrator(call, customer))) return change();
  const result = await change();
  if (await hasAdministrator(call, customer)) return result;
  throw conflict(
    `No one at ${customer.displayName} could edit users any more. Another active user of ${customer.displayName} must get the permissions "Edit user" and "Access to the console" first.`,
  );
}
