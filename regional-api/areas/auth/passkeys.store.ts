/** Passkeys of users of all regions, and the challenges of passkeys being added (MFA-09). */
import { deleteBy, findBy, insertOf, selectBy, updateBy, upsertBy } from "../../core/statements.store";
import type { Reader, Writer } from "../../store/engine";
import type { Row } from "../../store/tables";
import { anyOf } from "../../store/dialect";
import { batchLoader } from "../../store/batch-loader";
import { prepared, sql } from "../../store/sql";

export type Passkey = Row<"passkeys">;

const selectOfUser = prepared<{ userId: string }>()((p) =>
  sql.selectFrom("passkeys").selectAll().where("userId", "=", p.userId).orderBy("createdAt"),
);

const selectHolders = prepared<{ userIds: readonly string[] }>()((p) =>
  sql.selectFrom("passkeys").select("userId").distinct().where(anyOf("userId", p.userIds)),
);

const selectChallenge = selectBy("passkey_challenges", "userId");

const removeChallenge = deleteBy("passkey_challenges", "userId");

/** Returns a user's passkeys, oldest first. */
export const passkeysOf = (db: Reader, userId: string): Promise<Passkey[]> =>
  selectOfUser.all(db, { userId });

const holders = batchLoader(
  async (db, userIds) =>
    new Map((await selectHolders.all(db, { userIds })).map(({ userId }) => [userId, true])),
);

/** True if the user has a passkey. Concurrent calls are batched into one query. */
export const hasPasskey = async (db: Reader, userId: string): Promise<boolean> =>
  (await holders(db, userId)) === true;

/** Returns the passkey with this id, of any user. */
export const findPasskey = findBy("passkeys", "id");

export const addPasskey = insertOf("passkeys");

/** Records a sign-in by passkey. */
export const notePasskeyUsed = updateBy("passkeys", ["id"], "counter", "lastUsedAt").run;

export const renamePasskey = updateBy("passkeys", ["id", "userId"], "name").run;

export const removePasskey = deleteBy("passkeys", "userId", "id");

export const removePasskeysOf = deleteBy("passkeys", "userId");

/** Stores the challenge of a passkey being added, replacing the previous one. */
export const keepChallenge = upsertBy(
  "passkey_challenges",
  ["userId"],
  "sessionId",
  "challenge",
  "expiresAt",
).run;

/** Removes the user's challenge, and returns it if it belongs to this session and is not expired. */
export async function takeChallenge(
  db: Writer,
  userId: string,
  sessionId: string,
  now: number,
): Promise<string | undefined> {
  const kept = await selectChallenge.get(db, { userId });
  await removeChallenge(db, userId);
  return kept?.sessionId === sessionId && kept.expiresAt > now ? kept.challenge : undefined;
}
