/** Users, their groups and policies. */
import { findBy, setOf, updateBy } from "../../core/statements.store";
import { addMember } from "../../core/users.store";
import { batchInserter } from "../../store/batch-insert";
import { archiver } from "../../core/archiving.store";
import { editionColumns, type Edition } from "../../core/optimistic-lock";
import { userNameKey } from "../../core/user-names";
import type { Reader, Writer } from "../../store/engine";
import { mapConcurrently } from "../../store/sequential";
import type { Row } from "../../store/tables";
import type { PolicyOfGroup } from "../permissions/explained-permissions";
import { anyOf } from "../../store/dialect";
import { prepared, sql } from "../../store/sql";
import { batchLoader } from "../../store/batch-loader";

const selectByEmails = prepared<{ emails: readonly string[] }>()((p) =>
  sql.selectFrom("users").selectAll().where(anyOf("email", p.emails)),
);

/** Returns a user by `email` (normalized by normalizeEmail). Concurrent calls are batched into one query. */
export const findUserByEmail = batchLoader(
  async (db, emails) => new Map((await selectByEmails.all(db, { emails })).map((user) => [user.email, user])),
);

const addUser = batchInserter("users", {
  ...{ id: "text", organizationId: "text", customerId: "text", hierarchyId: "text", source: "text" },
  ...{ userType: "text", username: "text", email: "text", firstName: "text", lastName: "text" },
  ...{ nameKey: "text", phoneNumber: "text", passwordHash: "text", mustChangePassword: "bigint" },
  ...{ lastPasswordUpdatedAt: "bigint", mfaEnabled: "bigint", mfaMethod: "text", notes: "text" },
  ...{ defaultCustomerId: "text", lastActive: "bigint", createdAt: "bigint", updatedAt: "bigint" },
  ...{ archivedAt: "bigint", changedAt: "bigint", changedBy: "text" },
});
const addToDirectory = batchInserter("user_directory", {
  ...{ id: "text", email: "text", awsRegion: "text", organizationId: "text", customerId: "text" },
  ...{ archivedAt: "bigint" },
});
const addCustomer = batchInserter("user_customers", { userId: "text", customerId: "text" });

type DefaultedColumns = "mustChangePassword" | "mfaEnabled" | "changedAt" | "changedBy";

/** A user to insert; columns with defaults may be omitted. */
export type UserToAdd = Omit<Row<"users">, DefaultedColumns | "nameKey" | "groupCount" | "version"> &
  Partial<Pick<Row<"users">, DefaultedColumns>>;

/**
 * Adds a user with groups to the region and the directory, and links it to its customer. Concurrent calls are
 * batched.
 */
export async function insertUser(db: Writer, user: UserToAdd, groupIds: readonly string[]): Promise<void> {
  const { id, email, organizationId, customerId, archivedAt, createdAt } = user;
  const unsaid = { mustChangePassword: 0, mfaEnabled: 0, changedAt: null, changedBy: null } as const;
  await addUser(db, { ...unsaid, ...user, nameKey: userNameKey(user) });
  await addToDirectory(db, { id, email, awsRegion: db.awsRegion, organizationId, customerId, archivedAt });
  await addCustomer(db, { userId: id, customerId });
  await mapConcurrently(groupIds, (groupId) => addMember(db, { groupId, userId: id, createdAt }));
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

/** Stores the editable fields of a user (USER-83). */
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

const setDefaultOf = setOf("users", "defaultCustomerId");

/** Stores the user's default customer (SHELL-04). */
export const setDefaultCustomer = (db: Writer, id: string, defaultCustomerId: string): Promise<void> =>
  setDefaultOf(db, id, { defaultCustomerId });

const setMfaOf = setOf("users", "mfaEnabled", "mfaMethod", "updatedAt");

/** Turns a user's multi-factor authentication on or off (MFA-01). */
export const setMfa = (db: Writer, id: string, isOn: boolean, now: number): Promise<void> =>
  setMfaOf(db, id, { mfaEnabled: isOn ? 1 : 0, mfaMethod: isOn ? "Email" : null, updatedAt: now });

const archiveInRegion = archiver("users");

const setInDirectory = setOf("user_directory", "archivedAt");

/** Archives (a time) or restores (null) a user; groups, password and lock are kept (USER-39). */
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

/** Returns the policies that `statementTextsOf` reads, with their groups (USER-88). */
export const policiesOfUser = (db: Reader, userId: string): Promise<PolicyOfGroup[]> =>
  selectPoliciesWithGroups.all(db, { userId });

const findMembership = findBy("group_members", "groupId", "userId");

/** Returns when the user was added to the group; undefined for a user who is not in it. */
export const joinedAt = async (db: Reader, groupId: string, userId: string): Promise<number | undefined> =>
  (await findMembership(db, groupId, userId))?.createdAt;
