/** The lists of users: searched, filtered, sorted and paged among tens of thousands of a customer (USER-12). */
import { sql as raw } from "kysely";
import { pageOf, type PageOf } from "../../core/paging";
import { searchKey, wordsOf } from "../../core/text";
import type { Reader } from "../../store/engine";
import { findGroup } from "../permissions/group-grants.store";
import { keptCount } from "../../core/list-counts.store";
import type { Row } from "../../store/tables";
import { sql } from "../../store/sql";

/** Sort fields as callers name them, with the column each walks (USER-18, USER-19). */
export const userSorts = {
  firstName: "nameKey",
  email: "email",
  groupIds: "groupCount",
  createdAt: "createdAt",
  lastActive: "lastActive",
  archivedAt: "archivedAt",
} as const;

export interface UsersWanted {
  readonly customerId: string;
  /** Only users of these departments; of all when left out. */
  readonly hierarchyIds?: readonly string[] | undefined;
  /** Only members of one of these groups. */
  readonly groupIds?: readonly string[] | undefined;
  /** Only these users. */
  readonly userIds?: readonly string[] | undefined;
  readonly state: "active" | "archived" | "all";
  /** Part of an email, or parts of a name in any order (USER-11). */
  readonly searchText?: string | undefined;
}

export interface UserOrder {
  readonly sort: keyof typeof userSorts;
  readonly order: "asc" | "desc";
}

const inList = (values: readonly string[]) => raw`(SELECT value FROM json_each(${JSON.stringify(values)}))`;

/**
 * A search looks at every name, so it walks the index that holds all it needs; the members of groups are looked up one by
 * one in such an index, however many others there are; the rest walks the index of its sort, as do members when they are
 * `many` of the customer's people.
 */
function users({ state, searchText, groupIds }: UsersWanted, many: boolean) {
  if (groupIds !== undefined && !many)
    return raw<
      Row<"users">
    >`(SELECT DISTINCT userId FROM group_members WHERE groupId IN ${inList(groupIds)}) AS m
      CROSS JOIN users`.as<"u">(raw`u INDEXED BY users_of_groups`);
  return raw<Row<"users">>`users`.as<"u">(
    searchText && state !== "all" ? raw`u INDEXED BY ${raw.ref(`users_${state}_search`)}` : raw`u`,
  );
}

function wanted(filter: UsersWanted, many = false) {
  const { customerId, hierarchyIds, groupIds, userIds, state, searchText } = filter;
  const words = wordsOf(searchKey(searchText ?? ""));
  const ofName =
    words.length > 0
      ? words.map((word) => raw<boolean>`instr(u.nameKey, ${word}) > 0`)
      : [raw<boolean>`FALSE`];
  const text = (searchText ?? "").toLowerCase();
  return (
    sql
      .selectFrom(users(filter, many))
      .$if(state === "all", (query) =>
        // Each half by the indexes that there are of active and of archived users.
        query.where(
          raw<boolean>`((u.customerId = ${customerId} AND u.archivedAt IS NULL) OR (u.customerId = ${customerId} AND u.archivedAt IS NOT NULL))`,
        ),
      )
      .$if(state !== "all", (query) =>
        query
          .where("u.customerId", "=", customerId)
          .where("u.archivedAt", state === "active" ? "is" : "is not", null),
      )
      // The plus keeps SQLite on the index of the sort.
      .$if(hierarchyIds !== undefined, (query) =>
        query.where(raw<boolean>`+u.hierarchyId IN ${inList(hierarchyIds ?? [])}`),
      )
      .$if(groupIds !== undefined, (query) =>
        query.where(
          many
            ? raw<boolean>`EXISTS (SELECT 1 FROM group_members m WHERE m.userId = u.id AND m.groupId IN ${inList(groupIds ?? [])})`
            : raw<boolean>`u.id = m.userId`,
        ),
      )
      .$if(userIds !== undefined, (query) => query.where(raw<boolean>`u.id IN ${inList(userIds ?? [])}`))
      .$if(text !== "", (query) =>
        query.where(raw<boolean>`(instr(u.email, ${text}) > 0 OR (${raw.join(ofName, raw` AND `)}))`),
      )
  );
}

