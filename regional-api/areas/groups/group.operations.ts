/** A single group: details, creation, editing and members (GRP-26, GRP-34, GRP-35, GRP-39, GRP-43, GRP-47). */
import { mapConcurrently } from "../../store/sequential";
import { archived, notFound } from "../../core/errors";
import { newUuid } from "../../core/ids";
import { findGroup } from "../permissions/group-grants.store";
import { findListedGroup, joinGroup, leaveGroup, type ListedGroup } from "./groups.store";
import { insertPolicy, policyOfGroup, updatePolicy } from "../policies/policies.store";
import type { Row } from "../../store/tables";
import { userAmong } from "../../core/users.store";
import type { CustomerCall } from "../../core/access";
import { keepingAdministrator } from "../permissions/administrators";
import { builder, inputOf, argsOf } from "../../core/builder";
import {
  ChangeResult,
  type ChangeShape,
  IdResult,
  parseTags,
  Tag,
  unchangedSinceArg,
} from "../../core/shared-types";
import { requireOn, scopeArgs } from "../../core/department-access";
import { editedType, editionAfter, versionArg } from "../../core/versioned-type";
import { addRow, editRow } from "../../core/entity";
import { groupFor, onGroup } from "../permissions/group-access";
import { canChangeText, mayChange, setGroupsArchived } from "./groups.operations";
import { mutation, query } from "../../core/operation";
import { recordedSince } from "../../core/record-entries.store";
import { Change, changeFor, requireNoLockout } from "../permissions/permission-changes";
import { hubPolicyName, Policy } from "../policies/policy-types";
import { requireGroup } from "../permissions/rights";
import { changedRows, declareBounds } from "../../core/bounds";
import { groups } from "./groups.entity";
import type { Writer } from "../../store/engine";
import { userKind } from "../../core/users.record";

declareBounds({
  lists: {
    "ORGGetAddUsersChange.userIds": changedRows("users"),
    "ORGGroupAddUsers.userIds": changedRows("users"),
    "ORGGroupRemoveUsers.userIds": changedRows("users"),
  },
});

type GroupShape = ListedGroup & { canChange: boolean; policy: Row<"policies"> | undefined };

const Group = editedType<GroupShape>()(
  "Group",
  { ...groups.shown, hierarchyName: "String", archivedAt: "DateTime?", usersCount: "Int" },
  (t) => ({
    tags: t.field({ type: [Tag], resolve: ({ tags }) => parseTags(tags) }),
    canChange: t.exposeBoolean("canChange", { description: canChangeText }),
    policy: t.expose("policy", { type: Policy, nullable: true, description: "The group's own policy." }),
  }),
);

const GroupFilter = inputOf("ORGGroupFilter", { _id: "ID" });
const groupArgs = builder.args((t) => ({ filter: t.field({ type: GroupFilter, required: true }) }));
type GroupArgs = { filter: { _id: string } };

/** Returns an active group if the caller may change it, else throws. */
async function changeable(call: CustomerCall, id: string): Promise<Row<"groups">> {
  const group = await requireOn(call, await findGroup(call.ctx.db, id), "org:editUser", "org:listUser");
  await requireGroup(call, id);
  if (group.archivedAt !== null) throw archived("group");
  return group;
}

query("ORGGetGroup", {
  description: "One group, by its id.",
  type: Group,
  args: groupArgs,
  access: onGroup("org:listUser", ({ filter }: GroupArgs) => filter._id),
  resolve: async ({ filter: { _id } }, call) => {
    const { db } = call.ctx;
    await groupFor(call, _id, "org:listUser");
    const group = await findListedGroup(db, _id);
    if (!group) throw notFound();
    const canChange = await mayChange(call, group);
    return { ...group, canChange, policy: await policyOfGroup(db, _id, "OWN") };
  },
});

const TextsInput = builder.inputType("ORGGroupTextsInput", { fields: groups.inputs });

mutation("ORGCreateGroup", {
  description: "Creates a group.",
  type: IdResult,
  args: { ...scopeArgs, ...groups.args },
  access: { code: "org:editUser", scope: (args) => args },
  changes: { of: groups.kind, made: ({ id }) => [id] },
  resolve: async (sent, call) => {
    const { ctx, caller, customer } = call;
    const owner = { organizationId: customer.organizationId, customerId: customer.id };
    const { id, name } = await addRow(groups, call, sent, owner);
    const times = { createdAt: ctx.now, updatedAt: ctx.now, changedAt: ctx.now, changedBy: caller.user.id };
    const tags = JSON.stringify([{ name: "editable", value: "true" }]);
    // A new group gets a policy of the same name (GRP-27).
    const policy = { ...owner, ...times, id: newUuid(), name, description: null, tags, statements: "[]" };
    await insertPolicy(ctx.db, policy, { groupId: id, kind: "OWN" });
    return { id };
  },
});

/** Renames a group's own policies with the group, unless they have a name of their own (GRP-62). */
async function renameWith(call: CustomerCall<Writer>, group: Row<"groups">, name: string): Promise<void> {
  const { ctx } = call;
  if (group.name === name) return;
  for (const [kind, nameFor] of [
    ["OWN", (of: string) => of],
    ["TALENT_HUB", hubPolicyName],
  ] as const) {
    const policy = await policyOfGroup(ctx.db, group.id, kind);
    if (policy?.name !== nameFor(group.name)) continue;
    const edition = await editionAfter(call, policy, policy.version);
    await updatePolicy(ctx.db, { ...policy, ...edition, name: nameFor(name), updatedAt: ctx.now });
  }
}

