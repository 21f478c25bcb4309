/** Groups: lists (GRP-07..GRP-11, SSO-29, SSO-30), archiving and restoring (SHELL-47). */
import { mapConcurrently } from "../../store/sequential";
import { conflict } from "../../core/errors";
import { pageOf, searchTextOf } from "../../core/paging";
import { idsBelow } from "../../core/departments.store";
import { findGroup, groupAmong, membersOf } from "../permissions/group-grants.store";
import { countGroups, listGroups, type GroupsQuery, type ListedGroup as GroupRow } from "./groups.store";
import { departmentsGranted, type CustomerAccess, type CustomerCall } from "../../core/access";
import { keepingAdministrator } from "../permissions/administrators";
import { archiveMutations, type RowSelection, setArchived } from "../../core/archivable";
import type { Row } from "../../store/tables";
import { builder, rowType } from "../../core/builder";
import { callerWithoutSession } from "../../core/caller";
import { type ChangeShape, parseTags, Tag } from "../../core/shared-types";
import { holdsOn, requireOn } from "../../core/department-access";
import { query } from "../../core/operation";
import { pageType, Sort, sortOf } from "../../core/page-types";
import { Change, changeFor, requireNoLockout, locksOut } from "../permissions/permission-changes";
import { hiddenGroupIds, outranksGroup, requireGroup } from "../permissions/rights";
import { atMost, changedRows, declareBounds, pageNumber, pageSize } from "../../core/bounds";
import type { Writer } from "../../store/engine";
import { groups } from "./groups.entity";

declareBounds({
  lists: {
    "ORGGroupsFilter.hierarchyIds": atMost(500, "departments and groups", "Name"),
    "ORGGroupsFilter.groupIds": atMost(500, "departments and groups", "Name"),
    "ORGGetRestoreGroupsChange.groupIds": changedRows("groups"),
  },
  pages: {
    "ORGGroupsFilter.skip": pageNumber,
    "ORGGroupsFilter.limit": pageSize,
  },
});

interface ListedGroup extends GroupRow {
  /** Evaluated only if the field is requested. */
  readonly canChange: () => Promise<boolean>;
}

const GroupHierarchy = builder.objectRef<ListedGroup>("GroupHierarchy").implement({
  fields: (t) => ({ _id: t.exposeID("hierarchyId"), name: t.exposeString("hierarchyName") }),
});

/** Description of the `canChange` field. */
export const canChangeText =
  "False if the caller may not change or restore the group, because it grants or denies permissions that the caller does not hold (GRP-54).";

const ListedGroupType = rowType<ListedGroup>()(
  "ListedGroup",
  { ...groups.shown, archivedAt: "DateTime?", usersCount: "Int" },
  (t) => ({
    tags: t.field({ type: [Tag], resolve: ({ tags }) => parseTags(tags) }),
    hierarchy: t.field({ type: GroupHierarchy, resolve: (group) => group }),
    canChange: t.boolean({ description: canChangeText, resolve: (group) => group.canChange() }),
  }),
);

const GroupPage = pageType("GroupPage", ListedGroupType);

const Choice = builder.enumType("ORGGroupChoice", {
  values: ["PERSON", "SINGLE_SIGN_ON"] as const,
  description:
    "Who receives the chosen groups: a user that the caller adds, or everyone who signs in by single sign-on.",
});

const GroupsFilter = builder.inputType("ORGGroupsFilter", {
  fields: (t) => ({
    organizationId: t.id({ required: true }),
    customerId: t.id({ required: true }),
    hierarchyId: t.id({ description: "The department. Defaults to the root." }),
    hierarchyIds: t.idList({ description: "Only these departments and those below them." }),
    groupIds: t.idList({ description: "Only these groups." }),
    skip: t.int({ description: "How many pages to skip: the page number minus 1." }),
    limit: t.int({ description: "Rows per page. All rows if omitted." }),
    sort: t.field({ type: Sort }),
    searchText: t.string({ description: "Part of the name." }),
    activeOnly: t.boolean(),
    archivedOnly: t.boolean(),
    choice: t.field({
      type: Choice,
      description: "Omits groups that the caller may not choose for this purpose (GRP-54).",
    }),
  }),
});

const sortFields = { name: "name", createdAt: "createdAt" };

/** Returns the departments to search, limited to those the caller may see; undefined for the whole customer. */
async function departmentsOf(
  call: CustomerCall,
  hierarchyIds: readonly string[] | null | undefined,
): Promise<string[] | undefined> {
  const { ctx, customer, hierarchyId } = call;
  const [granted, inScope, below] = await Promise.all([
    departmentsGranted(call, "org:listUser"),
    idsBelow(ctx.db, customer.id, [hierarchyId]),
    hierarchyIds?.length ? idsBelow(ctx.db, customer.id, hierarchyIds) : undefined,
  ]);
  const wanted = below ? new Set(below) : granted;
  const seen = inScope.filter((id) => granted.has(id) && wanted.has(id));
  return hierarchyId === customer.rootHierarchyId && seen.length === inScope.length ? undefined : seen;
}

