/** Passkeys of users of any region, and the challenges of those that are being added (MFA-09). */
import { deleteBy, insertOf, selectBy, updateBy, upsertBy } from "../../core/statements.store";
import type { Reader, Writer } from "../../store/engine";
import type { Row } from "../../store/tables";
import { prepared, sql } from "../../store/sql";

export type Passkey = Row<"passkeys">;

const selectOfUser = prepared<{ userId: string }>()((p) =>
  sql.selectFrom("passkeys").selectAll().where("userId", "=", p.userId).orderBy("createdAt"),
);

const selectOne = selectBy("passkeys", "id");

const setUsed = updateBy("passkeys", ["id"], "counter", "lastUsedAt");

const remove = deleteBy("passkeys", "id", "userId");

const removeAll = deleteBy("passkeys", "userId");

const upsertChallenge = upsertBy("passkey_challenges", ["userId"], "sessionId", "challenge", "expiresAt");

const selectChallenge = selectBy("passkey_challenges", "userId");

const removeChallenge = deleteBy("passkey_challenges", "userId");

/** For EXPLAIN QUERY PLAN tests. */
export const passkeyQueries = { selectOfUser, selectOne, selectChallenge };

/** A user's passkeys, the oldest first. */
export const passkeysOf = (db: Reader, userId: string): Promise<Passkey[]> =>
  selectOfUser.all(db, { userId });

/** The passkey with this id, whoever's it is. */
export const findPasskey = (db: Reader, id: string) => selectOne.get(db, { id });

export const addPasskey = insertOf("passkeys");

/** Notes a sign-in by a passkey. */
export const notePasskeyUsed = (db: Writer, used: { id: string; counter: number; lastUsedAt: number }) =>
  setUsed.run(db, used);

export const removePasskey = (db: Writer, userId: string, id: string) => remove.run(db, { id, userId });

export const removePasskeysOf = (db: Writer, userId: string) => removeAll.run(db, { userId });

/** Keeps the challenge of a passkey that is being added, in place of the one before. */
export const keepChallenge = (db: Writer, row: Row<"passkey_challenges">) => upsertChallenge.run(db, row);

/** Takes the user's challenge away, and gives it where it is of this session and not too old. */
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
