/**
 * Checks of what the caller may do to groups, policies and users, based on the one rule in
 * areas/permissions/delegation.ts. Every operation that changes any of them must call one of these first.
 */
import { filterSequentially, mapConcurrently } from "../../store/sequential";
import { firstBeyond, maxPlaces, type HeldRights } from "./delegation";
import { placesIn, placesInEach } from "./known-places";
import { onceAllHaveAsked } from "../../store/batch-loader";
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

/** Parses policies into grants; with `only`, statements of that effect. */
const grantsOf = ({ ctx }: SessionCall, texts: readonly string[], only?: Effect) =>
  new Grants(
    texts.flatMap(parseStatements).filter(({ effect }) => only === undefined || effect === only),
    ctx.config.policyPrefix,
  );

/** True if the caller holds every right, so that other people's rights need not be compared. */
export const holdsEverything = ({ caller }: SessionCall): boolean => caller.grants.holdsAll("*");

interface Weighing {
  readonly policies: Grants[];
  readonly done: Promise<readonly boolean[]>;
}

/** A request's pending checks, batched because a list asks for all of its rows concurrently. */
const weighings = new WeakMap<SessionCall["caller"], Weighing>();

/** True if the caller holds everything in the policies; concurrent checks are evaluated in one batch. */
async function holds({ ctx, caller }: SessionCall, policies: Grants): Promise<boolean> {
  let weighing = weighings.get(caller);
  if (!weighing) {
    const all: Grants[] = [];
    const done = onceAllHaveAsked().then(async () => {
      weighings.delete(caller);
      const { grants } = caller;
      const each = [grants, ...all].map((one) => one.rules());
      const places = await placesInEach(ctx, each, maxPlaces);
      return all.map((one) => firstBeyond(grants, one, places) === undefined);
    });
    weighings.set(caller, (weighing = { policies: all, done }));
  }
  const at = weighing.policies.push(policies) - 1;
  return (await weighing.done)[at] === true;
}

/** The error for a change that touches more rights than the caller's own (GRP-53). */
export const exceedsOwnRightsMessage = "You can only give or take away rights that you have yourself";

/** The error for changing how people with more rights than the caller sign in (SSO-40, MFA-06). */
const beyondPeople =
  "How people sign in opens every account of the customer, and some of them have more rights than you hold";

/** Results per caller of a request: a list asks for the same policies twice. */
const verdicts = new WeakMap<SessionCall["caller"], Map<string, Promise<boolean>>>();

/**
 * True if the caller holds every right that the policies (stored statements) grant or deny (GRP-53); with `only`, those
 * of the statements with that effect.
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
const together = (...all: readonly Grants[]): HeldRights => ({
  allows: (code, target) => all.some((one) => one.allows(code, target)),
  denies: () => all.some((one) => one.denies()),
  rules: () => all.flatMap((one) => one.rules()),
});

/**
 * Throws FORBIDDEN for a change of statements that grants or revokes more than the caller holds. Unchanged grants are
 * ignored (PERM-60).
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
      return firstBeyond(holder, some, places) !== undefined;
    };
    return (
      (await check("Allow", together(call.caller.grants, staying))) ||
      (await check("Deny", call.caller.grants))
    );
  };
  if ((await goesBeyond(after, before)) || (await goesBeyond(before, after)))
    throw forbidden(exceedsOwnRightsMessage);
}

/** True if the group exists for the caller: the provider's own groups are hidden from callers who hold less. */
export const isVisible = async (call: SessionCall, groupId: string): Promise<boolean> =>
  !(await isHidden(call, await statementTextsOfGroup(call.ctx.db, groupId)));

/** Throws a Not Found Error for a provider group that is hidden from the caller. */
export async function requireVisibleGroup(call: SessionCall, groupId: string): Promise<void> {
  if (!(await isVisible(call, groupId))) throw notFound();
}

/**
 * Throws FORBIDDEN if the user has more rights than the caller, e.g. before unlocking or changing them or ending their
 * sessions. The user is one of the call's region.
 */
export async function requireUser(call: SessionCall, userId: string): Promise<void> {
  if (!(await outranks(call, userId))) throw forbidden(exceedsOwnRightsMessage);
}

