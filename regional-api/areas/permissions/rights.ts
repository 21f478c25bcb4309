/**
 * Checks of what the caller may do to groups, policies and users, based on the rule in
 * areas/permissions/delegation.ts. Every operation that changes one of them must first call one of these
 * checks.
 */
import { filterSequentially, mapConcurrently } from "../../store/sequential";
import { firstMissingRight, maxPlaces, type HeldRights } from "./delegation";
import { placesIn, placesInEach } from "./known-places";
import { afterPendingRequests } from "../../store/batch-loader";
import { forbidden, notFound } from "../../core/errors";
import { Grants, parseStatements, type PolicyStatement, type StoredStatement } from "../../core/policy";
import {
  grantingPolicies,
  groupAmong,
  groupsWithMembers,
  statementTextsByGroup,
  statementTextsOfGroup,
  wildcardTextsByGroup,
} from "./group-grants.store";
import type { Row } from "../../store/tables";
import { statementTextsOf } from "../../core/users.store";
import type { CustomerCall, SessionCall } from "../../core/access";

type Effect = PolicyStatement["effect"];

/** Parses policies into grants; with `only`, just the statements of that effect. */
const grantsOf = ({ ctx }: SessionCall, texts: readonly string[], only?: Effect) =>
  new Grants(
    texts.flatMap(parseStatements).filter(({ effect }) => only === undefined || effect === only),
    ctx.config.policyPrefix,
  );

/** True if the caller holds every right, so that rights need not be compared with other users'. */
export const holdsEverything = ({ caller }: SessionCall): boolean => caller.grants.holdsAll("*");

interface PendingChecks {
  readonly policies: Grants[];
  readonly done: Promise<readonly boolean[]>;
}

/** Pending checks of a request, batched because a list checks all of its rows concurrently. */
const pendingChecks = new WeakMap<SessionCall["caller"], PendingChecks>();

/** True if the caller holds everything that the policies name. Concurrent checks are batched. */
async function holds({ ctx, caller }: SessionCall, policies: Grants): Promise<boolean> {
  let weighing = pendingChecks.get(caller);
  if (!weighing) {
    const all: Grants[] = [];
    const done = afterPendingRequests().then(async () => {
      pendingChecks.delete(caller);
      const { grants } = caller;
      const each = [grants, ...all].map((one) => one.rules());
      const places = await placesInEach(ctx, each, maxPlaces);
      return all.map((one) => firstMissingRight(grants, one, places) === undefined);
    });
    pendingChecks.set(caller, (weighing = { policies: all, done }));
  }
  const at = weighing.policies.push(policies) - 1;
  return (await weighing.done)[at] === true;
}

/** Error text for a change that grants or revokes rights the caller lacks (GRP-53). */
export const exceedsOwnRightsMessage = "You can only give or take away rights that you have yourself";

/** Error text for changing the sign-in of users with more rights than the caller (SSO-40, MFA-06). */
const lockoutOfOthersMessage =
  "How people sign in opens every account of the customer, and some of them have more rights than you hold";

/** Results per caller of a request, memoized because a list checks the same policies twice. */
const verdicts = new WeakMap<SessionCall["caller"], Map<string, Promise<boolean>>>();

/**
 * True if the caller holds every right that the policies (stored statements) grant or deny (GRP-53); with
 * `only`, just the statements with that effect.
 */
export function holdsPolicies(call: SessionCall, texts: readonly string[], only?: Effect): Promise<boolean> {
  if (holdsEverything(call)) return Promise.resolve(true);
  const known = verdicts.get(call.caller) ?? new Map<string, Promise<boolean>>();
  verdicts.set(call.caller, known);
  const key = `${only} ${texts.join()}`;
  const verdict = known.get(key) ?? holds(call, grantsOf(call, texts, only));
  known.set(key, verdict);
  return verdict;
}

/** The union of several holders' rights. */
const unionOf = (...all: readonly Grants[]): HeldRights => ({
  allows: (code, target) => all.some((one) => one.allows(code, target)),
  denies: () => all.some((one) => one.denies()),
  rules: () => all.flatMap((one) => one.rules()),
});