query("ORGGetGroups", {
  description: "A page of the groups that match the filter.",
  type: GroupPage,
  args: builder.args((t) => ({ filter: t.field({ type: GroupsFilter, required: true }) })),
  // Users with rights on a single department see its groups (USER-86).
  access: {
    code: "org:listUser",
    scope: ({ filter: { customerId, organizationId, hierarchyId } }) => ({
      customerId,
      organizationId,
      hierarchyId,
    }),
    anyDepartment: true,
  },
  resolve: async ({ filter }, call) => {
    const { ctx, customer } = call;
    const { skip, limit, sort, activeOnly, archivedOnly, hierarchyIds, groupIds, choice, searchText } =
      filter;
    const wanted: GroupsQuery = {
      customerId: customer.id,
      hierarchyIds: await departmentsOf(call, hierarchyIds),
      state: activeOnly ? "active" : archivedOnly ? "archived" : "all",
      searchText: searchTextOf(searchText),
      without: await hiddenGroupIds(call, choice ?? undefined),
      ...(groupIds && { ids: groupIds }),
    };
    const { sort: fieldName, order } = sortOf<"name">(sort, sortFields);
    const total = await countGroups(ctx.db, wanted);
    const { offset, ...pagination } =
      limit == null ? singlePage(total) : pageOf(total, (skip ?? 0) * limit, limit);
    const page = { limit: pagination.pageSize, offset };
    const data = (await listGroups(ctx.db, wanted, { fieldName, order }, page)).map((group) => ({
      ...group,
      canChange: () => mayChange(call, group),
    }));
    return { data, pagination };
  },
});

/** Returns everything as a single page, for pickers (GRP-08). */
const singlePage = (total: number) => ({
  totalPages: 1,
  currentPage: 1,
  pageSize: Math.max(1, total),
  totalItems: total,
  offset: 0,
});

// ---- archiving and restoring ----

interface GroupIds {
  readonly groupIds: readonly string[];
  readonly customerId?: string | null;
}

/** All groups must belong to one customer: the one named in the call, or else the first group's (USER-86). */
const changeAccess = {
  code: "org:editUser",
  scope: async ({ groupIds: [first], customerId }: GroupIds, ctx) => ({
    customerId: customerId ?? (first && (await findGroup(ctx.db, first))?.customerId) ?? "",
  }),
  anyDepartment: true,
} as const satisfies CustomerAccess<GroupIds>;

/** Returns a group, archived or not, if the caller may archive and restore it; else throws. */
async function groupToMove(call: CustomerCall, id: string): Promise<Row<"groups">> {
  const group = await requireOn(call, await groupAmong(call.ctx.db, id), "org:editUser", "org:listUser");
  await requireGroup(call, id);
  return group;
}

/** True if the caller may change a group they see; for an archived group, if they may restore it (GRP-54). */
export const mayChange = async (
  call: CustomerCall,
  { id, archivedAt }: Pick<Row<"groups">, "id" | "archivedAt">,
): Promise<boolean> =>
  (await outranksGroup(call, id)) &&
  (archivedAt === null || !(await locksOut(call, { restored: new Set([id]) })));

/** Archives or restores groups, all or none. Groups already in that state keep their archiving time. */
export async function setGroupsArchived(
  chosen: RowSelection,
  call: CustomerCall<Writer>,
  archive: boolean,
): Promise<ChangeShape[]> {
  // The policies of a restored group may deny rights that users have from other groups.
  if (!archive) await requireNoLockout(call, { restored: new Set(chosen.ids) });
  return keepingAdministrator(call, call.customer.id, async () => {
    const changes = await setArchived(
      call,
      { find: groupToMove, store: groups.rows.archive },
      chosen,
      archive,
    );
    if (archive) await requireRestorable(call, changes);
    return changes;
  });
}

/**
 * Throws a conflict if the caller's right to restore the groups comes from these groups themselves: possibly
 * no other user could restore them either (GRP-55).
 */
async function requireRestorable(call: CustomerCall, archived: readonly ChangeShape[]): Promise<void> {
  const { ctx, caller } = call;
  const isOwn = async ({ id, changedAt }: ChangeShape) =>
    changedAt !== null && (await membersOf(ctx.db, id)).includes(caller.user.id);
  if (!(await mapConcurrently(archived, isOwn)).includes(true)) return;
  const afterwards = { ...call, caller: await callerWithoutSession(ctx, caller.homeRegion, caller.user.id) };
  const isLost = async ({ id }: ChangeShape) =>
    !(await holdsOn(afterwards, "org:editUser", (await groupAmong(ctx.db, id))?.hierarchyId ?? "")) ||
    !(await outranksGroup(afterwards, id));
  if ((await mapConcurrently(archived, isLost)).includes(true))
    throw conflict("You could not restore this group: your right to do so comes from it");
}

query("ORGGetRestoreGroupsChange", {
  type: Change,
  description:
    "What restoring the groups would change, and for how many people. Refused if the restore itself would be refused (PERM-84).",
  args: builder.args((t) => ({
    groupIds: t.idList({ required: true }),
    customerId: t.id({
      description: "The customer of all these groups. Defaults to the first group's customer.",
    }),
  })),
  access: changeAccess,
  resolve: async ({ groupIds }, call) => {
    await mapConcurrently(new Set(groupIds), (id) => groupToMove(call, id));
    const change = { restored: new Set(groupIds) };
    await requireNoLockout(call, change);
    return changeFor(call, change);
  },
});

archiveMutations(["ORGArchiveGroups", "ORGRestoreGroups"], {
  ids: ["groupIds", "groups"],
  of: groups.kind,
  args: builder.args((t) => ({
    customerId: t.id({
      description: "The customer of all these groups. Defaults to the first group's customer.",
    }),
  })),
  access: () => changeAccess,
  change: setGroupsArchived,
});
