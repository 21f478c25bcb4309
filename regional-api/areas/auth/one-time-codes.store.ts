/** One-time codes and links. A new one voids earlier ones of the same purpose (AUTH-28, AUTH-56). */
import { insertOf, updateBy } from "../../core/statements.store";
import { newId } from "../../core/ids";
import type { AwsRegion } from "../../../shared/regions";
import type { Reader, Writer } from "../../store/engine";
import type { Row } from "../../store/tables";
import { prepared, sql } from "../../store/sql";

type Purpose = Row<"one_time_codes">["purpose"];

interface NewCode {
  readonly purpose: Purpose;
  readonly codeHash: Buffer;
  readonly userId: string;
  readonly awsRegion: AwsRegion;
  readonly lifetimeMs: number;
  /** JSON with conditions that are checked when the code is used. */
  readonly data?: string;
  /** True to keep the user's earlier codes of this purpose valid. */
  readonly leavesEarlier?: boolean;
}

const insert = insertOf("one_time_codes");

const voidAll = prepared<{ userId: string; purpose: Purpose; now: number }>()((p) =>
  sql
    .updateTable("one_time_codes")
    .set({ usedAt: p.now })
    .where("userId", "=", p.userId)
    .where("purpose", "=", p.purpose)
    .where("usedAt", "is", null),
);

const selectOpenOfUser = prepared<{ userId: string; purpose: Purpose }>()((p) =>
  sql
    .selectFrom("one_time_codes")
    .selectAll()
    .where("userId", "=", p.userId)
    .where("purpose", "=", p.purpose)
    .where("usedAt", "is", null)
    .orderBy("createdAt", "desc")
    .limit(1),
);

const selectOpenByHash = prepared<{ codeHash: Buffer; purpose: Purpose }>()((p) =>
  sql
    .selectFrom("one_time_codes")
    .selectAll()
    .where("purpose", "=", p.purpose)
    .where("codeHash", "=", p.codeHash)
    .where("usedAt", "is", null)
    .limit(1),
);

const markUsed = updateBy("one_time_codes", ["id"], "usedAt");

const bind = updateBy("one_time_codes", ["id"], "data");

const countAttempt = prepared<{ id: string }>()((p) =>
  sql
    .updateTable("one_time_codes")
    .set((row) => ({ attempts: row("attempts", "+", 1) }))
    .where("id", "=", p.id),
);

/** Stores a code. Voids the user's earlier ones of this purpose unless `leavesEarlier`. */
export async function issueCode(
  db: Writer,
  { lifetimeMs, leavesEarlier = false, data = "{}", ...code }: NewCode,
  now: number,
): Promise<void> {
  if (!leavesEarlier) await voidCodes(db, code.userId, code.purpose, now);
  await insert(db, { ...code, data, id: newId(now), createdAt: now, expiresAt: now + lifetimeMs });
}

/** Voids the user's codes of a purpose. */
export const voidCodes = (db: Writer, userId: string, purpose: Purpose, now: number) =>
  voidAll.run(db, { userId, purpose, now });

/** Replaces the conditions of a code, in the same format as when issued. */
export const bindCode = (db: Writer, id: string, data: string) => bind.run(db, { id, data });

/** Returns the user's newest code that is neither used nor voided; it may be expired. */
export const openCodeOf = (db: Reader, userId: string, purpose: Purpose) =>
  selectOpenOfUser.get(db, { userId, purpose });

/** Returns the code with this hash that is neither used nor voided; it may be expired. */
export const openCodeByHash = (db: Reader, codeHash: Buffer, purpose: Purpose) =>
  selectOpenByHash.get(db, { codeHash, purpose });

export const useCode = (db: Writer, id: string, now: number) => markUsed.run(db, { id, usedAt: now });

/** Number of wrong tries that voids a code. */
const maxCodeAttempts = 5;

/** Counts a wrong try; the fifth voids the code (AUTH-87). Returns true if it did. */
export async function countWrongCode(db: Writer, code: Row<"one_time_codes">, now: number): Promise<boolean> {
  await countAttempt.run(db, { id: code.id });
  const isVoid = code.attempts + 1 >= maxCodeAttempts;
  if (isVoid) await markUsed.run(db, { id: code.id, usedAt: now });
  return isVoid;
}
