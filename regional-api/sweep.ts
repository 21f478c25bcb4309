/** Deletes expired rows in small batches, so that no call has to wait for long. */
import type { Expression } from "kysely";
import { eventsKeptMs } from "./areas/event-logs/event-logs.rules";
import { bulkKeptMs, bulkPlanKeptMs } from "./areas/bulk-jobs/bulk-jobs.rules";
import type { Writer, Regions } from "./store/engine";
import { from, literal, rowIn } from "./store/dialect";
import { chainsToSweep, sweepRecord } from "./store/record-chain";
import { prepared, sql, type PreparedChange } from "./store/sql";
import type { Tables } from "./store/tables";
import { idempotencyMs } from "./core/idempotency.store";
import { forgetSourceMs } from "./areas/auth/login-attempts.store";
import { lostAnswerMs, refreshGraceMs } from "./core/sessions.store";
import { ssoAttemptsKeptMs } from "./areas/sso/sso-attempts.store";
import { uploadKeptMs, uploadUnbegunMs } from "./areas/users/user-uploads.store";

const batch = 500;
const dayMs = 24 * 3_600_000;
/** Retention of the results of retention runs (RET-05). */
const runsKeptMs = 400 * dayMs;

/** Age at which a plan that is still PREPARING counts as abandoned. */
const abandonedPlanMs = 10 * 60_000;

/** A statement that removes a batch of old rows, and a function for the time before which rows are old. */
type Sweep = readonly [change: PreparedChange<{ bound: number }, unknown>, bound: (now: number) => number];

/**
 * Deletes selected rows by their keys, one batch at a time; the subquery is needed because DELETE has no
 * limit.
 */
const taken = (
  table: keyof Tables,
  keys: readonly string[],
  picked: (bound: number) => { limit(rows: number): Expression<unknown> },
  bound: (now: number) => number,
): Sweep => [
  prepared<{ bound: number }>()((p) =>
    sql.deleteFrom(table).where(rowIn(keys, picked(p.bound).limit(batch))),
  ),
  bound,
];

const successors = (bound: number) =>
  sql
    .selectFrom("session_tokens as old")
    .select("old.hash")
    .where("old.successor", "is not", null)
    .where("old.rotatedAt", "<", bound);

/** Clears the encrypted new tokens of an exchange when no repeat can need them. */
const forgotten = (
  picked: (bound: number) => { limit(rows: number): Expression<unknown> },
  bound: (now: number) => number,
): Sweep => [
  prepared<{ bound: number }>()((p) =>
    sql
      .updateTable("session_tokens")
      .set({ successor: null })
      .where(rowIn(["hash"], picked(p.bound).limit(batch))),
  ),
  bound,
];

const directorySweeps: readonly Sweep[] = [
  taken(
    "session_tokens",
    ["hash"],
    (bound) => sql.selectFrom("session_tokens").select("hash").where("expiresAt", "<", bound),
    (now) => now,
  ),
  forgotten(
    // After the grace period, a repeat is refused once one of the new tokens, both issued at the exchange,
    // was used.
    (bound) =>
      successors(bound).where((old) =>
        old.exists(
          old
            .selectFrom("session_tokens as next")
            .select("next.hash")
            .whereRef("next.sessionId", "=", "old.sessionId")
            .whereRef("next.createdAt", "=", "old.rotatedAt")
            .where((next) =>
              next.or([next("next.usedAt", "is not", null), next("next.rotatedAt", "is not", null)]),
            ),
        ),
      ),
    (now) => now - refreshGraceMs,
  ),
  forgotten(successors, (now) => now - lostAnswerMs),
  taken(
    "sessions",
    ["id"],
    (bound) => sql.selectFrom("sessions").select("id").where("expiresAt", "<", bound),
    (now) => now,
  ),
  taken(
    "remembered_devices",
    ["tokenHash", "userId"],
    (bound) =>
      sql.selectFrom("remembered_devices").select(["tokenHash", "userId"]).where("expiresAt", "<", bound),
    (now) => now,
  ),
  taken(
    "known_browsers",
    ["tokenHash", "userId"],
    (bound) =>
      sql.selectFrom("known_browsers").select(["tokenHash", "userId"]).where("expiresAt", "<", bound),
    (now) => now,
  ),
  taken(
    "sign_in_links",
    ["linkHash"],
    (bound) => sql.selectFrom("sign_in_links").select("linkHash").where("expiresAt", "<", bound),
    (now) => now,
  ),
  taken(
    "one_time_codes",
    ["id"],
    (bound) => sql.selectFrom("one_time_codes").select("id").where("expiresAt", "<", bound),
    (now) => now - dayMs,
  ),
  taken(
    "sso_requests",
    ["id"],
    (bound) => sql.selectFrom("sso_requests").select("id").where("expiresAt", "<", bound),
    (now) => now,
  ),
  taken(
    "sso_assertions",
    ["customerId", "id"],
    (bound) => sql.selectFrom("sso_assertions").select(["customerId", "id"]).where("expiresAt", "<", bound),
    (now) => now,
  ),
  taken(
    "login_attempts",
    ["awsRegion", "email"],
    // Failures count as consecutive for a day; a row outlives that only if its lock does.
    (bound) =>
      sql
        .selectFrom("login_attempts")
        .select(["awsRegion", "email"])
        .where("updatedAt", "<", bound)
        .where((attempt) => attempt.fn.coalesce("lockedUntil", attempt.lit(0)), "<", bound),
    (now) => now - dayMs,
  ),
  taken(
    "sign_in_sources",
    ["awsRegion", "email", "source"],
    (bound) =>
      sql
        .selectFrom("sign_in_sources")
        .select(["awsRegion", "email", "source"])
        .where("updatedAt", "<", bound),
    (now) => now - forgetSourceMs,
  ),
];

