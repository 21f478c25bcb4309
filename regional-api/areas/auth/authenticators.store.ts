/** Authenticator apps and recovery codes, one row a user of any region. */
import { deleteBy, selectBy, updateBy, upsertBy } from "../../core/statements.store";
import type { Reader, Writer } from "../../store/engine";
import type { Row } from "../../store/tables";
import { anyOf } from "../../store/dialect";
import { prepared, sql } from "../../store/sql";
import { together } from "../../store/together";

/** An authenticator app that was set up, or is being set up. */
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

const selectOtherwiseSealed = prepared<{ keyId: string; limit: number }>()((p) =>
  sql.selectFrom("authenticators").selectAll().where("keyId", "<>", p.keyId).limit(p.limit),
);

/** For EXPLAIN QUERY PLAN tests. */
export const authenticatorQueries = { select, selectEnrolled };

/** The app of a user, confirmed or not. */
export const authenticatorOf = (db: Reader, userId: string): Promise<Authenticator | undefined> =>
  select.get(db, { userId });

const enrolled = together(
  async (db, userIds) =>
    new Map((await selectEnrolled.all(db, { userIds })).map(({ userId }) => [userId, true])),
);

/** Whether a user has a confirmed app; asked side by side, it is one query. */
export const hasAuthenticator = async (db: Reader, userId: string): Promise<boolean> =>
  (await enrolled(db, userId)) === true;

/** Stores an app, in place of one that is there. */
export async function storeAuthenticator(db: Writer, row: Authenticator): Promise<void> {
  await upsert.run(db, row);
}

/** Notes that the code of a step was taken. */
export async function noteStep(db: Writer, userId: string, lastStep: number): Promise<void> {
  await setTaken.run(db, { userId, lastStep, wrongTries: 0, wrongSince: null });
}

/** Notes how many wrong codes there were, since when. */
export async function noteWrongTries(
  db: Writer,
  row: Pick<Authenticator, "userId" | "wrongTries" | "wrongSince">,
): Promise<void> {
  await setWrong.run(db, row);
}

/** Keeps the recovery codes that are left, or a new set. */
export async function storeRecoveryCodes(
  db: Writer,
  row: Pick<Authenticator, "userId" | "recoveryCodes">,
): Promise<void> {
  await setCodes.run(db, row);
}

/** Keeps a secret as it is sealed now. */
export async function storeSecret(
  db: Writer,
  row: Pick<Authenticator, "userId" | "secret" | "keyId">,
): Promise<void> {
  await setSecret.run(db, row);
}

/** Takes a user's app and recovery codes away. */
export async function removeAuthenticator(db: Writer, userId: string): Promise<void> {
  await remove.run(db, { userId });
}

/** Apps whose secret is sealed with another key than this one. */
export const sealedOtherwise = (db: Reader, keyId: string, limit: number): Promise<Authenticator[]> =>
  selectOtherwiseSealed.all(db, { keyId, limit });
