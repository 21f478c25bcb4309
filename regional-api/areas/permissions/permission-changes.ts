/**
 * Compares users' rights before and after a change of groups, policies or members (PERM-68, POL-26). Used in
 * confirmation dialogs, and to refuse changes that deny rights to users with more rights than the caller
 * (GRP-53).
 */
import { mapConcurrently } from "../../store/sequential";
import { yieldToOthers } from "../../store/event-loop";
import { forbidden } from "../../core/errors";
import {
  effectOf,
  countLosing,
  type AffectedUsers,
  type Holding,
  type Impact,
  type Part,
} from "./permission-impact";
import { Grants, parseStatements, type ResourceScope, type StoredStatement } from "../../core/policy";
import { readStatements } from "./policy-form";
import {
  groupsOfPolicy,
  hubTextsOf,
  membersByGroups,
  listedUsersByGroups,
  type UsersByGroups,
} from "./group-grants.store";
import { rootOf, type CustomerCall } from "../../core/access";
import {
  holdingsOf,
  keepsAdministrator,
  countLosingSignIn,
  type Change as StoredChange,
} from "./administrators";
import { builder } from "../../core/builder";
import { placesIn } from "./known-places";
import { outranksHolding } from "./rights";

const PlaceType = builder.objectRef<ResourceScope>("CommonPermissionPlace").implement({
  description:
    'A department and its descendants. "*" stands for any department, customer, region or organisation.',
  fields: (t) => ({
    awsRegion: t.exposeString("awsRegion"),
    organizationId: t.exposeString("organizationId"),
    customerId: t.exposeString("customerId"),
    hierarchyId: t.exposeString("hierarchyId"),
  }),
});

const ImpactType = builder.objectRef<Impact>("CommonPermissionImpact").implement({
  fields: (t) => ({
    action: t.exposeString("action", {
      description:
        'The label of an action, or a code if no whole label is gained or lost, or "*" for provider staff.',
    }),
    place: t.field({ type: PlaceType, resolve: ({ scope }) => scope }),
    except: t.field({
      type: [PlaceType],
      description: "The departments within it that are excluded.",
      resolve: ({ except }) => [...except],
    }),
    isAdded: t.exposeBoolean("isAdded"),
    people: t.exposeInt("people", {
      description: "The number of people who gain or lose it. 0 if only the rules change.",
    }),
    isDenied: t.exposeBoolean("isDenied", {
      description: "Only if `people` is 0: whether the changed rule is a Deny.",
    }),
    isCallerAmong: t.exposeBoolean("isCallerAmong"),
  }),
});

interface ChangeShape {
  readonly impacts: readonly Impact[];
  readonly isComplete: boolean;
  readonly members: number;
  readonly restorable: number;
  readonly losingConsole: number;
  readonly losingSignIn: number;
  readonly losesOwnRights: boolean;
  readonly losesLastAdministrator: boolean;
  readonly unsaid: number;
}

export const Change = builder.objectRef<ChangeShape>("CommonPermissionChange").implement({
  fields: (t) => ({
    impacts: t.field({ type: [ImpactType], resolve: ({ impacts }) => [...impacts] }),
    isComplete: t.exposeBoolean("isComplete"),
    members: t.exposeInt("members"),
    restorable: t.exposeInt("restorable", {
      description: "The number of further people the change affects if they, or their groups, are restored.",
    }),
    losingConsole: t.exposeInt("losingConsole", {
      description: "The number of people who lose access to the customer's console.",
    }),
    losingSignIn: t.exposeInt("losingSignIn", {
      description:
        "The number of people who could no longer sign in: their accounts were created by single sign-on, which refuses accounts with permissions beyond the customer.",
    }),
    losesOwnRights: t.exposeBoolean("losesOwnRights", {
      description:
        "Whether the caller would lose console access or any permission, which they could not grant back to themselves.",
    }),
    losesLastAdministrator: t.exposeBoolean("losesLastAdministrator"),
    unsaid: t.exposeInt("unsaid", {
      description:
        "The number of added or removed statements that the form cannot show. Their effect on people is in `impacts`.",
    }),
  }),
});

