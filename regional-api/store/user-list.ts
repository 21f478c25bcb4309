/** The lists of users: searched, filtered, sorted and paged among tens of thousands of a customer (USER-12). */
import { sql as raw } from "kysely";
import { pageOf, type PageOf } from "../domain/paging";
import { searchKey } from "../domain/text";
import type { Database } from "./database";
import type { Row } from "./tables";
import { sql } from "./sql";

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
  /** Part of a first, last or full name, or of an email (USER-11). */
  readonly searchText?: string | undefined;
}

export interface UserOrder {
  readonly sort: keyof typeof userSorts;
  readonly order: "asc" | "desc";
}

const inList = (values: readonly string[]) => raw`(SELECT value FROM json_each(${JSON.stringify(values)}))`;

/**
 * A search looks at every name, so it walks the index that holds all it needs; the members of groups are looked up one by
 * one in such an index, however many others there are; the rest walks the index of its sort.
 */
function users({ state, searchText, groupIds }: UsersWanted) {
  if (groupIds !== undefined)
    return raw<
      Row<"users">
    >`(SELECT DISTINCT userId FROM group_members WHERE groupId IN ${inList(groupIds)}) AS m
      CROSS JOIN users`.as<"u">(raw`u INDEXED BY users_of_groups`);
  return raw<Row<"users">>`users`.as<"u">(
    searchText && state !== "all" ? raw`u INDEXED BY ${raw.ref(`users_${state}_search`)}` : raw`u`,
  );
}

function wanted(filter: UsersWanted) {
  const { customerId, hierarchyIds, groupIds, userIds, state, searchText } = filter;
  const key = searchKey(searchText ?? "");
  const text = (searchText ?? "").toLowerCase();
  return (
    sql
      .selectFrom(users(filter))
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
      .$if(groupIds !== undefined, (query) => query.where(raw<boolean>`u.id = m.userId`))
      .$if(userIds !== undefined, (query) => query.where(raw<boolean>`u.id IN ${inList(userIds ?? [])}`))
      .$if(text !== "", (query) =>
        query.where(
          raw<boolean>`(instr(u.email, ${text}) > 0 OR (${key} <> '' AND instr(u.nameKey, ${key}) > 0))`,
        ),
      )
  );
}

/**
 * One page of a list, the last for one past it, each row with how many the list has. Where no index has them in order,
 * everybody whom the filter leaves is looked at once, for the number and the page. Their rows are read for the page alone.
 */
export function userPage(filter: UsersWanted, { sort, order }: UserOrder, limit: number, offset: number) {
  const isOrdered = filter.groupIds === undefined && !filter.searchText;
  return sql
    .with(
      (name) => (isOrdered ? name("found").notMaterialized() : name("found").materialized()),
      () => wanted(filter).select(["u.id as pageId", `u.${userSorts[sort]} as sortKey`]),
    )
    .with(
      (name) => name("all").materialized(),
      (found) => found.selectFrom("found").select((count) => count.fn.countAll<number>().as("n")),
    )
    .with("page", (found) =>
      found
        .selectFrom("found")
        .select(["pageId", "sortKey"])
        .orderBy("sortKey", order)
        .orderBy("pageId", order)
        .limit(limit)
        .offset(raw<number>`min(${offset}, (SELECT n - 1 - (n - 1) % ${limit} FROM "all"))`),
    )
    .selectFrom("page")
    .innerJoin("users", "users.id", "page.pageId")
    .selectAll("users")
    .select(raw<number>`(SELECT n FROM "all")`.as("total"))
    .orderBy("page.sortKey", order)
    .orderBy("page.pageId", order);
}

/** The users of one page of a list, in order, equal ones by id, and which page that is; `skip` counts pages. */
export function listUsers(
  db: Database,
  filter: UsersWanted,
  order: UserOrder,
  { skip, limit }: { skip: number; limit: number },
): { rows: Row<"users">[]; page: PageOf } {
  const from = skip * limit;
  // Refuses what no page has before anything is looked up.
  pageOf(0, from, limit);
  const rows = db.all(userPage(filter, order, limit, from));
  const { offset: _, ...page } = pageOf(rows[0]?.total ?? 0, from, limit);
  return { rows, page };
}
