/**
 * Counts wrong passwords and codes (AUTH-16, AUTH-87), both per source and per email, so that unknown emails
 * behave like known ones. A source that locks an account waits longer each time, while the account reopens
 * for other sources after five minutes; so an attacker who knows an email cannot lock out its owner
 * permanently.
 */
import { deleteBy, selectBy, upsertBy } from "../../core/statements.store";
import type { AwsRegion } from "../../../shared/regions";
import type { Reader, Writer } from "../../store/engine";
import type { Row } from "../../store/tables";
import { anyOf } from "../../store/dialect";
import { prepared, sql } from "../../store/sql";
import { batchLoader } from "../../store/batch-loader";

const maxFailures = 5;
const lockMs = 5 * 60_000;
/** Maximum wait imposed on a source. */
const maxRefusalMs = 60 * 60_000;
/** A source with no failures for this long starts from zero. */
export const forgetSourceMs = 24 * 3_600_000;

export interface Account {
  readonly awsRegion: AwsRegion;
  /** Lower case. */
  readonly email: string;
}

/** Source of an attempt: a client address, or a browser remembered by the account's owner. */
export interface Source {
  /** SHA-256; addresses are not stored. */
  readonly hash: Buffer;
  /**
   * True for a remembered browser. It is not locked by the failures of other sources, nor do its failures
   * lock them (AUTH-88).
   */
  readonly isRemembered: boolean;
}

type Attempts = Pick<Row<"login_attempts">, "failures" | "codeFailures" | "lockedUntil">;

const select = selectBy("login_attempts", "awsRegion", "email");

const upsert = upsertBy(
  "login_attempts",
  ["awsRegion", "email"],
  "failures",
  "codeFailures",
  "lockedUntil",
  "updatedAt",
);

const remove = deleteBy("login_attempts", "awsRegion", "email");

const selectSource = selectBy("sign_in_sources", "awsRegion", "email", "source");

const upsertSource = upsertBy(
  "sign_in_sources",
  ["awsRegion", "email", "source"],
  "failures",
  "strikes",
  "refusedUntil",
  "updatedAt",
);

const removeSource = deleteBy("sign_in_sources", "awsRegion", "email", "source");

const removeSources = deleteBy("sign_in_sources", "awsRegion", "email");

const selectLocks = prepared<{ awsRegion: AwsRegion; emails: readonly string[] }>()((p) =>
  sql
    .selectFrom("login_attempts")
    .select(["email", "lockedUntil"])
    .where("awsRegion", "=", p.awsRegion)
    .where(anyOf("email", p.emails)),
);

const nothing: Attempts = { failures: 0, codeFailures: 0, lockedUntil: null };

/** Returns the failures that count at `now`; an expired lock resets them. */
async function attemptsOf(db: Reader, account: Account, now: number): Promise<Attempts> {
  const known = await select.get(db, account);
  const isOver = known?.lockedUntil != null && known.lockedUntil <= now;
  return known && !isOver ? known : nothing;
}

const lockedUntil = batchLoader(
  async (db, emails) =>
    new Map(
      (await selectLocks.all(db, { awsRegion: db.awsRegion, emails })).map((row) => [
        row.email,
        row.lockedUntil ?? 0,
      ]),
    ),
);

/**
 * True if the region's account with this email is locked at `now`, by whichever source (USER-03, USER-59).
 */
export const isLocked = async (db: Reader, email: string, now: number): Promise<boolean> =>
  ((await lockedUntil(db, email)) ?? 0) > now;

/** Returns the source's remaining wait in ms, which may outlast the account's lock (AUTH-100). */
export async function sourceWaitMs(
  db: Reader,
  account: Account,
  { hash }: Source,
  now: number,
): Promise<number> {
  const refusedUntil = (await selectSource.get(db, { ...account, source: hash }))?.refusedUntil ?? 0;
  return Math.max(0, refusedUntil - now);
}

/** True if password sign-ins from this source are refused at `now`, right or wrong (AUTH-18). */
export async function isRefused(db: Reader, account: Account, source: Source, now: number): Promise<boolean> {
  const isLocked = !source.isRemembered && ((await attemptsOf(db, account, now)).lockedUntil ?? 0) > now;
  return isLocked || (await sourceWaitMs(db, account, source, now)) > 0;
}

/** True if the account is locked and wrong codes contributed to it; codes are then refused (AUTH-87). */
export async function isLockedByCodes(db: Reader, account: Account, now: number): Promise<boolean> {
  const { codeFailures, lockedUntil } = await attemptsOf(db, account, now);
  return codeFailures > 0 && (lockedUntil ?? 0) > now;
}

/** Counts a failure; the fifth locks the account. Returns the number of tries left. */
async function count(
  db: Writer,
  account: Account,
  kind: "failures" | "codeFailures",
  now: number,
): Promise<number> {
  const known = await attemptsOf(db, account, now);
  const counted = { ...known, [kind]: known[kind] + 1 };
  const triesLeft = Math.max(0, maxFailures - counted.failures - counted.codeFailures);
  const lockedUntil = triesLeft === 0 ? now + lockMs : null;
  await upsert.run(db, { ...account, ...counted, lockedUntil, updatedAt: now });
  return triesLeft;
}

async function countAt(db: Writer, account: Account, source: Source, now: number): Promise<number> {
  const key = { ...account, source: source.hash };
  const found = await selectSource.get(db, key);
  const known = found && now - found.updatedAt < forgetSourceMs ? found : undefined;
  const isOver = known?.refusedUntil != null;
  const failures = (known && !isOver ? known.failures : 0) + 1;
  const strikes = known?.strikes ?? 0;
  const isStrike = failures >= maxFailures;
  await upsertSource.run(db, {
    ...key,
    failures,
    strikes: isStrike ? strikes + 1 : strikes,
    refusedUntil: isStrike ? now + Math.min(lockMs * 2 ** strikes, maxRefusalMs) : null,
    updatedAt: now,
  });
  return Math.max(0, maxFailures - failures);
}

/** Counts a wrong password. Returns the number of tries left; at 0, further passwords are refused. */
export async function recordFailure(
  db: Writer,
  account: Account,
  source: Source,
  now: number,
): Promise<number> {
  const here = await countAt(db, account, source, now);
  return source.isRemembered ? here : Math.min(here, await count(db, account, "failures", now));
}

/** Counts a wrong code (AUTH-87). Returns the number of tries left; at 0, the account is locked. */
export const recordWrongCode = (db: Writer, account: Account, now: number): Promise<number> =>
  count(db, account, "codeFailures", now);

/** Resets the count after a correct password. Wrong codes still count (AUTH-87). */
export async function clearPasswordFailures(
  db: Writer,
  account: Account,
  source: Source,
  now: number,
): Promise<void> {
  await removeSource(db, account.awsRegion, account.email, source.hash);
  // A remembered browser may sign in despite a lock, which then stays in place for other sources.
  if (source.isRemembered) return;
  const { codeFailures } = await attemptsOf(db, account, now);
  if (codeFailures === 0) await remove(db, account.awsRegion, account.email);
  else await upsert.run(db, { ...account, failures: 0, codeFailures, lockedUntil: null, updatedAt: now });
}

/** Resets all failures, after a correct password and code. */
export const clearFailures = (db: Writer, account: Account) => remove(db, account.awsRegion, account.email);

/** Unlocks an account for an administrator, including all sources. */
export async function unlock(db: Writer, account: Account): Promise<void> {
  await remove(db, account.awsRegion, account.email);
  await removeSources(db, account.awsRegion, account.email);
}