/** Returns the effect on users, plus changes by `rules` that affect no user. Reads the named places first. */
async function effectIn({ ctx }: CustomerCall, people: readonly AffectedUsers[], rules?: Holding) {
  const { policyPrefix: prefix } = ctx.config;
  const parts = new Set(
    [...people, ...(rules ? [rules] : [])].flatMap(({ before, after }) => [...before, ...after]),
  );
  const named = [...parts].flatMap((part) => new Grants(part, prefix).rules());
  const places = await placesIn(ctx, named);
  await yieldToOthers();
  const effect = await effectOf(people, { places, prefix, rules });
  await yieldToOthers();
  return effect;
}

/** The users that a change affects. */
export interface ConcernedUsers {
  /** Members of these groups. */
  readonly groupIds?: readonly string[] | undefined;
  /** These users, who are added to the group `joining`. */
  readonly userIds?: readonly string[] | undefined;
  readonly joining?: string;
}

/** Returns the groups with members that a policy affects; archived groups only if `withArchived`. */
const groupsWith = async (
  { ctx }: CustomerCall,
  policyId: string,
  withArchived: boolean,
): Promise<string[]> =>
  (await groupsOfPolicy(ctx.db, policyId)).flatMap(({ id, kind, archivedAt }) =>
    kind !== "TALENT_HUB" && (withArchived || archivedAt === null) ? [id] : [],
  );

/** Returns all users that a change of stored policies or groups affects. */
const usersConcernedBy = async (
  call: CustomerCall,
  { policy, groups, restored }: StoredChange,
  withArchived: boolean,
): Promise<ConcernedUsers> => ({
  groupIds: [
    ...(groups?.keys() ?? []),
    ...(restored ?? []),
    ...(policy ? await groupsWith(call, policy.id, withArchived) : []),
  ],
});

const affectedUsers = async (
  { ctx, caller }: CustomerCall,
  { groupIds, userIds }: ConcernedUsers,
  withArchived: boolean,
): Promise<UsersByGroups[]> => {
  if (userIds) return listedUsersByGroups(ctx.db, userIds, caller.user.id, withArchived);
  return groupIds?.length ? membersByGroups(ctx.db, groupIds, caller.user.id, withArchived) : [];
};

/**
 * Returns sets of users with the same rights before and after the change. `withArchived` includes users who
 * regain rights when restored, and the rights of archived groups.
 */
async function peopleOf(
  call: CustomerCall,
  { groupIds, userIds, joining }: ConcernedUsers,
  change: StoredChange,
  withArchived = false,
) {
  const now = holdingsOf(call, change, { when: "before", withArchived });
  const then = holdingsOf(call, change, { when: "after", withArchived });
  const found = await affectedUsers(call, { groupIds, userIds }, withArchived);
  const ids = new Map<Part, number>();
  const idOf = (part: Part) => ids.get(part) ?? (ids.set(part, ids.size), ids.size - 1);
  const alike = new Map<string, AffectedUsers>();
  const held = await mapConcurrently(found, async ({ groupIds: of, ...those }) => {
    const groups = of?.split(",") ?? [];
    const joined = joining === undefined ? groups : [...new Set([...groups, joining])];
    const [before, after] = [await mapConcurrently(groups, now), await mapConcurrently(joined, then)];
    return { ...those, before: before.flat(), after: after.flat() };
  });
  for (const { count, isCallers, before, after } of held) {
    // Users with equal statements from different groups are merged.
    const key = `${before.map(idOf).join()} ${after.map(idOf).join()}`;
    const same = alike.get(key);
    alike.set(key, {
      ...{ before, after },
      count: count + (same?.count ?? 0),
      isCallers: isCallers === 1 || same?.isCallers === true,
    });
  }
  return [...alike.values()];
}

/**
 * True if a Deny of this change takes rights from users with more rights than the caller, now or once they or
 * their groups are restored.
 */
export async function locksOut(
  call: CustomerCall,
  change: StoredChange,
  concerned?: ConcernedUsers,
): Promise<boolean> {
  const those = concerned ?? (await usersConcernedBy(call, change, true));
  const people = (await peopleOf(call, those, change, true)).filter(({ before, after }) =>
    after.some((part) => !before.includes(part) && part.some(({ effect }) => effect === "Deny")),
  );
  if (people.length === 0) return false;
  const { denied, isComplete } = await effectIn(call, people);
  const losers = isComplete ? denied.flatMap((at) => people[at] ?? []) : people;
  return (await mapConcurrently(losers, ({ before }) => outranksHolding(call, before))).includes(false);
}

/** Error text for a change that would deny rights to users with more rights than the caller (GRP-53). */
export const lockoutMessage = "This would deny something to people with more rights than you hold";

