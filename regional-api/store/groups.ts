/** Groups of people, and how many they hold. */
import { sql as raw } from "kysely";
import { archiver } from "./archiving";
import type { Database } from "./database";
import type { Row } from "./schema";
import { prepared, sql } from "./sql";

const selectById = prepared<{ id: string }>()((p) =>
  sql.selectFrom("groups").selectAll().where("id", "=", p.id),
);

const selectStatements = prepared<{ id: string }>()((p) =>
  sql
    .selectFrom("group_policies as gp")
    .innerJoin("policies as p", "p.id", "gp.policyId")
    .select("p.statements")
    .where("gp.groupId", "=", p.id),
);

const selectMembers = prepared<{ id: string }>()((p) =>
  sql
    .selectFrom("group_members as m")
    .innerJoin("users as u", "u.id", "m.userId")
    .select("u.id")
    .where("m.groupId", "=", p.id)
    .where("u.archivedAt", "is", null),
);

const selectPolicies = prepared<{ customerId: string; text: string }>()((p) =>
  sql
    .selectFrom("hierarchies as h")
    .innerJoin("groups as g", "g.hierarchyId", "h.id")
    .innerJoin("group_policies as gp", "gp.groupId", "g.id")
    .innerJoin("policies as p", "p.id", "gp.policyId")
    .select(["g.id", "p.statements"])
    .where("h.customerId", "=", p.customerId)
    .where(raw<boolean>`instr(p.statements, ${p.text}) > 0`),
);

/** For EXPLAIN QUERY PLAN tests. */
export const groupQueries = { selectStatements, selectMembers, selectPolicies };

/** The statements, as stored JSON, of all policies of a group, those for the talent hub included. */
export const statementTextsOfGroup = (db: Database, id: string): string[] =>
  selectStatements.all(db, { id }).map((row) => row.statements);

/** The ids of a group's active members. */
export const membersOf = (db: Database, id: string): string[] =>
  selectMembers.all(db, { id }).map((row) => row.id);

/** The statements of all policies of a customer's groups by group; of those policies alone that contain `text`. */
export function statementTextsByGroup(db: Database, customerId: string, text = ""): Map<string, string[]> {
  const byGroup = new Map<string, string[]>();
  for (const { id, statements } of selectPolicies.all(db, { customerId, text })) {
    byGroup.set(id, [...(byGroup.get(id) ?? []), statements]);
  }
  return byGroup;
}

/** A group of this region, archived or not. */
export const findGroup = (db: Database, id: string): Row<"groups"> | undefined => selectById.get(db, { id });

/** Archives (a time) or restores (null) a group; an archived one grants its members nothing. */
export const setGroupArchived = archiver("groups");

export interface GroupsWanted {
  readonly customerId: string;
  /** The departments to look in; all of the customer's when left out. */
  readonly hierarchyIds?: readonly string[] | undefined;
  readonly state: "active" | "archived" | "all";
  /** Groups to leave out. */
  readonly without?: readonly string[];
}

export interface GroupOrder {
  readonly fieldName: "name" | "createdAt";
  readonly order: "asc" | "desc";
}

export type ListedGroup = Row<"groups"> & {
  hierarchyName: string;
  /** Active users alone (GRP-11). */
  usersCount: number;
};

function wanted({ customerId, hierarchyIds, state, without = [] }: GroupsWanted) {
  const customers = sql.selectFrom("groups as g").where("g.customerId", "=", customerId);
  const query =
    without.length === 0
      ? customers
      : customers.where(raw<boolean>`g.id NOT IN (SELECT value FROM json_each(${JSON.stringify(without)}))`);
  const departments = hierarchyIds
    ? raw<boolean>`+g.hierarchyId IN (SELECT value FROM json_each(${JSON.stringify(hierarchyIds)}))`
    : undefined;
  if (state !== "all") {
    // The sign keeps SQLite on the index that has the rows in order.
    const inState = query.where("g.archivedAt", state === "active" ? "is" : "is not", null);
    return departments ? inState.where(departments) : inState;
  }
  // No index holds active and archived groups of a customer alike; they are found by department.
  const ofCustomer = sql.selectFrom("hierarchies").select("id").where("customerId", "=", customerId);
  const all = query.where("g.hierarchyId", "in", ofCustomer);
  return departments ? all.where(departments) : all;
}

/** The query of `listGroups`; the EXPLAIN QUERY PLAN test looks at it. */
export function groupListQuery(
  groups: GroupsWanted,
  { fieldName, order }: GroupOrder,
  page: { limit: number; offset: number },
) {
  const field = fieldName === "name" ? raw`g.name COLLATE NOCASE` : raw`g.createdAt`;
  return wanted(groups)
    .selectAll("g")
    .select([
      raw<string>`(SELECT h.name FROM hierarchies h WHERE h.id = g.hierarchyId)`.as("hierarchyName"),
      raw<number>`(SELECT count(*) FROM group_members m JOIN users u ON u.id = m.userId
         WHERE m.groupId = g.id AND u.archivedAt IS NULL)`.as("usersCount"),
    ])
    .orderBy(field, order)
    .orderBy("g.id", order)
    .limit(page.limit)
    .offset(page.offset);
}

/** How many there are. */
export function countGroups(db: Database, groups: GroupsWanted): number {
  return db.get(wanted(groups).select((select) => select.fn.countAll<number>().as("count")))?.count ?? 0;
}

/** A part of them in order, equal ones by id. */
export const listGroups = (
  ...[db, ...query]: [Database, ...Parameters<typeof groupListQuery>]
): ListedGroup[] => db.all(groupListQuery(...query));
