/** Users: their rows, their groups and policies. */
import { editionOf, type Edition } from "../../core/editions";
import { userNameKey } from "../../core/user-names";
import type { Reader, Writer } from "../../store/engine";
import type { NewRow, Row } from "../../store/tables";
import { prepared, sql } from "../../store/sql";

const selectByEmail = prepared<{ email: string }>()((p) =>
  sql.selectFrom("users").selectAll().where("email", "=", p.email),
);

/** `email` as made by normalizeEmail. */
export const findUserByEmail = (db: Reader, email: string) => selectByEmail.get(db, { email });

/** Adds a user with its groups to the region and the directory, and gives it its customer. */
export function insertUser(db: Writer, user: NewRow<"users">, groupIds: readonly string[]): void {
  const { id, email, organizationId, customerId, archivedAt, createdAt } = user;
  db.run(sql.insertInto("users").values({ ...user, nameKey: userNameKey(user) }));
  for (const groupId of groupIds) {
    db.run(sql.insertInto("group_members").values({ groupId, userId: id, createdAt }));
  }
  const { awsRegion } = db;
  db.run(
    sql.insertInto("user_directory").values({ id, email, awsRegion, organizationId, customerId, archivedAt }),
  );
  db.run(sql.insertInto("user_customers").values({ userId: id, customerId }));
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
  db: Writer,
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
export function setUserArchived(db: Writer, id: string, archivedAt: number | null, now: number): void {
  archiveRegion.run(db, { id, archivedAt, now });
  archiveDirectory.run(db, { id, archivedAt });
}

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
export const policiesOfUser = (db: Reader, userId: string): PolicyOfUser[] =>
  selectPoliciesWithGroups.all(db, { userId });

/** For EXPLAIN QUERY PLAN tests. */
export const userQueries = { selectPoliciesWithGroups };