/** True if `requireUser` would pass; decides which buttons the screens show. */
export async function outranks(call: SessionCall, userId: string): Promise<boolean> {
  // Denies do not add to a person's rights.
  return holdsEverything(call) || holdsPolicies(call, await statementTextsOf(call.ctx.db, userId), "Allow");
}

/** `outranks` for a person who holds these statements. */
export const outranksHolding = async (
  call: SessionCall,
  held: readonly (readonly PolicyStatement[])[],
): Promise<boolean> => holdsEverything(call) || holdsPolicies(call, [JSON.stringify(held.flat())], "Allow");

/** True if `requireGroup` would pass for a group that is visible to the caller. */
export const outranksGroup = async (call: SessionCall, groupId: string): Promise<boolean> =>
  holdsEverything(call) || holdsPolicies(call, await statementTextsOfGroup(call.ctx.db, groupId));

/**
 * True if a group is the provider's own (a wildcard over organisations, ORG-44) and grants more than the caller holds:
 * it is then hidden from them.
 */
async function isHidden(call: SessionCall, texts: readonly string[]): Promise<boolean> {
  return grantsOf(call, texts).hasWildcard() && !(await holdsPolicies(call, texts));
}

/**
 * Refuses to touch (archive, restore, change policies or members of) a group with more rights than the caller's. Throws
 * Not Found for a hidden provider group, otherwise FORBIDDEN.
 */
export async function requireGroup(call: SessionCall, groupId: string): Promise<void> {
  const texts = await statementTextsOfGroup(call.ctx.db, groupId);
  if (await isHidden(call, texts)) throw notFound();
  if (!(await holdsPolicies(call, texts))) throw forbidden(exceedsOwnRightsMessage);
}

/**
 * Refuses groups that the caller may not put people in: Not Found for groups of other customers and of the provider,
 * FORBIDDEN for groups with more rights than the caller's.
 */
export async function requireGroups(call: CustomerCall, groupIds: readonly string[]): Promise<void> {
  await mapConcurrently(groupIds, async (id) => {
    if ((await groupAmong(call.ctx.db, id))?.customerId !== call.customer.id) throw notFound();
    await requireGroup(call, id);
  });
}

/** Like `requireGroups`, for an identity provider's groups: also refuses rights beyond the customer. */
export async function requireSsoGroups(call: CustomerCall, groupIds: readonly string[]): Promise<void> {
  await requireGroups(call, groupIds);
  const { db, config } = call.ctx;
  const stay = await mapConcurrently(groupIds, (id) =>
    staysWithin(db, id, call.customer, config.policyPrefix),
  );
  if (stay.includes(false)) throw forbidden("Single sign-on cannot give rights beyond the customer");
}

/**
 * Throws FORBIDDEN for changing how the customer's users authenticate, unless the caller holds all their rights
 * combined: whoever controls the identity provider can sign in as any of them (SSO-40). Groups reaching beyond the
 * customer are ignored, since single sign-on refuses their members.
 */
export async function requireRightsOfPeople(call: CustomerCall): Promise<void> {
  const { ctx, customer } = call;
  const isWithin = (texts: readonly string[]) => grantsOf(call, texts).staysWithin(customer.id);
  // Talent hub rules grant nothing in the console, so ones that reach beyond the customer exclude no group (PERM-62).
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
  // Denies do not add to a person's rights.
  const allowed = open
    .flatMap(({ texts }) => texts.flatMap(parseStatements))
    .filter(({ effect }) => effect === "Allow");
  const distinct = [...new Set(allowed.map((statement) => JSON.stringify(statement)))];
  if (!(await holdsPolicies(call, [`[${distinct.join()}]`]))) throw forbidden(beyondPeople);
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

/** The purpose of a choice of groups: a user the caller adds, or everyone signing in by single sign-on. */
export type GroupChoice = "PERSON" | "SINGLE_SIGN_ON";

/**
 * The customer's groups that a list omits: the provider's own unless the caller holds as much; for a choice, also
 * groups the caller could not choose (GRP-54).
 */
export async function groupsLeftOut(call: CustomerCall, choice: GroupChoice | undefined): Promise<string[]> {
  const { ctx, customer } = call;
  // A wildcard over organisations always contains "*" among the actions.
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
