/** Users: their rows, their groups and policies. */
import { selectBy, setOf, updateBy } from "../../core/statements.store";
import { addMember } from "../../core/users.store";
import { archiver } from "../../core/archiving.store";
import { editionColumns, type Edition } from "../../core/editions";
import { userNameKey } from "../../core/user-names";
import type { Reader, Writer } from "../../store/engine";
import { mapTogether } from "../../store/in-turn";
import type { NewRow, Row } from "../../store/tables";
import { prepared, sql } from "../../store/sql";

const selectByEmail = selectBy("users", "email");

/** `email` as made by normalizeEmail. */
export const findUserByEmail = (db: Reader, email: string) => selectByEmail.get(db, { email });

/** Adds a user with its groups to the region and the directory, and gives it its customer. */
export async function insertUser(
  db: Writer,
  user: NewRow<"users">,
  groupIds: readonly string[],
): Promise<void> {
  const { id, email, organizationId, customerId, archivedAt, createdAt } = user;
  await db.run(sql.insertInto("users").values({ ...user, nameKey: userNameKey(user) }));
  await mapTogether(groupIds, (groupId) => addMember(db, { groupId, userId: id, createdAt }));
  const { awsRegion } = db;
  await db.run(
    sql.insertInto("user_directory").values({ id, email, awsRegion, organizationId, customerId, archivedAt }),
  );
  await db.run(sql.insertInto("user_customers").values({ userId: id, customerId }));
}

const update = updateBy(
  "users",
  ["id"],
  "firstName",
  "lastName",
  "phoneNumber",
  "nameKey",
  ...editionColumns,
  "updatedAt",
);

/** Stores what was entered about a user (USER-83). */
export async function updateUser(
  db: Writer,
  user: Pick<Row<"users">, "id" | "username">,
  changes: Pick<Row<"users">, "firstName" | "lastName" | "phoneNumber">,
  edition: Edition,
  now: number,
): Promise<void> {
  const nameKey = userNameKey({ ...user, ...changes });
  await update.run(db, { ...changes, ...edition, id: user.id, nameKey, updatedAt: now });
}

const archiveInRegion = archiver("users");

const setInDirectory = setOf("user_directory", "archivedAt");

/** Archives (a time) or restores (null) a user: groups, password and lock stay as they are (USER-39). */
export async function setUserArchived(
  db: Writer,
  id: string,
  archivedAt: number | null,
  now: number,
): Promise<void> {
  await archiveInRegion(db, id, archivedAt, now);
  await setInDirectory(db, id, { archivedAt });
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
export const policiesOfUser = (db: Reader, userId: string): Promise<PolicyOfUser[]> =>
  selectPoliciesWithGroups.all(db, { userId });

/** For EXPLAIN QUERY PLAN tests. */
export const userQueries = { selectPoliciesWithGroups };
