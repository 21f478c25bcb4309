/** Users, one by one; lists of them are in areas/users. */
import type { Reader, Writer } from "../store/engine";
import type { ApiContext } from "./context";
import type { Row } from "../store/tables";
import { prepared, sql } from "../store/sql";

const selectById = prepared<{ id: string }>()((p) =>
  sql.selectFrom("users").selectAll().where("id", "=", p.id),
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
export const findUser = (db: Reader, id: string) => selectById.get(db, { id });

/** A user of any region, archived or not. */
export function userOfAnyRegion({ db, readerOf }: Pick<ApiContext, "db" | "readerOf">, id: string) {
  const home = selectHome.get(db, { id });
  return home && findUser(readerOf(home.awsRegion), id);
}

/** What others call a user of any region, archived or not; null for one who is not there. */
export function displayNameOf(ctx: Pick<ApiContext, "db" | "readerOf">, id: string): string | null {
  const user = userOfAnyRegion(ctx, id);
  return user ? `${user.firstName} ${user.lastName}`.trim() || user.username : null;
}

/** Every group of the user, archived ones included. */
export const groupIdsOf = (db: Reader, userId: string) =>
  selectGroupIds.all(db, { userId }).map((row) => row.groupId);

const selectGroups = prepared<{ userId: string }>()((p) =>
  sql
    .selectFrom("group_members as m")
    .innerJoin("groups as g", "g.id", "m.groupId")
    .select(["g.id", "g.name", "g.archivedAt"])
    .where("m.userId", "=", p.userId),
);

/** A group as somebody's details name it. */
export type GroupOfUser = Pick<Row<"groups">, "id" | "name" | "archivedAt">;

/** For EXPLAIN QUERY PLAN tests. */
export const groupsOfUserQueries = { selectGroups };

/** The user's groups by name, archived ones included (USER-43). */
export const groupsOfUser = (db: Reader, userId: string): GroupOfUser[] =>
  selectGroups
    .all(db, { userId })
    .sort((a, b) => a.name.localeCompare(b.name, "en") || (a.id < b.id ? -1 : 1));

/** The statements, as stored JSON, of all policies that count for the user: archived groups grant nothing (GRP-18). */
export const statementTextsOf = (db: Reader, userId: string) =>
  selectStatements.all(db, { userId }).map((row) => row.statements);

export function touchLastActive(db: Writer, id: string, now: number): void {
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
export const setPassword = (db: Writer, id: string, passwordHash: string, now: number) =>
  updatePassword.run(db, { id, passwordHash, now });

/** The accounts with this email over all regions, archived ones included. */
export const accountsWithEmail = (db: Reader, email: string): Row<"user_directory">[] =>
  selectAccounts.all(db, { email });