mutation("ORGUpdateGroup", {
  description: "Changes a group's name and description.",
  type: IdResult,
  args: {
    ...groupArgs,
    ...builder.args((t) => ({ update: t.field({ type: TextsInput, required: true }) })),
    ...versionArg,
  },
  access: onGroup("org:editUser", ({ filter }: GroupArgs) => filter._id),
  changes: { of: groups.kind, ids: ({ filter: { _id } }) => [_id] },
  resolve: async ({ filter: { _id }, update, version }, call) => {
    const group = await changeable(call, _id);
    const { name } = await editRow(groups, call, group, version, update);
    await renameWith(call, group, name);
    return { id: _id };
  },
});

mutation("ORGArchiveGroup", {
  description: "Archives a group.",
  type: ChangeResult,
  args: groupArgs,
  access: onGroup("org:editUser", ({ filter }: GroupArgs) => filter._id),
  changes: { of: groups.kind, ids: ({ filter: { _id } }) => [_id] },
  resolve: async ({ filter: { _id } }, call) => {
    const [changed] = await setGroupsArchived({ ids: [_id] }, call, true);
    return changed ?? { id: _id, changedAt: null };
  },
});

// ---- members ----

interface MemberArgs {
  readonly groupId: string;
  readonly userIds: readonly string[];
  readonly unchangedSince?: number | null;
}

const memberArgs = argsOf({ groupId: "ID", userIds: ["ID"] });

/**
 * Adds all of the users to the group, or removes all of them; all or none. Users already in the requested
 * state are left unchanged (PERM-61). `unchangedSince` is for undoing a removal: it skips users archived,
 * added or removed since then.
 */
async function setMembers(
  { groupId, userIds, unchangedSince }: MemberArgs,
  call: CustomerCall<Writer>,
  isMember: boolean,
): Promise<ChangeShape[]> {
  const { ctx } = call;
  await changeable(call, groupId);
  if (isMember) await requireNoLockout(call, {}, { userIds, joining: groupId });
  const users = await mapConcurrently(new Set(userIds), async (id) => {
    // Membership grants users the group's rights, so the caller must be allowed to change each of them.
    const user = await requireOn(call, await userAmong(ctx.db, id), "org:editUser", "org:listUser");
    if (isMember && user.archivedAt !== null && unchangedSince == null) throw archived("user");
    return user;
  });
  const open = users.filter(({ archivedAt }) => !isMember || archivedAt === null).map(({ id }) => id);
  const decided =
    unchangedSince == null
      ? new Set<string>()
      : await recordedSince(
          ctx.db,
          { kind: userKind.kind, ids: open },
          { kind: groups.kind.kind, id: groupId },
          unchangedSince,
        );
  const chosen = open.filter((id) => !decided.has(id));
  const changed = isMember
    ? await joinGroup(ctx.db, groupId, chosen, ctx.now)
    : await leaveGroup(ctx.db, groupId, chosen);
  return chosen.map((id) => ({ id, changedAt: changed.has(id) ? ctx.now : null }));
}

query("ORGGetAddUsersChange", {
  type: Change,
  description:
    "What adding the users to the group would change for them. Refused if the addition itself would be refused (PERM-84).",
  args: memberArgs,
  access: onGroup("org:editUser", ({ groupId }: MemberArgs) => groupId),
  resolve: async ({ groupId, userIds }, call) => {
    await changeable(call, groupId);
    await mapConcurrently(new Set(userIds), async (id) =>
      requireOn(call, await userAmong(call.ctx.db, id), "org:editUser", "org:listUser"),
    );
    const concerned = { userIds, joining: groupId };
    await requireNoLockout(call, {}, concerned);
    return changeFor(call, {}, { concerned });
  },
});

mutation("ORGGroupAddUsers", {
  description: "Adds users to a group.",
  type: [ChangeResult],
  args: { ...memberArgs, ...unchangedSinceArg },
  access: onGroup("org:editUser", ({ groupId }: MemberArgs) => groupId),
  // The group's policies may deny rights that users have from other groups.
  changes: {
    of: groups.kind,
    ids: ({ groupId }) => [groupId],
    undoes: ({ unchangedSince }) => unchangedSince,
    also: [{ of: userKind, ids: ({ userIds }) => userIds }],
  },
  resolve: (args, call) => keepingAdministrator(call, call.customer.id, () => setMembers(args, call, true)),
});

mutation("ORGGroupRemoveUsers", {
  description: "Removes users from a group.",
  type: [ChangeResult],
  args: memberArgs,
  access: onGroup("org:editUser", ({ groupId }: MemberArgs) => groupId),
  changes: {
    of: groups.kind,
    ids: ({ groupId }) => [groupId],
    also: [{ of: userKind, ids: ({ userIds }) => userIds }],
  },
  resolve: (args, call) => keepingAdministrator(call, call.customer.id, () => setMembers(args, call, false)),
});
