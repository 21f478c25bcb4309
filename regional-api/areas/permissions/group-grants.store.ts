/** Queries for what groups grant, and to which users; every check of rights uses them. */
import type { ExpressionBuilder } from "kysely";
import type { Reader } from "../../store/engine";
import { anyOf, bit, contains, from, concatSorted, literal, withoutIndex } from "../../store/dialect";
import { prepared, sql } from "../../store/sql";
import { rowsBy, batchLoader } from "../../store/batch-loader";
import { serviceOf } from "../../core/policy";
import type { Row, Tables } from "../../store/tables";
import type { Bit } from "../../store/tables/columns";

const selectById = prepared<{ id: string }>()((p) =>
  sql.selectFrom("groups").selectAll().where("id", "=", p.id),
);

const selectStatements = prepared<{ ids: readonly string[] }>()((p) =>
  sql
    .selectFrom("group_policies as gp")
    .innerJoin("policies as p", "p.id", "gp.policyId")
    .select(["gp.groupId", "p.statements"])
    .where(anyOf("gp.groupId", p.ids)),
);

const selectMembers = prepared<{ ids: readonly string[] }>()((p) =>
  sql
    .selectFrom("group_members as m")
    .innerJoin("users as u", "u.id", "m.userId")
    .select(["m.groupId", "u.id"])
    .where(anyOf("m.groupId", p.ids))
    .where("u.archivedAt", "is", null)
    .orderBy("m.groupId")
    .orderBy("m.userId"),
);

/** Must match the expression of the index exactly, or the index is not used. */
const hasWildcard = contains("p.statements", literal('"*"'));

const selectWildcards = prepared<{ customerId: string }>()((p) =>
  sql
    .selectFrom(from("policies as p", { index: "policies_wildcard" }))
    .innerJoin("group_policies as gp", "gp.policyId", "p.id")
    .select(["gp.groupId as id", "p.statements"])
    .where("p.customerId", "=", p.customerId)
    .where(hasWildcard),
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

const statementsOfGroups = batchLoader(async (db, ids) =>
  rowsBy(await selectStatements.all(db, { ids }), ({ groupId }) => groupId),
);

/** Returns the stored JSON statements of all policies of a group, including those for the talent hub. */
export const statementTextsOfGroup = async (db: Reader, id: string): Promise<string[]> =>
  ((await statementsOfGroups(db, id)) ?? []).map(({ statements }) => statements);

const membersOfGroups = batchLoader(async (db, ids) =>
  rowsBy(await selectMembers.all(db, { ids }), ({ groupId }) => groupId),
);

/** Returns the ids of a group's active members. */
export const membersOf = async (db: Reader, id: string): Promise<string[]> =>
  ((await membersOfGroups(db, id)) ?? []).map((row) => row.id);

const selectWithMembers = prepared<{ ids: readonly string[] }>()((p) =>
  sql
    .selectFrom("groups as g")
    .select("g.id")
    .where(anyOf("g.id", p.ids))
    .where((g) =>
      g.exists(
        g
          .selectFrom("group_members as m")
          .innerJoin("users as u", "u.id", "m.userId")
          .select("u.id")
          .whereRef("m.groupId", "=", "g.id")
          .where("u.archivedAt", "is", null),
      ),
    ),
);

/** Returns those of the groups that have an active member. */
export const groupsWithMembers = async (db: Reader, ids: readonly string[]): Promise<Set<string>> =>
  new Set((await selectWithMembers.all(db, { ids })).map(({ id }) => id));

function byGroup(rows: readonly { id: string; statements: string }[]): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const { id, statements } of rows) groups.set(id, [...(groups.get(id) ?? []), statements]);
  return groups;
}

/** Returns the statements of all policies of a customer's groups, by group. */
export const statementTextsByGroup = async (db: Reader, customerId: string) =>
  byGroup(await selectPolicies.all(db, { customerId }));

/**
 * Returns the statements of all policies that name one of the departments, by department and group. Covers
 * policies of every customer of the region, since they may name departments of other customers. Scans all
 * policies, because no index helps; only moves of departments need it.
 */
