/** Groups of users: rows, members and lists. */
import type { ExpressionBuilder } from "kysely";
import { addMember } from "../../core/users.store";
import { anyOf, contains, withoutIndex } from "../../store/dialect";
import type { Reader, Writer } from "../../store/engine";
import { mapConcurrently } from "../../store/sequential";
import type { Row, Tables } from "../../store/tables";
import { searchKey } from "../../core/text";
import { forms, prepared, sql } from "../../store/sql";

const selectActiveNames = prepared<{ customerId: string }>()((p) =>
  sql
    .selectFrom("groups")
    .select(["id", "name"])
    .where("customerId", "=", p.customerId)
    .where("archivedAt", "is", null),
);

/** Returns the names of a customer's active groups, unordered. */
export const activeGroupNames = (db: Reader, customerId: string) => selectActiveNames.all(db, { customerId });

const nameOfHierarchy = (g: ExpressionBuilder<Tables & { g: Tables["groups"] }, "g">) =>
  g
    .selectFrom("hierarchies as h")
    .select("h.name")
    .whereRef("h.id", "=", "g.hierarchyId")
    .$asScalar()
    .$notNull()
    .as("hierarchyName");

const selectOne = prepared<{ id: string }>()((p) =>
  sql.selectFrom("groups as g").selectAll("g").select(nameOfHierarchy).where("g.id", "=", p.id),
);

/** Returns a group in the form used by lists. */
export const findListedGroup = (db: Reader, id: string): Promise<ListedGroup | undefined> =>
  selectOne.get(db, { id });

type Members = { readonly groupId: string; readonly userIds: readonly string[] };

const selectMembers = prepared<Members>()((p) =>
  sql
    .selectFrom("group_members")
    .select("userId")
    .where("groupId", "=", p.groupId)
    .where(anyOf("userId", p.userIds)),
);

const deleteMembers = prepared<Members>()((p) =>
  sql.deleteFrom("group_members").where("groupId", "=", p.groupId).where(anyOf("userId", p.userIds)),
);

const existingMembers = async (db: Writer, groupId: string, userIds: readonly string[]) =>
  new Set((await selectMembers.all(db, { groupId, userIds })).map(({ userId }) => userId));

/** Adds users to a group. Returns those who were not members yet. */
export async function joinGroup(
  db: Writer,
  groupId: string,
  userIds: readonly string[],
  now: number,
): Promise<Set<string>> {
  const known = await existingMembers(db, groupId, userIds);
  const joining = userIds.filter((id) => !known.has(id));
  await mapConcurrently(joining, (userId) => addMember(db, { groupId, userId, createdAt: now }));
  return new Set(joining);
}

/** Removes users from a group. Returns those who were members. */
export async function leaveGroup(
  db: Writer,
  groupId: string,
  userIds: readonly string[],
): Promise<Set<string>> {
  const members = await existingMembers(db, groupId, userIds);
  await deleteMembers.run(db, { groupId, userIds });
  return members;
}

export interface GroupsQuery {
  readonly customerId: string;
  /** Departments to search; all of the customer's if omitted. */
  readonly hierarchyIds?: readonly string[] | undefined;
  readonly state: "active" | "archived" | "all";
  /** Groups to exclude. */
  readonly without?: readonly string[];
  /** Only these groups. */
  readonly ids?: readonly string[];
  /** Part of the name. */
  readonly searchText?: string | undefined;
}

export interface GroupOrder {
  readonly fieldName: "name" | "createdAt";
  readonly order: "asc" | "desc";
}

export type ListedGroup = Row<"groups"> & { hierarchyName: string };

type GroupSearch = Omit<GroupsQuery, "searchText"> & { readonly key?: string };

/** Drops an empty `without`, so that it does not change the query's form. */
const toGroupSearch = ({ without, searchText, ...wanted }: GroupsQuery): GroupSearch => ({
  ...wanted,
  ...(without?.length && { without }),
  ...(searchText !== undefined && { key: searchKey(searchText) }),
});

function groupsMatching({ customerId, hierarchyIds, state, without, ids, key }: GroupSearch) {
  const query = sql
    .selectFrom("groups as g")
    .where("g.customerId", "=", customerId)
    .$if(without !== undefined, (groups) => groups.where((group) => group.not(anyOf("g.id", without ?? []))))
    // Keeps the planner from looking up by id: the list's index already has the rows in order. The same
    // applies to departments below.
    .$if(ids !== undefined, (groups) => groups.where(anyOf(withoutIndex("g.id"), ids ?? [])))
    .$if(key !== undefined, (groups) => groups.where(contains("g.nameKey", key ?? "")));
  const departments = hierarchyIds && anyOf(withoutIndex("g.hierarchyId"), hierarchyIds);
  if (state !== "all") {
    const inState = query.where("g.archivedAt", state === "active" ? "is" : "is not", null);
    return departments ? inState.where(departments) : inState;
  }
  // No index covers a customer's active and archived groups together, so they are found by department.
  const ofCustomer = sql.selectFrom("hierarchies").select("id").where("customerId", "=", customerId);
  const all = query.where("g.hierarchyId", "in", ofCustomer);
  return departments ? all.where(departments) : all;
}

type Page = { readonly limit: number; readonly offset: number };

const pages = forms<GroupSearch & GroupOrder & Page>({ fixed: ["state", "fieldName", "order"] })(
  ({ fieldName, order, limit, offset, ...groups }) =>
    groupsMatching(groups)
      .selectAll("g")
      .select(nameOfHierarchy)
      .orderBy(fieldName === "name" ? "g.nameKey" : "g.createdAt", order)
      .orderBy("g.id", order)
      .limit(limit)
      .offset(offset),
);

/** Query of `listGroups`, exported for the EXPLAIN QUERY PLAN test. */
export const groupListQuery = (groups: GroupsQuery, order: GroupOrder, page: Page) =>
  pages({ ...toGroupSearch(groups), ...order, ...page });

const counts = forms<GroupSearch>({ fixed: ["state"] })((groups) =>
  groupsMatching(groups).select((select) => select.fn.countAll<number>().as("count")),
);

/** Returns the number of matching groups. */
export async function countGroups(db: Reader, groups: GroupsQuery): Promise<number> {
  return (await db.get(counts(toGroupSearch(groups))))?.count ?? 0;
}

/** Returns a page of the matching groups in order, with the id as tiebreaker. */
export const listGroups = (
  ...[db, ...query]: [Reader, ...Parameters<typeof groupListQuery>]
): Promise<ListedGroup[]> => db.all(groupListQuery(...query));
