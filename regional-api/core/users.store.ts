/** Users, one by one; lists of them are in areas/users. */
import { editionOf, type Edition } from "./editions";
import { userNameKey } from "./user-names";
import type { Database, Databases } from "../store/database";
import type { NewRow, Row } from "../store/tables";
import { prepared, sql } from "../store/sql";

const selectById = prepared<{ id: string }>()((p) =>
  sql.selectFrom("users").selectAll().where("id", "=", p.id),
);

const selectByEmail = prepared<{ email: string }>()((p) =>
  sql.selectFrom("users").selectAll().where("email", "=", p.email),
);

const selectAccounts = prepared<{ email: string }>()((p) =>
  sql.selectFrom("user_directory").selectAll().where("email", "=", p.email).orderBy("awsRegion"),
);

const selectGroupIds = prepared<{ userId: string }>()((p) =>
  sql.selectFrom("group_members").select("groupId").where("userId", "=", p.userId).orderBy("groupId"),
);

const selectStatements = prepared<{ userId: string }>()((p) =>
  sql
    .selectFrom("group_members as m")
    .innerJoin("groups as g", "g.id", "m.groupId")
    .innerJoin("group_policies as gp", "gp.groupId", "g.id")
    .innerJoin("policies as p", "p.id", "gp.policyId")
    .select("p.statements")
    .where("m.userId", "=", p.userId)
    .where("g.archivedAt", "is", null)
    .where("gp.kind", "in", ["OWN", "ATTACHED"]),
);

const selectHome = prepared<{ id: string }>()((p) =>
  sql.selectFrom("user_directory").select("awsRegion").where("id", "=", p.id),
);

const updateLastActive = prepared<{ id: string; now: number }>()((p) =>
  sql.updateTable("users").set({ lastActive: p.now }).where("id", "=", p.id),
);

/** The way emails are stored and compared (USER-69). */
export function normalizeEmail(email: string): string {
  return email.trim().toLowerCase();
}

/** `db` must be the user's region; undefined when there is none, archived users are found. */
export const findUser = (db: Database, id: string) => selectById.get(db, { id });

/** A user of any region, archived or not. */
export function userOfAnyRegion(databases: Databases, id: string) {
  const [anyRegion] = databases.all();
  const home = anyRegion && selectHome.get(anyRegion, { id });
  return home && findUser(databases.region(home.awsRegion), id);
}

/** What others call a user of any region, archived or not; null for one who is not there. */
export function displayNameOf(databases: Databases, id: string): string | null {
  const user = userOfAnyRegion(databases, id);
  return user ? `${user.firstName} ${user.lastName}`.trim() || user.username : null;
}

/** `email` as made by normalizeEmail. */
export const findUserByEmail = (db: Database, email: string) => selectByEmail.get(db, { email });

/** Every group of the user, archived ones included. */
export const groupIdsOf = (db: Database, userId: string) =>
  selectGroupIds.all(db, { userId }).map((row) => row.groupId);

/** The statements, as stored JSON, of all policies that count for the user: archived groups grant nothing (GRP-18). */
export const statementTextsOf = (db: Database, userId: string) =>
  selectStatements.all(db, { userId }).map((row) => row.statements);

export function touchLastActive(db: Database, id: string, now: number): void {
  updateLastActive.run(db, { id, now });
}

const updatePassword = prepared<{ id: string; passwordHash: string; now: number }>()((p) =>
  sql
    .updateTable("users")
    .set({
      passwordHash: p.passwordHash,
      mustChangePassword: 0,
      lastPasswordUpdatedAt: p.now,
      updatedAt: p.now,
    })
    .where("id", "=", p.id),
);

/** A password the user chose. */
export const setPassword = (db: Database, id: string, passwordHash: string, now: number) =>
  updatePassword.run(db, { id, passwordHash, now });

/** The accounts with this email over all regions, archived ones included. */
export const accountsWithEmail = (db: Database, email: string): Row<"user_directory">[] =>
  selectAccounts.all(db, { email });

