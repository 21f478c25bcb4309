/** Single users; lists of them are in areas/users. */
import { emailText } from "../../shared/pasted";
import type { Reader, Writer } from "../store/engine";
import type { ApiContext } from "./context";
import type { Row } from "../store/tables";
import { batchInserter } from "../store/batch-insert";
import { anyOf } from "../store/dialect";
import { prepared, sql } from "../store/sql";
import { rowsBy, batchLoader } from "../store/batch-loader";
import { compareNames } from "./text";

const selectById = prepared<{ id: string }>()((p) =>
  sql.selectFrom("users").selectAll().where("id", "=", p.id),
);

const selectAccounts = prepared<{ email: string }>()((p) =>
  sql.selectFrom("user_directory").selectAll().where("email", "=", p.email).orderBy("awsRegion"),
);

const selectGroupIds = prepared<{ userId: string }>()((p) =>
  sql.selectFrom("group_members").select("groupId").where("userId", "=", p.userId).orderBy("groupId"),
);

const selectStatements = prepared<{ userIds: readonly string[] }>()((p) =>
  sql
    .selectFrom("group_members as m")
    .innerJoin("groups as g", "g.id", "m.groupId")
    .innerJoin("group_policies as gp", "gp.groupId", "g.id")
    .innerJoin("policies as p", "p.id", "gp.policyId")
    .select(["m.userId", "p.statements"])
    .where(anyOf("m.userId", p.userIds))
    .where("g.archivedAt", "is", null)
    .where("gp.kind", "in", ["OWN", "ATTACHED"]),
);

const selectHomes = prepared<{ ids: readonly string[] }>()((p) =>
  sql.selectFrom("user_directory").select(["id", "awsRegion"]).where(anyOf("id", p.ids)),
);

const selectByIds = prepared<{ ids: readonly string[] }>()((p) =>
  sql.selectFrom("users").selectAll().where(anyOf("id", p.ids)),
);

const updateLastActive = prepared<{ id: string; now: number }>()((p) =>
  sql.updateTable("users").set({ lastActive: p.now }).where("id", "=", p.id),
);

/** Normalizes an email for storage and comparison (USER-69). */
export function normalizeEmail(email: string): string {
  return emailText(email).toLowerCase();
}

/** True if an account has a password. SSO accounts never have one, nor a lock or a code (USER-121). */
export const hasPassword = ({ source }: Pick<Row<"users">, "source">): boolean => source !== "SSO";

/** Returns a user by id, archived or not; undefined if unknown. `db` must be the user's region. */
export const findUser = (db: Reader, id: string) => selectById.get(db, { id });

const homeOf = batchLoader(
  async (db, ids) =>
    new Map((await selectHomes.all(db, { ids })).map(({ id, awsRegion }) => [id, awsRegion])),
);
/** Returns a user of this region. Concurrent calls are batched into one query. */
export const userAmong = batchLoader(
  async (db, ids) => new Map((await selectByIds.all(db, { ids })).map((user) => [user.id, user])),
);

/** Returns a user of any region, archived or not. Concurrent calls are batched. */
export async function userOfAnyRegion({ db, readerOf }: Pick<ApiContext, "db" | "readerOf">, id: string) {
  const home = await homeOf(db, id);
  return home && (await userAmong(readerOf(home), id));
}

/** Returns the display name of a user of any region, archived or not; null if unknown. */
export async function displayNameOf(
  ctx: Pick<ApiContext, "db" | "readerOf">,
  id: string,
): Promise<string | null> {
  const user = await userOfAnyRegion(ctx, id);
  return user ? `${user.firstName} ${user.lastName}`.trim() || user.username : null;
}

/** Returns the ids of the user's groups, archived ones included. */
export const groupIdsOf = async (db: Reader, userId: string) =>
  (await selectGroupIds.all(db, { userId })).map((row) => row.groupId);

/** Adds a user to a group they are not a member of. */
export const addMember = batchInserter("group_members", {
  groupId: "text",
  userId: "text",
  createdAt: "bigint",
});

const selectGroups = prepared<{ userIds: readonly string[] }>()((p) =>
  sql
    .selectFrom("group_members as m")
    .innerJoin("groups as g", "g.id", "m.groupId")
    .select(["m.userId", "g.id", "g.name", "g.archivedAt"])
    .where(anyOf("m.userId", p.userIds)),
);

/** A group as listed in a user's details. */
export type GroupOfUser = Pick<Row<"groups">, "id" | "name" | "archivedAt">;

const groupsOfUsers = batchLoader(async (db, userIds) =>
  rowsBy(await selectGroups.all(db, { userIds }), ({ userId }) => userId),
);

/** Returns the user's groups by name, archived ones included (USER-43). */
export const groupsOfUser = async (db: Reader, userId: string): Promise<GroupOfUser[]> =>
  ((await groupsOfUsers(db, userId)) ?? [])
    .map(({ id, name, archivedAt }) => ({ id, name, archivedAt }))
    .sort((a, b) => compareNames(a.name, b.name) || (a.id < b.id ? -1 : 1));

const statementsOfUsers = batchLoader(async (db, userIds) =>
  rowsBy(await selectStatements.all(db, { userIds }), ({ userId }) => userId),
);

/**
 * Returns the statements (stored JSON) of all policies that apply to the user. Archived groups grant nothing
 * (GRP-18).
 */
export const statementTextsOf = async (db: Reader, userId: string): Promise<string[]> =>
  ((await statementsOfUsers(db, userId)) ?? []).map(({ statements }) => statements);

export async function touchLastActive(db: Writer, id: string, now: number): Promise<void> {
  await updateLastActive.run(db, { id, now });
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

/** Stores a password chosen by the user. */
export const setPassword = (db: Writer, id: string, passwordHash: string, now: number) =>
  updatePassword.run(db, { id, passwordHash, now });

/** Returns all regions' accounts with this email, archived ones included. */
export const accountsWithEmail = (db: Reader, email: string): Promise<Row<"user_directory">[]> =>
  selectAccounts.all(db, { email });
