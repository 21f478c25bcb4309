/** Counting wrong passwords (AUTH-16): by email, so that unknown emails answer the same. */
import type { AwsRegion } from "../domain/regions";
import type { Database } from "./database";
import { prepared, sql } from "./sql";

export const maxFailures = 5;
export const lockMs = 5 * 60_000;

export interface Account {
  readonly awsRegion: AwsRegion;
  /** Lower case. */
  readonly email: string;
}

const select = prepared<Account>()((p) =>
  sql
    .selectFrom("login_attempts")
    .select(["failures", "lockedUntil"])
    .where("awsRegion", "=", p.awsRegion)
    .where("email", "=", p.email),
);

const upsert = prepared<Account & { failures: number; lockedUntil: number | null; now: number }>()((p) =>
  sql
    .insertInto("login_attempts")
    .values({
      awsRegion: p.awsRegion,
      email: p.email,
      failures: p.failures,
      lockedUntil: p.lockedUntil,
      updatedAt: p.now,
    })
    .onConflict((conflict) =>
      conflict.columns(["awsRegion", "email"]).doUpdateSet((row) => ({
        failures: row.ref("excluded.failures"),
        lockedUntil: row.ref("excluded.lockedUntil"),
        updatedAt: row.ref("excluded.updatedAt"),
      })),
    ),
);

const remove = prepared<Account>()((p) =>
  sql.deleteFrom("login_attempts").where("awsRegion", "=", p.awsRegion).where("email", "=", p.email),
);

/** Whether sign-in to the account is refused at `now`. */
export function isLocked(db: Database, account: Account, now: number): boolean {
  return (select.get(db, account)?.lockedUntil ?? 0) > now;
}

/** Counts a wrong password. Gives the tries left; 0 means that the account is locked now. */
export function recordFailure(db: Database, account: Account, now: number): number {
  return db.transaction(() => {
    const known = select.get(db, account);
    const lockIsOver = known?.lockedUntil != null && known.lockedUntil <= now;
    const failures = (known && !lockIsOver ? known.failures : 0) + 1;
    const lockedUntil = failures >= maxFailures ? now + lockMs : null;
    upsert.run(db, { ...account, failures, lockedUntil, now });
    return Math.max(0, maxFailures - failures);
  });
}

/** A right password, or an administrator's unlock. */
export function clearFailures(db: Database, account: Account): void {
  remove.run(db, account);
}