/** Adds a user with its groups to the region and the directory, and gives it its customer. */
export function insertUser(db: Database, user: NewRow<"users">, groupIds: readonly string[]): void {
  const { id, email, organizationId, customerId, archivedAt, createdAt } = user;
  db.transaction(() => {
    db.run(sql.insertInto("users").values({ ...user, nameKey: userNameKey(user) }));
    for (const groupId of groupIds) {
      db.run(sql.insertInto("group_members").values({ groupId, userId: id, createdAt }));
    }
    const { awsRegion } = db;
    db.run(
      sql
        .insertInto("user_directory")
        .values({ id, email, awsRegion, organizationId, customerId, archivedAt }),
    );
    db.run(sql.insertInto("user_customers").values({ userId: id, customerId }));
  });
}

const update = prepared<
  Edition & Pick<Row<"users">, "id" | "firstName" | "lastName" | "phoneNumber" | "nameKey"> & { now: number }
>()((p) =>
  sql
    .updateTable("users")
    .set({
      firstName: p.firstName,
      lastName: p.lastName,
      phoneNumber: p.phoneNumber,
      nameKey: p.nameKey,
      ...editionOf(p),
      updatedAt: p.now,
    })
    .where("id", "=", p.id),
);

/** Stores what was entered about a user (USER-83). */
export function updateUser(
  db: Database,
  user: Pick<Row<"users">, "id" | "username">,
  changes: Pick<Row<"users">, "firstName" | "lastName" | "phoneNumber">,
  edition: Edition,
  now: number,
): void {
  const nameKey = userNameKey({ ...user, ...changes });
  update.run(db, { ...changes, ...editionOf(edition), id: user.id, nameKey, now });
}

const archiveRegion = prepared<{ id: string; archivedAt: number | null; now: number }>()((p) =>
  sql.updateTable("users").set({ archivedAt: p.archivedAt, updatedAt: p.now }).where("id", "=", p.id),
);

const archiveDirectory = prepared<{ id: string; archivedAt: number | null }>()((p) =>
  sql.updateTable("user_directory").set({ archivedAt: p.archivedAt }).where("id", "=", p.id),
);

/** Archives (a time) or restores (null) a user: groups, password and lock stay as they are (USER-39). */
export function setUserArchived(db: Database, id: string, archivedAt: number | null, now: number): void {
  db.transaction(() => {
    archiveRegion.run(db, { id, archivedAt, now });
    archiveDirectory.run(db, { id, archivedAt });
  });
}

const selectGroups = prepared<{ userId: string }>()((p) =>
  sql
    .selectFrom("group_members as m")
    .innerJoin("groups as g", "g.id", "m.groupId")
    .select(["g.id", "g.name", "g.archivedAt"])
    .where("m.userId", "=", p.userId),
);

/** A group as somebody's details name it. */
export type GroupOfUser = Pick<Row<"groups">, "id" | "name" | "archivedAt">;

/** The user's groups by name, archived ones included (USER-43). */
export const groupsOfUser = (db: Database, userId: string): GroupOfUser[] =>
  selectGroups
    .all(db, { userId })
    .sort((a, b) => a.name.localeCompare(b.name, "en") || (a.id < b.id ? -1 : 1));

const selectPoliciesWithGroups = prepared<{ userId: string }>()((p) =>
  sql
    .selectFrom("group_members as m")
    .innerJoin("groups as g", "g.id", "m.groupId")
    .innerJoin("group_policies as gp", "gp.groupId", "g.id")
    .innerJoin("policies as p", "p.id", "gp.policyId")
    .select([
      "g.id as groupId",
      "g.name as groupName",
      "p.id as policyId",
      "p.name as policyName",
      "p.statements",
    ])
    .where("m.userId", "=", p.userId)
    .where("g.archivedAt", "is", null)
    .where("gp.kind", "in", ["OWN", "ATTACHED"])
    .orderBy("g.name")
    .orderBy("p.name"),
);

/** A policy that counts for somebody, and the group that has it. */
export interface PolicyOfUser {
  readonly groupId: string;
  readonly groupName: string;
  readonly policyId: string;
  readonly policyName: string;
  /** Stored JSON. */
  readonly statements: string;
}

/** The policies behind `statementTextsOf`, with where they come from (USER-88). */
export const policiesOfUser = (db: Database, userId: string): PolicyOfUser[] =>
  selectPoliciesWithGroups.all(db, { userId });

/** For EXPLAIN QUERY PLAN tests. */
export const userQueries = { selectGroups, selectPoliciesWithGroups };
