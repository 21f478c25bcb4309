/**
 * What the caller may do to groups, policies and people, asked of the one rule of areas/permissions/delegation.ts. Whoever adds an
 * operation that touches any of them calls one of these before it changes anything.
 */
import { filterInTurn, mapTogether } from "../../store/in-turn";
import { firstBeyond, maxPlaces, type Holder } from "./delegation";
import { placesIn, placesInEach } from "./known-places";
import { onceAllHaveAsked } from "../../store/together";
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

/** What policies grant and deny; of statements of one effect alone where that is given. */
const grantsOf = ({ ctx }: SessionCall, texts: readonly string[], only?: Effect) =>
  new Grants(
    texts.flatMap(parseStatements).filter(({ effect }) => only === undefined || effect === only),
    ctx.config.policyPrefix,
  );

/** Nothing at all is kept from the caller: whatever others may do need not be looked at. */
export const holdsEverything = ({ caller }: SessionCall): boolean => caller.grants.holdsAll("*");

interface Weighing {
  readonly policies: Grants[];
  readonly done: Promise<readonly boolean[]>;
}

/** What is asked of a request's caller and not weighed yet: a list asks for all of its rows side by side. */
const weighings = new WeakMap<SessionCall["caller"], Weighing>();

/** Whether the caller holds what the policies say; those that are asked for side by side are weighed together. */
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

/** What somebody is told who touches more rights than their own (GRP-53). */
export const exceedsOwnRightsMessage = "You can only give or take away rights that you have yourself";

/** What somebody is told who changes the identity provider of people with more rights than their own (SSO-40). */
const beyondPeople =
  "The identity provider opens every account of the customer, and some of them have more rights than you hold";

/** What was found for this request's caller: a list asks for the same policies twice. */
const verdicts = new WeakMap<SessionCall["caller"], Map<string, Promise<boolean>>>();

/**
 * Whether the caller holds every right that the policies (stored statements) grant or deny (GRP-53), or those that their
 * statements of one effect do.
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

/** Holds what any of the others holds. */
const together = (...all: readonly Grants[]): Holder => ({
  allows: (code, target) => all.some((one) => one.allows(code, target)),
  denies: () => all.some((one) => one.denies()),
  rules: () => all.flatMap((one) => one.rules()),
});

/**
 * Refuses with FORBIDDEN a change of statements that gives or takes away more than the caller holds. What was granted
 * and stays is no matter (PERM-60).
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
    const check = async (effect: Effect, holder: Holder) => {
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

/** Whether the caller may know of a group: the provider's own do not exist for those who hold less. */
export const isVisible = async (call: SessionCall, groupId: string): Promise<boolean> =>
  !(await isHidden(call, await statementTextsOfGroup(call.ctx.db, groupId)));

/** A Not Found Error for a group of the provider's that the caller may not know of. */
export async function requireVisible(call: SessionCall, groupId: string): Promise<void> {
  if (!(await isVisible(call, groupId))) throw notFound();
}

/**
 * Refuses with FORBIDDEN what would touch somebody who has more rights than the caller: to unlock them, change them,
 * end their sessions. The user is one of the call's region.
 */
export async function requireUser(call: SessionCall, userId: string): Promise<void> {
  if (!(await outranks(call, userId))) throw forbidden(exceedsOwnRightsMessage);
}

/** Whether `requireUser` lets the caller touch somebody: what their screens show as buttons. */
export async function outranks(call: SessionCall, userId: string): Promise<boolean> {
  // What is denied to people makes them no mightier.
  return holdsEverything(call) || holdsPolicies(call, await statementTextsOf(call.ctx.db, userId), "Allow");
}

/** The same of somebody who holds these statements. */
export const outranksHolding = async (
  call: SessionCall,
  held: readonly (readonly PolicyStatement[])[],
): Promise<boolean> => holdsEverything(call) || holdsPolicies(call, [JSON.stringify(held.flat())], "Allow");

/** Whether `requireGroup` lets the caller touch a group that they may know of. */
export const outranksGroup = async (call: SessionCall, groupId: string): Promise<boolean> =>
  holdsEverything(call) || holdsPolicies(call, await statementTextsOfGroup(call.ctx.db, groupId));

/**
 * Whether a group is the provider's own (a wildcard over organisations, ORG-44) and more than the caller holds: then it
 * does not exist for them.
 */
async function isHidden(call: SessionCall, texts: readonly string[]): Promise<boolean> {
  return grantsOf(call, texts).hasWildcard() && !(await holdsPolicies(call, texts));
}

