/** Shared policies of groups: usage and assignment (POL-26 to POL-28). */
import { mapConcurrently } from "../../store/sequential";
import type { Edition as EditionShape } from "../../core/optimistic-lock";
import { archived, forbidden } from "../../core/errors";
import { parseStatements, type StoredStatement } from "../../core/policy";
import { grantingPolicies, groupsOfPolicy } from "../permissions/group-grants.store";
import { listGroups } from "./groups.store";
import {
  attachedNames,
  attachedPolicies,
  policiesEditionOf,
  policyAmong,
  setAttached,
} from "../policies/policies.store";
import type { Row } from "../../store/tables";
import { rootOf, type CustomerCall } from "../../core/access";
import { keepingAdministrator } from "../permissions/administrators";
import { builder, argsOf } from "../../core/builder";
import { IdResult } from "../../core/shared-types";
import { Edition, editionAfter, versionArg } from "../../core/versioned-type";
import { groupFor, onGroup } from "../permissions/group-access";
import { mutation, query } from "../../core/operation";
import {
  Change,
  changeFor,
  partsOf,
  requireNoLockout,
  countInexpressible,
} from "../permissions/permission-changes";
import { onPolicy, policyFor } from "../policies/policy-access";
import {
  hiddenGroupIds,
  holdsPolicies,
  outranksGroup,
  requireChange,
  requireGroup,
} from "../permissions/rights";
import { atMost, declareBounds } from "../../core/bounds";
import { groups } from "./groups.entity";

declareBounds({
  lists: {
    "ORGGetGroupPoliciesChange.policyIds": atMost(100, "policies"),
    "ORGGroupSetPolicies.policyIds": atMost(100, "policies"),
  },
});

const statementsOf = (policies: readonly Row<"policies">[]): StoredStatement[] =>
  policies.flatMap(({ statements }) => parseStatements(statements));

interface SetPolicies {
  groupId: string;
  policyIds: string[];
}

const setPolicies = {
  args: argsOf({ groupId: "ID", policyIds: ["ID"] }),
  access: onGroup("org:editUser", ({ groupId }: { groupId: string }) => groupId),
} as const;

/**
 * Returns the group, its current shared policies and the requested ones. Throws if the caller may not assign
 * them (GRP-53, POL-28).
 */
async function setting(call: CustomerCall, { groupId, policyIds }: SetPolicies) {
  const { db } = call.ctx;
  const group = await groupFor(call, groupId, "org:editUser");
  if (group.archivedAt !== null) throw archived("group");
  await requireGroup(call, groupId);
  const wanted = await mapConcurrently(new Set(policyIds), (id) => policyFor(call, id));
  await mapConcurrently(wanted, async ({ id }) => {
    if ((await groupsOfPolicy(db, id)).some(({ kind }) => kind !== "ATTACHED"))
      throw forbidden("A group's own policy cannot be given to another group");
  });
  const attachedNow = await mapConcurrently(await attachedPolicies(db, groupId), (id) => policyAmong(db, id));
  const before = attachedNow.flatMap((policy) => policy ?? []);
  await requireChange(call, statementsOf(before), statementsOf(wanted));
  const attached = new Set(before.map(({ id }) => id));
  const policies = [
    ...(await grantingPolicies(db, groupId)).filter(({ policyId }) => !attached.has(policyId)),
    ...wanted.map(({ id: policyId, statements }) => ({ policyId, statements })),
  ];
  const change = { groups: new Map([[groupId, policies]]) };
  await requireNoLockout(call, change);
  return { group, before, wanted, change };
}

query("ORGGetGroupPoliciesChange", {
  type: Change,
  description: "What would change, and for how many people, if the group had exactly these shared policies.",
  ...setPolicies,
  resolve: async (args, call) => {
    const { before, wanted, change } = await setting(call, args);
    return {
      ...(await changeFor(call, change, { rules: { before: partsOf(before), after: partsOf(wanted) } })),
      unsaid: countInexpressible(call, statementsOf(before), statementsOf(wanted)),
    };
  },
});

