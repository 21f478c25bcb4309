/** Authenticator apps and recovery codes of users of all regions, one row per user. */
import { deleteBy, selectBy, updateBy, upsertBy } from "../../core/statements.store";
import type { Reader, Writer } from "../../store/engine";
import type { Row } from "../../store/tables";
import { anyOf } from "../../store/dialect";
import { prepared, sql } from "../../store/sql";
import { batchLoader } from "../../store/batch-loader";

/** An authenticator app, confirmed or being set up. */
export type Authenticator = Row<"authenticators">;

const select = selectBy("authenticators", "userId");

const upsert = upsertBy(
  "authenticators",
  ["userId"],
  ...(["secret", "keyId", "createdAt", "confirmedAt", "lastStep", "wrongTries", "wrongSince"] as const),
  "recoveryCodes",
);

const setTaken = updateBy("authenticators", ["userId"], "lastStep", "wrongTries", "wrongSince");

const setWrong = updateBy("authenticators", ["userId"], "wrongTries", "wrongSince");

const setCodes = updateBy("authenticators", ["userId"], "recoveryCodes");

const setSecret = updateBy("authenticators", ["userId"], "secret", "keyId");

const remove = deleteBy("authenticators", "userId");

const selectEnrolled = prepared<{ userIds: readonly string[] }>()((p) =>
  sql
    .selectFrom("authenticators")
    .select("userId")
    .where(anyOf("userId", p.userIds))
    .where("confirmedAt", "is not", null),
);

const selectSealedWithOtherKey = prepared<{ keyId: string; limit: number }>()((p) =>
  sql.selectFrom("authenticators").selectAll().where("keyId", "<>", p.keyId).limit(p.limit),
);

/** Returns a user's app, confirmed or not. */
export const authenticatorOf = (db: Reader, userId: string): Promise<Authenticator | undefined> =>
  select.get(db, { userId });

const enrolled = batchLoader(
  async (db, userIds) =>
    new Map((await selectEnrolled.all(db, { userIds })).map(({ userId }) => [userId, true])),
);

/** True if the user has a confirmed app. Concurrent calls are batched into one query. */
export const hasAuthenticator = async (db: Reader, userId: string): Promise<boolean> =>
  (await enrolled(db, userId)) === true;

/** Stores an app, replacing any existing one. */
export async function storeAuthenticator(db: Writer, row: Authenticator): Promise<void> {
  await upsert.run(db, row);
}

/**
 * Records the time step of an accepted code, so that it cannot be replayed, and resets the count of wrong
 * codes.
 */
export async function noteStep(db: Writer, userId: string, lastStep: number): Promise<void> {
  await setTaken.run(db, { userId, lastStep, wrongTries: 0, wrongSince: null });
}

/** Stores the number of wrong codes and the time of the first. */
export async function noteWrongTries(
  db: Writer,
  row: Pick<Authenticator, "userId" | "wrongTries" | "wrongSince">,
): Promise<void> {
  await setWrong.run(db, row);
}

/** Stores the remaining recovery codes or a new set. */
export async function storeRecoveryCodes(
  db: Writer,
  row: Pick<Authenticator, "userId" | "recoveryCodes">,
): Promise<void> {
  await setCodes.run(db, row);
}

/** Stores a re-encrypted secret. */
export async function storeSecret(
  db: Writer,
  row: Pick<Authenticator, "userId" | "secret" | "keyId">,
): Promise<void> {
  await setSecret.run(db, row);
}

/** Removes a user's app and recovery codes. */
export async function removeAuthenticator(db: Writer, userId: string): Promise<void> {
  await remove(db, userId);
}

/** Returns apps with a secret that is encrypted with another key than this one. */
export const sealedWithOtherKey = (db: Reader, keyId: string, limit: number): Promise<Authenticator[]> =>
  selectSealedWithOtherKey.all(db, { keyId, limit });
