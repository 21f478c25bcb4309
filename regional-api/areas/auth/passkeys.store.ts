/** Passkeys of users of all regions, and the challenges of passkeys being added (MFA-09). */
import { deleteBy, insertOf, selectBy, updateBy, upsertBy } from "../../core/statements.store";
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

const selectOne = selectBy("passkeys", "id");

const setUsed = updateBy("passkeys", ["id"], "counter", "lastUsedAt");

const setName = updateBy("passkeys", ["id", "userId"], "name");

const remove = deleteBy("passkeys", "id", "userId");

const removeAll = deleteBy("passkeys", "userId");

const upsertChallenge = upsertBy("passkey_challenges", ["userId"], "sessionId", "challenge", "expiresAt");

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
export const findPasskey = (db: Reader, id: string) => selectOne.get(db, { id });

export const addPasskey = insertOf("passkeys");

/** Records a sign-in by passkey. */
export const notePasskeyUsed = (db: Writer, used: { id: string; counter: number; lastUsedAt: number }) =>
  setUsed.run(db, used);

export const renamePasskey = (db: Writer, named: Pick<Passkey, "id" | "userId" | "name">) =>
  setName.run(db, named);

export const removePasskey = (db: Writer, userId: string, id: string) => remove.run(db, { id, userId });

export const removePasskeysOf = (db: Writer, userId: string) => removeAll.run(db, { userId });

/** Stores the challenge of a passkey being added, replacing the previous one. */
export const keepChallenge = (db: Writer, row: Row<"passkey_challenges">) => upsertChallenge.run(db, row);

/** Removes the user's challenge, and returns it if it belongs to this session and is not expired. */
export async function takeChallenge(
  db: Writer,
  userId: string,
  sessionId: string,
  now: number,
): Promise<string | undefined> {
  const kept = await selectChallenge.get(db, { userId });
  await removeChallenge.run(db, { userId });
  return kept?.sessionId === sessionId && kept.expiresAt > now ? kept.challenge : undefined;
}