mutation("ORGGroupSetPolicies", {
  type: [IdResult],
  description: "Replaces the group's shared policies. Its own policy is unchanged (POL-26).",
  ...setPolicies,
  args: { ...setPolicies.args, ...versionArg },
  alone: "because policies name customers and departments of others, and rights are weighed with them",
  changes: { of: groups.kind, ids: ({ groupId }) => [groupId] },
  resolve: async (args, call) => {
    const { ctx } = call;
    const { group, wanted } = await setting(call, args);
    const edition = await editionAfter(call, policiesEditionOf(group), args.version);
    const ids = wanted.map(({ id }) => id);
    await keepingAdministrator(call, group.customerId, () => setAttached(ctx.db, group.id, ids, edition));
    return ids.map((id) => ({ id }));
  },
});

interface UsingGroup {
  readonly id: string;
  readonly name: string;
  readonly archivedAt: number | null;
  readonly isOwn: boolean;
  readonly canChange: boolean;
  readonly policiesEdition: EditionShape;
}

const PolicyName = builder.objectRef<{ id: string; name: string }>("CommonPolicyName").implement({
  fields: (t) => ({ _id: t.exposeID("id"), name: t.exposeString("name") }),
});

const UsingGroupType = builder.objectRef<UsingGroup>("CommonPolicyUseGroup").implement({
  fields: (t) => ({
    _id: t.exposeID("id"),
    name: t.exposeString("name"),
    archivedAt: t.expose("archivedAt", { type: "DateTime", nullable: true }),
    isOwn: t.exposeBoolean("isOwn", {
      description: "Whether it is the group's own policy, which cannot be shared (POL-28).",
    }),
    canChange: t.exposeBoolean("canChange", {
      description: "Whether the caller may add and remove policies of the group (GRP-54).",
    }),
    policies: t.field({
      type: [PolicyName],
      description: "All shared policies that the group has.",
      resolve: ({ id }, _args, { db }) => attachedNames(db, id),
    }),
    policiesEdition: t.expose("policiesEdition", {
      type: Edition,
      description: "The version of the group's shared policies.",
    }),
  }),
});

interface PolicyUse {
  readonly groups: readonly UsingGroup[];
  readonly attachable: readonly UsingGroup[];
}

const PolicyUseType = builder.objectRef<PolicyUse>("CommonPolicyUse").implement({
  fields: (t) => ({
    groups: t.field({
      type: [UsingGroupType],
      description: "The groups with this policy, ordered by name.",
      resolve: ({ groups }) => [...groups],
    }),
    attachable: t.field({
      type: [UsingGroupType],
      description: "The active groups to which the caller may add this policy, ordered by name.",
      resolve: ({ attachable }) => [...attachable],
    }),
  }),
});

query("CommonGetPolicyUse", {
  type: PolicyUseType,
  description: "The groups that have the policy, and those it could be added to (POL-26).",
  args: argsOf({ policyId: "ID" }),
  access: onPolicy("org:listUser"),
  resolve: async ({ policyId }, call) => {
    const { ctx, caller, customer } = call;
    const policy = await policyFor(call, policyId);
    const hidden = new Set(await hiddenGroupIds(call, undefined));
    const mayEdit = caller.grants.allows("org:editUser", rootOf(customer));
    const mayGive = mayEdit && (await holdsPolicies(call, [policy.statements]));
    const having = (await groupsOfPolicy(ctx.db, policyId)).filter(({ id }) => !hidden.has(id));
    const groups = await mapConcurrently(having, async ({ kind, ...group }) => ({
      ...group,
      policiesEdition: policiesEditionOf(group),
      isOwn: kind !== "ATTACHED",
      canChange:
        mayGive && kind === "ATTACHED" && group.archivedAt === null && (await outranksGroup(call, group.id)),
    }));
    const isShared = having.every(({ kind }) => kind === "ATTACHED");
    if (!mayGive || !isShared) return { groups, attachable: [] };
    const without = [...(await hiddenGroupIds(call, "PERSON")), ...having.map(({ id }) => id)];
    const attachable = (
      await listGroups(
        ctx.db,
        { customerId: customer.id, state: "active", without },
        { fieldName: "name", order: "asc" },
        { limit: 1_000, offset: 0 },
      )
    ).map((group) => ({
      ...group,
      policiesEdition: policiesEditionOf(group),
      isOwn: false,
      canChange: true,
    }));
    return { groups, attachable };
  },
});