/**
 * Throws FORBIDDEN if locksOut is true, whether the change adds users to a Deny or a Deny to users (GRP-53).
 */
export async function requireNoLockout(...change: Parameters<typeof locksOut>): Promise<void> {
  if (await locksOut(...change)) throw forbidden(lockoutMessage);
}

const countOf = (people: readonly { readonly count: number }[]) =>
  people.reduce((sum, { count }) => sum + count, 0);

/**
 * Returns the impact of a change on users. `rules` are the changed rules, reported where they affect no user.
 */
export async function changeFor(
  call: CustomerCall,
  change: StoredChange,
  { rules, concerned: given }: { rules?: Holding; concerned?: ConcernedUsers } = {},
): Promise<ChangeShape> {
  const concerned = given ?? (await usersConcernedBy(call, change, false));
  const withArchived = given ?? (await usersConcernedBy(call, change, true));
  const people = await peopleOf(call, concerned, change);
  const { ctx, customer } = call;
  const { policyPrefix: prefix } = ctx.config;
  const root = rootOf(customer);
  const { impacts, isComplete } = await effectIn(call, people, rules);
  const console = countLosing(people, prefix, "edge:access", root);
  const { user } = call.caller;
  const isWithin = (parts: readonly Part[]) => new Grants(parts.flat(), prefix).staysWithin(customer.id);
  const losesOwnSignIn =
    user.source === "SSO" &&
    user.customerId === customer.id &&
    people.some(({ isCallers, before, after }) => isCallers && isWithin(before) && !isWithin(after));
  return {
    impacts,
    isComplete,
    members: countOf(people),
    restorable: countOf(await affectedUsers(call, withArchived, true)) - countOf(people),
    losingConsole: console.people,
    losingSignIn: await countLosingSignIn(call, customer, concerned.groupIds ?? [], change),
    losesOwnRights:
      losesOwnSignIn ||
      impacts.some(({ isAdded, isCallerAmong }) => !isAdded && isCallerAmong) ||
      // Tells whether the caller is affected even if the list of impacts is incomplete.
      (!isComplete &&
        (console.isCallerAmong || countLosing(people, prefix, "org:editUser", root).isCallerAmong)),
    losesLastAdministrator: !(await keepsAdministrator(call, customer, change)),
    unsaid: 0,
  };
}

/**
 * Returns the impact of saving a group's talent hub rules on its members; only talent hub rules of their
 * groups count.
 */
export async function hubChange(call: CustomerCall, groupId: string, rules: Holding): Promise<ChangeShape> {
  const { ctx, caller } = call;
  const members = await membersByGroups(ctx.db, [groupId], caller.user.id);
  const people = await mapConcurrently(
    members,
    async ({ count, isCallers, groupIds }): Promise<AffectedUsers> => {
      const further = groupIds?.split(",").filter((id) => id !== groupId) ?? [];
      const others = (await mapConcurrently(further, (id) => hubTextsOf(ctx.db, id)))
        .flat()
        .map(parseStatements);
      return {
        count,
        isCallers: isCallers === 1,
        before: [...rules.before, ...others],
        after: [...rules.after, ...others],
      };
    },
  );
  return {
    ...(await effectIn(call, people, rules)),
    members: countOf(people),
    restorable: 0,
    losingConsole: 0,
    losingSignIn: 0,
    losesOwnRights: false,
    losesLastAdministrator: false,
    unsaid: 0,
  };
}

/** Returns the number of added and removed statements that the form cannot show. */
export function countInexpressible(
  call: CustomerCall,
  before: readonly StoredStatement[],
  after: readonly StoredStatement[],
): number {
  const textsOf = (statements: readonly StoredStatement[]) =>
    new Set(
      readStatements(statements, call.customer.organizationId, call.ctx.config.policyPrefix)
        .filter(({ isKept }) => isKept)
        .map((form) =>
          JSON.stringify(
            form.statements.map(({ effect, actions, resources }) => [effect, actions, resources]),
          ),
        ),
    );
  const [old, now] = [textsOf(before), textsOf(after)];
  return [...old].filter((text) => !now.has(text)).length + [...now].filter((text) => !old.has(text)).length;
}

/** Returns the statements of several policies, each policy as one part. */
export const partsOf = (policies: readonly { readonly statements: string }[]) =>
  policies.map(({ statements }) => parseStatements(statements));
