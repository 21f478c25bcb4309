/** Groups of people, and how many they hold. */
import { sql as raw } from "kysely";
import { editionOf, type Edition } from "../../core/editions";
import { serviceOf } from "../../core/policy";
import { archiver } from "../../core/archiving.store";
import type { Database } from "../../store/database";
import type { NewRow, Row } from "../../store/tables";
import { prepared, sql } from "../../store/sql";

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

const selectWildcards = prepared<{ customerId: string }>()((p) =>
  sql
    .selectFrom(raw<Row<"policies">>`policies`.as<"p">(raw`p INDEXED BY policies_wildcard`))
    .innerJoin("group_policies as gp", "gp.policyId", "p.id")
    .select(["gp.groupId as id", "p.statements"])
    .where("p.customerId", "=", p.customerId)
    .where(raw<boolean>`instr(p.statements, '"*"') > 0`),
);

const selectPolicies = prepared<{ customerId: string }>()((p) =>
  sql
    .selectFrom("hierarchies as h")
    .innerJoin("groups as g", "g.hierarchyId", "h.id")
    .innerJoin("group_policies as gp", "gp.groupId", "g.id")
    .innerJoin("policies as p", "p.id", "gp.policyId")
    .select(["g.id", "p.statements"])
    .where("h.customerId", "=", p.customerId),
);

const selectAllPolicies = prepared<object>()(() =>
  sql
    .selectFrom("policies as p")
    .innerJoin("group_policies as gp", "gp.policyId", "p.id")
    .select(["gp.groupId as id", "p.statements"]),
);

const selectActiveNames = prepared<{ customerId: string }>()((p) =>
  sql
    .selectFrom("groups")
    .select(["id", "name"])
    .where("customerId", "=", p.customerId)
    .where("archivedAt", "is", null),
);

/** The names of a customer's active groups, in no order. */
export const activeGroupNames = (db: Database, customerId: string) =>
  selectActiveNames.all(db, { customerId });

/** The statements, as stored JSON, of all policies of a group, those for the talent hub included. */
export const statementTextsOfGroup = (db: Database, id: string): string[] =>
  selectStatements.all(db, { id }).map((row) => row.statements);

/** The ids of a group's active members. */
export const membersOf = (db: Database, id: string): string[] =>
  selectMembers.all(db, { id }).map((row) => row.id);

function byGroup(rows: readonly { id: string; statements: string }[]): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const { id, statements } of rows) groups.set(id, [...(groups.get(id) ?? []), statements]);
  return groups;
}

/** The statements of all policies of a customer's groups by group. */
export const statementTextsByGroup = (db: Database, customerId: string) =>
  byGroup(selectPolicies.all(db, { customerId }));

/**
 * The same by department, of those policies alone that name one of these, of all customers of the region, for policies may
 * name those of others. No index helps: every policy is read once, which only moves of departments ask for.
 */