/**
 * Throws FORBIDDEN if a change of statements grants or revokes more than the caller holds. Ignores unchanged
 * grants (PERM-60).
 */
export async function requireChange(
  call: SessionCall,
  before: readonly StoredStatement[],
  after: readonly StoredStatement[],
): Promise<void> {
  if (holdsEverything(call)) return;
  const { policyPrefix } = call.ctx.config;
  const text = ({ effect, actions, resources }: StoredStatement) =>
    JSON.stringify([effect, actions, resources]);
  const goesBeyond = async (some: readonly StoredStatement[], others: readonly StoredStatement[]) => {
    const known = new Set(others.map(text));
    const changed = some.filter((statement) => !known.has(text(statement)));
    const staying = new Grants(
      others.filter(({ effect }) => effect === "Allow"),
      policyPrefix,
    );
    const check = async (effect: Effect, holder: HeldRights) => {
      const some = new Grants(
        changed.filter((statement) => statement.effect === effect),
        policyPrefix,
      );
      const places = await placesIn(call.ctx, [...holder.rules(), ...some.rules()], maxPlaces);
      return firstMissingRight(holder, some, places) !== undefined;
    };
    return (
      (await check("Allow", unionOf(call.caller.grants, staying))) ||
      (await check("Deny", call.caller.grants))
    );
  };
  if ((await goesBeyond(after, before)) || (await goesBeyond(before, after)))
    throw forbidden(exceedsOwnRightsMessage);
}

/** True unless the group is one of the provider's that is hidden from the caller. */
export const isVisible = async (call: SessionCall, groupId: string): Promise<boolean> =>
  !(await isHidden(call, await statementTextsOfGroup(call.ctx.db, groupId)));

/** Throws a Not Found Error for a provider group that is hidden from the caller. */
export async function requireVisibleGroup(call: SessionCall, groupId: string): Promise<void> {
  if (!(await isVisible(call, groupId))) throw notFound();
}

/**
 * Throws FORBIDDEN if the user, who must be in the call's region, has more rights than the caller. Call
 * before unlocking or changing a user or ending their sessions.
 */
export async function requireUser(call: SessionCall, userId: string): Promise<void> {
  if (!(await outranks(call, userId))) throw forbidden(exceedsOwnRightsMessage);
}

/** True if `requireUser` would pass; determines which buttons the console shows. */
export async function outranks(call: SessionCall, userId: string): Promise<boolean> {
  // Denies do not add to a user's rights.
  return holdsEverything(call) || holdsPolicies(call, await statementTextsOf(call.ctx.db, userId), "Allow");
}

/** Like `outranks`, for a user who holds these statements. */
export const outranksHolding = async (
  call: SessionCall,
  held: readonly (readonly PolicyStatement[])[],
): Promise<boolean> => holdsEverything(call) || holdsPolicies(call, [JSON.stringify(held.flat())], "Allow");

/** True if `requireGroup` would pass for a group that is visible to the caller. */
export const outranksGroup = async (call: SessionCall, groupId: string): Promise<boolean> =>
  holdsEverything(call) || holdsPolicies(call, await statementTextsOfGroup(call.ctx.db, groupId));

/**
 * True if a group is one of the provider's own (with a wildcard over organisations, ORG-44) and grants more
 * than the caller holds. The caller then must not know of it.
 */
async function isHidden(call: SessionCall, texts: readonly string[]): Promise<boolean> {
  return grantsOf(call, texts).hasWildcard() && !(await holdsPolicies(call, texts));
}

/**
 * Throws unless the caller may archive, restore or change a group, or change its members: Not Found for a
 * hidden group of the provider, FORBIDDEN for a group with more rights than the caller.
 */
export async function requireGroup(call: SessionCall, groupId: string): Promise<void> {
  const texts = await statementTextsOfGroup(call.ctx.db, groupId);
  if (await isHidden(call, texts)) throw notFound();
  if (!(await holdsPolicies(call, texts))) throw forbidden(exceedsOwnRightsMessage);
}

/**
 * Throws unless the caller may add users to the groups: Not Found for groups of other customers and of the
 * provider, FORBIDDEN for groups with more rights than the caller.
 */