const uploads = (bound: number) =>
  sql.selectFrom("end_user_uploads").select(["customerId", "uploadId"]).where("createdAt", "<", bound);

const jobs = (bound: number) => sql.selectFrom("bulk_jobs").select("seq").where("createdAt", "<", bound);

/** Deletes the rows of jobs in batches, then the jobs that have no rows left. */
const jobsTaken = (picked: typeof jobs, bound: (now: number) => number): readonly Sweep[] => [
  taken(
    "bulk_job_rows",
    ["job", "position"],
    (before) =>
      sql.selectFrom("bulk_job_rows").select(["job", "position"]).where("job", "in", picked(before)),
    bound,
  ),
  taken(
    "bulk_jobs",
    ["seq"],
    (before) =>
      picked(before).where((job) =>
        job.not(
          job.exists(
            job
              .selectFrom("bulk_job_rows as row")
              .select("row.job")
              .whereRef("row.job", "=", "bulk_jobs.seq"),
          ),
        ),
      ),
    bound,
  ),
];

/** Events are stored roughly in order of time, so the oldest rows come first. */
const eventsTaken = (table: "email_events" | "sms_events"): Sweep =>
  taken(
    table,
    ["seq"],
    (bound) =>
      sql
        .selectFrom(
          sql
            .selectFrom(from(`${table} as event`))
            .select(["event.seq", "event.timestamp"])
            .orderBy("event.seq")
            .limit(batch)
            .as("first"),
        )
        .select("first.seq")
        .where("first.timestamp", "<", bound),
    (now) => now - eventsKeptMs,
  );

const regionSweeps: readonly Sweep[] = [
  taken(
    "idempotency",
    ["userId", "operation", "key"],
    (bound) =>
      sql.selectFrom("idempotency").select(["userId", "operation", "key"]).where("createdAt", "<", bound),
    (now) => now - idempotencyMs,
  ),
  taken("end_user_uploads", ["customerId", "uploadId"], uploads, (now) => now - uploadKeptMs),
  taken(
    "end_user_uploads",
    ["customerId", "uploadId"],
    (bound) => uploads(bound).where("begunAt", "is", null),
    (now) => now - uploadUnbegunMs,
  ),
  ...jobsTaken(jobs, (now) => now - bulkKeptMs),
  ...jobsTaken(
    (bound) => jobs(bound).where("state", "=", literal("PLANNED")),
    (now) => now - bulkPlanKeptMs,
  ),
  // Planning takes seconds, so the process that started this plan must have ended.
  ...jobsTaken(
    (bound) => jobs(bound).where("state", "=", literal("PREPARING")),
    (now) => now - abandonedPlanMs,
  ),
  taken(
    "outbox",
    ["id"],
    // Messages are kept as long as their entries in the event logs, since they contain temporary passwords
    // and addresses.
    (bound) => sql.selectFrom("outbox").select("id").where("createdAt", "<", bound).orderBy("createdAt"),
    (now) => now - eventsKeptMs,
  ),
  taken(
    "access_packs",
    ["seq"],
    (bound) => sql.selectFrom("access_packs").select("seq").where("endsAt", "<=", bound).orderBy("endsAt"),
    (now) => now,
  ),
  taken(
    "retention_runs",
    ["seq"],
    (bound) =>
      sql
        .selectFrom("retention_runs")
        .select("seq")
        .where("day", "<", bound)
        .where("endedAt", "is not", null),
    (now) => Math.floor((now - runsKeptMs) / dayMs),
  ),
  taken(
    "sso_tests",
    ["requestId"],
    (bound) => sql.selectFrom("sso_tests").select("requestId").where("expiresAt", "<", bound),
    (now) => now,
  ),
  taken(
    "sso_attempts",
    ["seq"],
    (bound) => sql.selectFrom("sso_attempts").select("seq").where("attemptedAt", "<", bound),
    (now) => now - ssoAttemptsKeptMs,
  ),
  eventsTaken("email_events"),
  eventsTaken("sms_events"),
];

/** Runs one round; keeps audit entries for `keptMs`. Returns the number of rows deleted or cleared. */
export async function sweep(databases: Regions, now: number, keptMs = 400 * dayMs): Promise<number> {
  const run = async (db: Writer, [change, bound]: Sweep) =>
    (await change.run(db, { bound: bound(now) })).changes;
  let sum = 0;
  const [first] = databases.all();
  // Uses a transaction per statement, so that requests can run in between.
  for (const one of directorySweeps) sum += (await first?.write((db) => run(db, one))) ?? 0;
  for (const region of databases.all()) {
    for (const one of regionSweeps) sum += await region.write((db) => run(db, one));
    for (const chain of await chainsToSweep(region.reader, now - keptMs))
      sum += await region.write((db) => sweepRecord(db, chain, now - keptMs), chain || undefined);
  }
  return sum;
}