export function statementTextsNaming(
  db: Database,
  departments: ReadonlySet<string>,
): Map<string, Map<string, string[]>> {
  const naming = new Map<string, { id: string; statements: string }[]>();
  for (const row of selectAllPolicies.all(db, {})) {
    const named = new Set<string>();
    for (const [, id = ""] of row.statements.matchAll(/:([^:"\\]+)"/g))
      if (departments.has(id)) named.add(id);
    for (const id of named) naming.set(id, [...(naming.get(id) ?? []), row]);
  }
  return new Map([...naming].map(([id, rows]) => [id, byGroup(rows)]));
}

/** The same of those policies alone that grant something by "*". */
export const wildcardTextsByGroup = (db: Database, customerId: string) =>
  byGroup(selectWildcards.all(db, { customerId }));

/** A group of this region, archived or not. */
export const findGroup = (db: Database, id: string): Row<"groups"> | undefined => selectById.get(db, { id });

/** Archives (a time) or restores (null) a group; an archived one grants its members nothing. */
export const setGroupArchived = archiver("groups");

const hierarchyName = raw<string>`(SELECT h.name FROM hierarchies h WHERE h.id = g.hierarchyId)`.as(
  "hierarchyName",
);

const selectOne = prepared<{ id: string }>()((p) =>
  sql.selectFrom("groups as g").selectAll("g").select(hierarchyName).where("g.id", "=", p.id),
);

/** A group as lists show it. */
export const findListedGroup = (db: Database, id: string): ListedGroup | undefined =>
  selectOne.get(db, { id });

const updateTexts = prepared<Edition & Pick<Row<"groups">, "id" | "name" | "description" | "updatedAt">>()(
  (p) =>
    sql
      .updateTable("groups")
      .set({ name: p.name, description: p.description, updatedAt: p.updatedAt, ...editionOf(p) })
      .where("id", "=", p.id),
);

/** Changes what a group is called and described by. */
export const updateGroup = (
  db: Database,
  changed: Edition & Pick<Row<"groups">, "id" | "name" | "description" | "updatedAt">,
): void => void updateTexts.run(db, changed);

/** Adds a group with its own policy (GRP-27). */
export function insertGroup(db: Database, group: NewRow<"groups">, policy: NewRow<"policies">): void {
  db.run(sql.insertInto("groups").values(group));
  db.run(sql.insertInto("policies").values(policy));
  db.run(sql.insertInto("group_policies").values({ groupId: group.id, policyId: policy.id, kind: "OWN" }));
}

const insertMember = prepared<{ groupId: string; userId: string; now: number }>()((p) =>
  sql
    .insertInto("group_members")
    .values({ groupId: p.groupId, userId: p.userId, createdAt: p.now })
    .onConflict((conflict) => conflict.doNothing()),
);

const deleteMember = prepared<{ groupId: string; userId: string }>()((p) =>
  sql.deleteFrom("group_members").where("groupId", "=", p.groupId).where("userId", "=", p.userId),
);

/** Puts a user into a group; false when they are in it already. */
export const addMember = (db: Database, groupId: string, userId: string, now: number): boolean =>
  insertMember.run(db, { groupId, userId, now }).changes > 0;

/** Takes a user out of a group; false when they were not in it. */
export const removeMember = (db: Database, groupId: string, userId: string): boolean =>
  deleteMember.run(db, { groupId, userId }).changes > 0;

/** Users by the index that says who is active without reading their rows. */
export const membersIndexed = raw<Row<"users">>`users`.as<"u">(raw`u INDEXED BY users_of_groups`);

/** What is told of people who are in the same groups. */
const alike = ({ callerId, withArchived }: { callerId: string; withArchived: number }) =>
  sql
    .selectFrom(membersIndexed)
    .select([
      raw<number>`count(*)`.as("count"),
      raw<number>`max(u.id = ${callerId})`.as("isCallers"),
      raw<string>`min(u.id)`.as("one"),
      raw<string | null>`(SELECT group_concat(o.groupId) FROM group_members o WHERE o.userId = u.id)`.as(
        "groupIds",
      ),
    ])
    .where(raw<boolean>`(u.archivedAt IS NULL OR ${withArchived})`)
    .groupBy("groupIds");

const alikeInGroups = prepared<{ groupIds: string; callerId: string; withArchived: number }>()((p) =>
  alike(p).where(
    raw<boolean>`u.id IN (SELECT m.userId FROM group_members m
         WHERE m.groupId IN (SELECT value FROM json_each(${p.groupIds})))`,
  ),
);

const alikeOfUsers = prepared<{ userIds: string; callerId: string; withArchived: number }>()((p) =>
  alike(p).where(raw<boolean>`u.id IN (SELECT value FROM json_each(${p.userIds}))`),
);

/** People who are in the same groups, counted: what a change means to one of them it means to all. */
export interface Alikes {
  readonly count: number;
  /** 1 when the caller is one of them. */
  readonly isCallers: number;
  /** The id of one of them. */
  readonly one: string;
  /** The ids of their groups with commas between, in the order of an index: the same text for the same groups. */
  readonly groupIds: string | null;
}

/** The active members of groups by the groups that they are in, each person once; `withArchived` the archived ones, too. */
export const membersAlike = (
  db: Database,
  groupIds: readonly string[],
  callerId: string,
  withArchived = false,
): Alikes[] =>
  alikeInGroups.all(db, {
    ...{ groupIds: JSON.stringify(groupIds), callerId },
    withArchived: withArchived ? 1 : 0,
  });

/** The same of some users instead of groups' members. */
export const usersAlike = (
  db: Database,
  userIds: readonly string[],
  callerId: string,
  withArchived = false,
): Alikes[] =>
  alikeOfUsers.all(db, {
    ...{ userIds: JSON.stringify(userIds), callerId },
    withArchived: withArchived ? 1 : 0,
  });

const selectCustomerGroups = prepared<{ customerId: string; groupIds: string }>()((p) =>
  sql
    .selectFrom("users as u")
    .select([
      raw<string>`min(u.id)`.as("id"),
      raw<string | null>`(SELECT group_concat(o.groupId) FROM group_members o WHERE o.userId = u.id)`.as(
        "groupIds",
      ),
    ])
    .where(
      raw<boolean>`u.id IN (SELECT m.userId FROM group_members m
         WHERE m.groupId IN (SELECT value FROM json_each(${p.groupIds})))`,
    )
    // The sign keeps SQLite from walking everybody of the customer.
    .where(raw<boolean>`+u.customerId = ${p.customerId}`)
    .where("u.archivedAt", "is", null)
    .where("u.userType", "=", "END_USER")
    .groupBy("groupIds"),
);

/** For EXPLAIN QUERY PLAN tests. */
export const groupQueries = {
  selectStatements,
  selectMembers,
  selectWildcards,
  selectPolicies,
  selectActiveNames,
  selectCustomerGroups,
  alikeInGroups,
  alikeOfUsers,
};

/** Of the customer's own active people in some of these groups, one for each set of groups that anyone of them is in. */
export const onePerGroups = (db: Database, customerId: string, groupIds: readonly string[]) =>
  selectCustomerGroups.all(db, { customerId, groupIds: JSON.stringify(groupIds) });

const selectNaming = prepared<{ customerId: string; code: string; service: string; policyId: string }>()(
  (p) =>
    sql
      .selectFrom("hierarchies as h")
      .innerJoin("groups as g", "g.hierarchyId", "h.id")
      .innerJoin("group_policies as gp", "gp.groupId", "g.id")
      .innerJoin("policies as p", "p.id", "gp.policyId")
      .select(["g.id", "gp.policyId", "p.statements"])
      .where("h.customerId", "=", p.customerId)
      .where("g.archivedAt", "is", null)
      .where("gp.kind", "in", ["OWN", "ATTACHED"])
      .where(
        raw<boolean>`(p.id = ${p.policyId} OR instr(p.statements, ${p.code}) > 0
        OR instr(p.statements, ${p.service}) > 0 OR instr(p.statements, '"*"') > 0)`,
      ),
);

/**
 * The customer's active groups with the policies that could grant `code`, as they are stored: those that name it, its
 * service's wildcard or the whole wildcard, and the policy `policyId` whatever it says.
 */
export const policiesNaming = (db: Database, customerId: string, code: string, policyId = "") =>
  selectNaming.all(db, {
    customerId,
    code: JSON.stringify(code),
    service: JSON.stringify(`${serviceOf(code)}:*`),
    policyId,
  });

const selectGranting = prepared<{ groupId: string; isRestored: number }>()((p) =>
  sql
    .selectFrom("groups as g")
    .innerJoin("group_policies as gp", "gp.groupId", "g.id")
    .innerJoin("policies as p", "p.id", "gp.policyId")
    .select(["gp.policyId", "p.statements"])
    .where("g.id", "=", p.groupId)
    .where(raw<boolean>`(g.archivedAt IS NULL OR ${p.isRestored})`)
    .where("gp.kind", "in", ["OWN", "ATTACHED"]),
);

/** A policy of a group, as it is stored. */
export interface GrantingPolicy {
  readonly policyId: string;
  readonly statements: string;
}

/**
 * The policies of a group that grant its members something in this console, with their stored statements; none of an
 * archived one, unless what it had is asked for (`isRestored`).
 */
export const grantingPolicies = (db: Database, groupId: string, isRestored = false): GrantingPolicy[] =>
  selectGranting.all(db, { groupId, isRestored: isRestored ? 1 : 0 });

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

export type ListedGroup = Row<"groups"> & { hierarchyName: string };

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
    .select(hierarchyName)
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