export async function requireGroups(call: CustomerCall, groupIds: readonly string[]): Promise<void> {
  await mapConcurrently(groupIds, async (id) => {
    if ((await groupAmong(call.ctx.db, id))?.customerId !== call.customer.id) throw notFound();
    await requireGroup(call, id);
  });
}

/**
 * Like `requireGroups`, for groups assigned by single sign-on: also refuses groups with rights beyond the
 * customer.
 */
export async function requireSsoGroups(call: CustomerCall, groupIds: readonly string[]): Promise<void> {
  await requireGroups(call, groupIds);
  const { db, config } = call.ctx;
  const stay = await mapConcurrently(groupIds, (id) =>
    staysWithin(db, id, call.customer, config.policyPrefix),
  );
  if (stay.includes(false)) throw forbidden("Single sign-on cannot give rights beyond the customer");
}

/**
 * Throws FORBIDDEN for a change of how the customer's users authenticate, unless the caller holds all their
 * rights combined: a person who controls the identity provider can sign in as any of them (SSO-40). Ignores
 * groups with rights beyond the customer, since single sign-on refuses their members.
 */
export async function requireRightsOfPeople(call: CustomerCall): Promise<void> {
  const { ctx, customer } = call;
  const isWithin = (texts: readonly string[]) => grantsOf(call, texts).staysWithin(customer.id);
  // Talent hub rules grant nothing in the console, so a group with such rules beyond the customer still
  // counts (PERM-62).
  const groups = await mapConcurrently(
    await statementTextsByGroup(ctx.db, customer.id),
    async ([id, texts]) => {
      const granting = await grantingPolicies(ctx.db, id, true);
      const isOpen = isWithin(granting.map(({ statements }) => statements));
      return { id, texts: isOpen ? texts.filter((text) => isWithin([text])) : [] };
    },
  );
  const peopled = await groupsWithMembers(
    ctx.db,
    groups.flatMap(({ id, texts }) => (texts.length > 0 ? [id] : [])),
  );
  const open = groups.filter(({ id }) => peopled.has(id));
  // Denies do not add to a user's rights.
  const allowed = open
    .flatMap(({ texts }) => texts.flatMap(parseStatements))
    .filter(({ effect }) => effect === "Allow");
  const distinct = [...new Set(allowed.map((statement) => JSON.stringify(statement)))];
  if (!(await holdsPolicies(call, [`[${distinct.join()}]`]))) throw forbidden(lockoutOfOthersMessage);
}

/** True if a group grants nothing outside the customer. */
export const staysWithin = async (
  db: SessionCall["ctx"]["db"],
  groupId: string,
  customer: Pick<Row<"customer_directory">, "id">,
  policyPrefix: string,
): Promise<boolean> =>
  new Grants((await statementTextsOfGroup(db, groupId)).flatMap(parseStatements), policyPrefix).staysWithin(
    customer.id,
  );

/**
 * Purpose of a choice of groups: for a user whom the caller adds, or for all users created by single sign-on.
 */
export type GroupChoice = "PERSON" | "SINGLE_SIGN_ON";

/**
 * Returns the customer's groups that a list omits: the provider's own unless the caller holds as much; for a
 * choice, also groups that the caller could not choose (GRP-54).
 */
export async function hiddenGroupIds(call: CustomerCall, choice: GroupChoice | undefined): Promise<string[]> {
  const { ctx, customer } = call;
  // Without a choice, only hidden groups matter: a wildcard over organisations always comes with the action
  // "*".
  const texts = choice
    ? await statementTextsByGroup(ctx.db, customer.id)
    : await wildcardTextsByGroup(ctx.db, customer.id);
  const isLeftOut = async (policies: readonly string[]) => {
    if (!choice) return isHidden(call, policies);
    const isBeyond = choice === "SINGLE_SIGN_ON" && !grantsOf(call, policies).staysWithin(customer.id);
    return isBeyond || !(await holdsPolicies(call, policies));
  };
  return (await filterSequentially([...texts], ([, policies]) => isLeftOut(policies))).map(([id]) => id);
}