/**
 * Refuses to touch a group with more rights than the caller's: to archive or restore it, to change its policies or its
 * members. A Not Found Error for a group of the provider's, else FORBIDDEN.
 */
export async function requireGroup(call: SessionCall, groupId: string): Promise<void> {
  const texts = await statementTextsOfGroup(call.ctx.db, groupId);
  if (await isHidden(call, texts)) throw notFound();
  if (!(await holdsPolicies(call, texts))) throw forbidden(exceedsOwnRightsMessage);
}

/**
 * Refuses groups that the caller may not put people in: those of other customers and of the provider do not exist, those
 * with more rights than the caller's are FORBIDDEN.
 */
export async function requireGroups(call: CustomerCall, groupIds: readonly string[]): Promise<void> {
  await mapTogether(groupIds, async (id) => {
    if ((await groupAmong(call.ctx.db, id))?.customerId !== call.customer.id) throw notFound();
    await requireGroup(call, id);
  });
}

/** Refuses groups that an identity provider must not put people in: as `requireGroups`, and those with rights beyond the customer. */
export async function requireSsoGroups(call: CustomerCall, groupIds: readonly string[]): Promise<void> {
  await requireGroups(call, groupIds);
  const { db, config } = call.ctx;
  const stay = await mapTogether(groupIds, (id) => staysWithin(db, id, call.customer, config.policyPrefix));
  if (stay.includes(false)) throw forbidden("Single sign-on cannot give rights beyond the customer");
}

/**
 * Refuses with FORBIDDEN to decide how the customer's people prove who they are, unless the caller holds what all of them
 * hold together: whoever runs the identity provider can come in as any of them (SSO-40). Groups that reach beyond the
 * customer do not count, since it opens no account of theirs.
 */
export async function requireRightsOfPeople(call: CustomerCall): Promise<void> {
  const { ctx, customer } = call;
  const isWithin = (texts: readonly string[]) => grantsOf(call, texts).staysWithin(customer.id);
  // Its rules for the talent hub grant nothing here: those that reach beyond shut nobody out (PERM-62).
  const groups = await mapTogether(await statementTextsByGroup(ctx.db, customer.id), async ([id, texts]) => {
    const granting = await grantingPolicies(ctx.db, id, true);
    const isOpen = isWithin(granting.map(({ statements }) => statements));
    return { id, texts: isOpen ? texts.filter((text) => isWithin([text])) : [] };
  });
  const peopled = await groupsWithMembers(
    ctx.db,
    groups.flatMap(({ id, texts }) => (texts.length > 0 ? [id] : [])),
  );
  const open = groups.filter(({ id }) => peopled.has(id));
  // What is denied to people makes them no mightier.
  const allowed = open
    .flatMap(({ texts }) => texts.flatMap(parseStatements))
    .filter(({ effect }) => effect === "Allow");
  const distinct = [...new Set(allowed.map((statement) => JSON.stringify(statement)))];
  if (!(await holdsPolicies(call, [`[${distinct.join()}]`]))) throw forbidden(beyondPeople);
}

/** Whether a group grants nothing outside of the customer. */
export const staysWithin = async (
  db: SessionCall["ctx"]["db"],
  groupId: string,
  customer: Pick<Row<"customer_directory">, "id">,
  policyPrefix: string,
): Promise<boolean> =>
  new Grants((await statementTextsOfGroup(db, groupId)).flatMap(parseStatements), policyPrefix).staysWithin(
    customer.id,
  );

/** Whom a choice of groups is for: a person the caller adds, or everyone who comes in by single sign-on. */
export type GroupChoice = "PERSON" | "SINGLE_SIGN_ON";

/**
 * The customer's groups that a list leaves out: the provider's own, unless the caller holds as much; for a choice also
 * those that could not be chosen (GRP-54).
 */
export async function groupsLeftOut(call: CustomerCall, choice: GroupChoice | undefined): Promise<string[]> {
  const { ctx, customer } = call;
  // A wildcard over organisations is written with "*" among the actions.
  const texts = choice
    ? await statementTextsByGroup(ctx.db, customer.id)
    : await wildcardTextsByGroup(ctx.db, customer.id);
  const isLeftOut = async (policies: readonly string[]) => {
    if (!choice) return isHidden(call, policies);
    const isBeyond = choice === "SINGLE_SIGN_ON" && !grantsOf(call, policies).staysWithin(customer.id);
    return isBeyond || !(await holdsPolicies(call, policies));
  };
  return (await filterInTurn([...texts], ([, policies]) => isLeftOut(policies))).map(([id]) => id);
}
