/** Users, as signing in and the session need them. */
import type { AwsRegion } from "../domain/regions";
import type { Database, Databases } from "./database";
import type { NewRow, Row } from "./schema";
import { prepared, sql } from "./sql";

const selectById = prepared<{ id: string }>()((p) =>
  sql.selectFrom("users").selectAll().where("id", "=", p.id),
);

const selectByEmail = prepared<{ email: string }>()((p) =>
  sql.selectFrom("users").selectAll().where("email", "=", p.email),
);

const selectHomes = prepared<{ email: string }>()((p) =>
  sql
    .selectFrom("user_directory")
    .select(["awsRegion", "archivedAt"])
    .where("email", "=", p.email)
    .orderBy("archivedAt")
    .orderBy("id"),
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

/** What others call a user of any region, archived or not; null for one who is not there. */
export function displayNameOf(databases: Databases, id: string): string | null {
  const [anyRegion] = databases.all();
  const home = anyRegion && selectHome.get(anyRegion, { id });
  const user = home && findUser(databases.region(home.awsRegion), id);
  return user ? `${user.firstName} ${user.lastName}`.trim() || user.username : null;
}

/** `email` as made by normalizeEmail. */
export const findUserByEmail = (db: Database, email: string) => selectByEmail.get(db, { email });

/** The region of the account with this email, an active one before an archived one. */
export function findHomeRegion(db: Database, email: string): AwsRegion | undefined {
  const homes = selectHomes.all(db, { email });
  return (homes.find((home) => home.archivedAt === null) ?? homes[0])?.awsRegion;
}

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
    db.run(sql.insertInto("users").values(user));
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