const sortedOf = (filter: UsersWanted, { sort }: UserOrder, many = false) =>
  wanted(filter, many).select(["u.id as pageId", `u.${userSorts[sort]} as sortKey`]);

/**
 * One page of a list whose length is known. The indexes have it in order, `many` members of groups too; their rows are read
 * for the page alone.
 */
export function orderedPage(filter: UsersWanted, by: UserOrder, limit: number, offset: number, many = false) {
  return sql
    .with("page", () =>
      sortedOf(filter, by, many)
        .orderBy("sortKey", by.order)
        .orderBy("pageId", by.order)
        .limit(limit)
        .offset(offset),
    )
    .selectFrom("page")
    .innerJoin("users", "users.id", "page.pageId")
    .selectAll("users")
    .orderBy("page.sortKey", by.order)
    .orderBy("page.pageId", by.order);
}

/**
 * One page of a list that no index has in order, the last for one past it, each row with how many the list has: everybody
 * whom the filter leaves is looked at once, for the number and the page.
 */
export function collectedPage(filter: UsersWanted, by: UserOrder, limit: number, offset: number) {
  return sql
    .with(
      (name) => name("found").materialized(),
      () => sortedOf(filter, by),
    )
    .with(
      (name) => name("all").materialized(),
      (found) => found.selectFrom("found").select((count) => count.fn.countAll<number>().as("n")),
    )
    .with("page", (found) =>
      found
        .selectFrom("found")
        .select(["pageId", "sortKey"])
        .orderBy("sortKey", by.order)
        .orderBy("pageId", by.order)
        .limit(limit)
        .offset(raw<number>`min(${offset}, (SELECT n - 1 - (n - 1) % ${limit} FROM "all"))`),
    )
    .selectFrom("page")
    .innerJoin("users", "users.id", "page.pageId")
    .selectAll("users")
    .select(raw<number>`(SELECT n FROM "all")`.as("total"))
    .orderBy("page.sortKey", by.order)
    .orderBy("page.pageId", by.order);
}

/**
 * The members of a group, when the first `rows` of them are found sooner among everybody in the order of the list, of whom
 * one in everybody / members is theirs, than by collecting and sorting all members.
 */
function manyMembers(db: Reader, filter: UsersWanted, rows: number): number | undefined {
  const {
    customerId,
    groupIds: [groupId, ...others] = [],
    hierarchyIds,
    userIds,
    searchText,
    state,
  } = filter;
  if (!groupId || others.length > 0 || hierarchyIds || userIds || searchText || state !== "active") return;
  // All of a group's people are of its customer.
  const group = findGroup(db, groupId);
  if (group?.customerId !== customerId) return;
  const everybody = keptCount(db, { list: "users", customerId, isArchived: false });
  return rows * everybody < group.usersCount ** 2 ? group.usersCount : undefined;
}

/** The users of one page of a list, in order, equal ones by id, and which page that is; `skip` counts pages. */
export function listUsers(
  db: Reader,
  filter: UsersWanted,
  by: UserOrder,
  { skip, limit }: { skip: number; limit: number },
): { rows: Row<"users">[]; page: PageOf } {
  const from = skip * limit;
  // Refuses what no page has before anything is looked up.
  pageOf(0, from, limit);
  const { customerId, hierarchyIds, state } = filter;
  const members = manyMembers(db, filter, from + limit);
  if (members !== undefined || !(filter.groupIds || filter.userIds || filter.searchText)) {
    const isArchived = state === "all" ? undefined : state === "archived";
    const total = members ?? keptCount(db, { list: "users", customerId, hierarchyIds, isArchived });
    const { offset, ...page } = pageOf(total, from, limit);
    return { rows: db.all(orderedPage(filter, by, limit, offset, members !== undefined)), page };
  }
  const rows = db.all(collectedPage(filter, by, limit, from));
  const { offset: _, ...page } = pageOf(rows[0]?.total ?? 0, from, limit);
  return { rows, page };
}