export async function statementTextsNaming(
  db: Reader,
  departments: ReadonlySet<string>,
): Promise<Map<string, Map<string, string[]>>> {
  const naming = new Map<string, { id: string; statements: string }[]>();
  for (const row of await selectAllPolicies.all(db, {})) {
    const named = new Set<string>();
    for (const [, id = ""] of row.statements.matchAll(/:([^:"\\]+)"/g))
      if (departments.has(id)) named.add(id);
    for (const id of named) naming.set(id, [...(naming.get(id) ?? []), row]);
  }
  return new Map([...naming].map(([id, rows]) => [id, byGroup(rows)]));
}

/** Returns the statements of a customer's policies that grant anything by "*", by group. */
export const wildcardTextsByGroup = async (db: Reader, customerId: string) =>
  byGroup(await selectWildcards.all(db, { customerId }));

/** Returns a group of this region, archived or not. */
export const findGroup = (db: Reader, id: string): Promise<Row<"groups"> | undefined> =>
  selectById.get(db, { id });

const selectAmong = prepared<{ ids: readonly string[] }>()((p) =>
  sql.selectFrom("groups").selectAll().where(anyOf("id", p.ids)),
);

/** Like findGroup. Concurrent calls are batched into one query. */
export const groupAmong = batchLoader(
  async (db, ids) => new Map((await selectAmong.all(db, { ids })).map((group) => [group.id, group])),
);

/** Users, read from an index that covers the active state, without reading their rows. */
const membersIndexed = from("users as u", { index: "users_of_groups" });

/** SQL expression for a user's groups, as one text. */
const groupIdsOf = (u: ExpressionBuilder<Tables & { u: Tables["users"] }, "u">) =>
  u
    .selectFrom("group_members as o")
    .select(concatSorted("o.groupId").as("ids"))
    .whereRef("o.userId", "=", "u.id");

/** SQL subquery for the ids of users who are in one of these groups. */
const usersInGroups = (groupIds: readonly string[]) =>
  sql.selectFrom("group_members as m").select("m.userId").where(anyOf("m.groupId", groupIds));

/** Query that groups users by their set of groups. */
const usersByGroups = ({ callerId, withArchived }: { callerId: string; withArchived: Bit }) =>
  sql
    .selectFrom(membersIndexed)
    .select((u) => [
      u.fn.countAll<number>().as("count"),
      u.fn.max(bit(u("u.id", "=", callerId))).as("isCallers"),
      groupIdsOf(u).as("groupIds"),
    ])
    .where((u) => u.or([u("u.archivedAt", "is", null), u(u.val(withArchived), "=", 1)]))
    .groupBy("groupIds");

const selectMembersByGroups = prepared<{
  groupIds: readonly string[];
  callerId: string;
  withArchived: Bit;
}>()((p) => usersByGroups(p).where("u.id", "in", usersInGroups(p.groupIds)));

const selectUsersByGroups = prepared<{ userIds: readonly string[]; callerId: string; withArchived: Bit }>()(
  (p) => usersByGroups(p).where(anyOf("u.id", p.userIds)),
);

/** Users with the same set of groups, and their number; a change has the same effect on all of them. */
export interface UsersByGroups {
  readonly count: number;
  /** 1 if the caller is one of these users, else 0. */
  readonly isCallers: number;
  /** The users' group ids, comma-separated in index order, so that equal sets give equal texts. */
  readonly groupIds: string | null;
}

/**
 * Returns the members of the groups by their set of groups, each user once; `withArchived` includes archived
 * users.
 */
export const membersByGroups = (
  db: Reader,
  groupIds: readonly string[],
  callerId: string,
  withArchived = false,
): Promise<UsersByGroups[]> =>
  selectMembersByGroups.all(db, { groupIds, callerId, withArchived: withArchived ? 1 : 0 });

/** Returns the users by their set of groups, each user once; `withArchived` includes archived users. */
export const listedUsersByGroups = (
  db: Reader,
  userIds: readonly string[],
  callerId: string,
  withArchived = false,
): Promise<UsersByGroups[]> =>
  selectUsersByGroups.all(db, { userIds, callerId, withArchived: withArchived ? 1 : 0 });

export const selectCustomerGroups = prepared<{ customerId: string; groupIds: readonly string[] }>()((p) =>
  sql
    .selectFrom("users as u")
    .select((u) => ["u.source", u.fn.countAll<number>().as("count"), groupIdsOf(u).as("groupIds")])
    .where("u.id", "in", usersInGroups(p.groupIds))
    // Keeps the planner from scanning all users of the customer.
    .where(withoutIndex("u.customerId"), "=", p.customerId)
    .where("u.archivedAt", "is", null)
    .where("u.userType", "=", "END_USER")
    // Accounts created by single sign-on never have a password (AUTH-46).
    .where((u) =>
      u.or([
        u("u.source", "=", "LOCAL"),
        u.exists(
          u
            .selectFrom("sso_configs as s")
            .select("s.customerId")
            .where("s.customerId", "=", p.customerId)
            .where("s.enabled", "=", 1),
        ),
      ]),
    )
    .groupBy(["groupIds", "u.source"]),
);

/**
 * Returns the customer's own active users in one of these groups who have a password or sign in by enabled
 * single sign-on, counted per set of groups. Accounts created by single sign-on are counted separately.
 */
export const ownPeopleByGroups = (db: Reader, customerId: string, groupIds: readonly string[]) =>
  selectCustomerGroups.all(db, { customerId, groupIds });

const selectWithCode = prepared<{ customerId: string; code: string; service: string; policyId: string }>()(
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
      .where((where) =>
        where.or([
          where("p.id", "=", p.policyId),
          ...[p.code, p.service].map((part) => contains("p.statements", part)),
          hasWildcard,
        ]),
      ),
);

/**
 * Returns the customer's active groups with their stored policies that could grant `code`: those that name
 * it, its service's wildcard or the full wildcard, and policy `policyId` in any case.
 */
export const policiesWithCode = (db: Reader, customerId: string, code: string, policyId = "") =>
  selectWithCode.all(db, {
    customerId,
    code: JSON.stringify(code),
    service: JSON.stringify(`${serviceOf(code)}:*`),
    policyId,
  });

const selectGranting = prepared<{ groupIds: readonly string[]; isRestored: Bit; isHub: Bit }>()((p) =>
  sql
    .selectFrom("groups as g")
    .innerJoin("group_policies as gp", "gp.groupId", "g.id")
    .innerJoin("policies as p", "p.id", "gp.policyId")
    .select(["gp.groupId", "gp.policyId", "p.statements"])
    .where(anyOf("g.id", p.groupIds))
    .where((g) => g.or([g("g.archivedAt", "is", null), g(g.val(p.isRestored), "=", 1)]))
    .where((g) => g(g.val(p.isHub), "=", bit(g("gp.kind", "=", "TALENT_HUB")))),
);

const policiesOfGroups = batchLoader(async (db, groupIds, scope) =>
  rowsBy(
    await selectGranting.all(db, {
      groupIds,
      isRestored: scope === "restored" ? 1 : 0,
      isHub: scope === "hub" ? 1 : 0,
    }),
    ({ groupId }) => groupId,
  ),
);

/** A policy of a group, as stored. */
export interface GrantingPolicy {
  readonly policyId: string;
  readonly statements: string;
}

/**
 * Returns the policies of a group that grant its members rights in this console, with their stored
 * statements. An archived group has none, unless `isRestored` asks for those it would have again.
 */
export const grantingPolicies = async (
  db: Reader,
  groupId: string,
  isRestored = false,
): Promise<GrantingPolicy[]> =>
  ((await policiesOfGroups(db, groupId, isRestored ? "restored" : "")) ?? []).map(
    ({ policyId, statements }) => ({ policyId, statements }),
  );

/** Returns the stored statements of a group's talent hub rules; none for an archived group. */
export const hubTextsOf = async (db: Reader, groupId: string): Promise<string[]> =>
  ((await policiesOfGroups(db, groupId, "hub")) ?? []).map(({ statements }) => statements);

const selectGroups = prepared<{ ids: readonly string[] }>()((p) =>
  sql
    .selectFrom("group_policies as gp")
    .innerJoin("groups as g", "g.id", "gp.groupId")
    .select(["gp.policyId", "g.id", "g.name", "g.archivedAt", "gp.kind"])
    .select(["g.policiesVersion", "g.policiesChangedAt", "g.policiesChangedBy"])
    .where(anyOf("gp.policyId", p.ids))
    .orderBy("g.nameKey"),
);

const groupsOfPolicies = batchLoader(async (db, ids) =>
  rowsBy(await selectGroups.all(db, { ids }), ({ policyId }) => policyId),
);

/** Returns the groups that have a policy, by name, with the kind of the link. */
export const groupsOfPolicy = async (db: Reader, id: string) => (await groupsOfPolicies(db, id)) ?? [];
