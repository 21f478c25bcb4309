/** Users: their rows, their groups and policies. */
import { setOf, updateBy } from "../../core/statements.store";
import { addMember } from "../../core/users.store";
import { adderOf } from "../../store/adding";
import { archiver } from "../../core/archiving.store";
import { editionColumns, type Edition } from "../../core/editions";
import { userNameKey } from "../../core/user-names";
import type { Reader, Writer } from "../../store/engine";
import { mapTogether } from "../../store/in-turn";
import type { Row } from "../../store/tables";
import { anyOf } from "../../store/dialect";
import { prepared, sql } from "../../store/sql";
import { together } from "../../store/together";

const selectByEmails = prepared<{ emails: readonly string[] }>()((p) =>
  sql.selectFrom("users").selectAll().where(anyOf("email", p.emails)),
);

/** `email` as made by normalizeEmail; those that are asked for side by side are read together. */
export const findUserByEmail = together(
  async (db, emails) => new Map((await selectByEmails.all(db, { emails })).map((user) => [user.email, user])),
);

const addUser = adderOf("users", {
  ...{ id: "text", organizationId: "text", customerId: "text", hierarchyId: "text", source: "text" },
  ...{ userType: "text", username: "text", email: "text", firstName: "text", lastName: "text" },
  ...{ nameKey: "text", phoneNumber: "text", passwordHash: "text", mustChangePassword: "bigint" },
  ...{ lastPasswordUpdatedAt: "bigint", mfaEnabled: "bigint", mfaMethod: "text", notes: "text" },
  ...{ defaultCustomerId: "text", lastActive: "bigint", createdAt: "bigint", updatedAt: "bigint" },
  ...{ archivedAt: "bigint", changedAt: "bigint", changedBy: "text" },
});
const addToDirectory = adderOf("user_directory", {
  ...{ id: "text", email: "text", awsRegion: "text", organizationId: "text", customerId: "text" },
  ...{ archivedAt: "bigint" },
});
const addCustomer = adderOf("user_customers", { userId: "text", customerId: "text" });

type Unsaid = "mustChangePassword" | "mfaEnabled" | "changedAt" | "changedBy";

/** A user without what the table says by itself. */
export type UserToAdd = Omit<Row<"users">, Unsaid | "nameKey" | "groupCount" | "version"> &
  Partial<Pick<Row<"users">, Unsaid>>;

/**
 * Adds a user with its groups to the region and the directory, and gives it its customer; those that are added side by
 * side are written together.
 */
export async function insertUser(db: Writer, user: UserToAdd, groupIds: readonly string[]): Promise<void> {
  const { id, email, organizationId, customerId, archivedAt, createdAt } = user;
  const unsaid = { mustChangePassword: 0, mfaEnabled: 0, changedAt: null, changedBy: null } as const;
  await addUser(db, { ...unsaid, ...user, nameKey: userNameKey(user) });
  await addToDirectory(db, { id, email, awsRegion: db.awsRegion, organizationId, customerId, archivedAt });
  await addCustomer(db, { userId: id, customerId });
  await mapTogether(groupIds, (groupId) => addMember(db, { groupId, userId: id, createdAt }));
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

const setMfaOf = setOf("users", "mfaEnabled", "mfaMethod", "updatedAt");

/** Turns multi-factor of a user on or off (MFA-01). */
export const setMfa = (db: Writer, id: string, isOn: boolean, now: number): Promise<void> =>
  setMfaOf(db, id, { mfaEnabled: isOn ? 1 : 0, mfaMethod: isOn ? "Email" : null, updatedAt: now });

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
