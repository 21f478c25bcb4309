/** Deletes what has expired, a bounded number of rows at a time, so that no call waits for it. */
import { eventsKeptMs } from "./areas/event-logs/event-logs.rules";
import { bulkKeptMs, bulkPlanKeptMs } from "./areas/bulk-jobs/bulk-jobs.rules";
import type { Writer, Regions } from "./store/engine";
import { sweepRecord } from "./store/record-chain";
import { idempotencyMs } from "./core/idempotency.store";
import { forgetSourceMs } from "./areas/auth/login-attempts.store";
import { lostAnswerMs, refreshGraceMs } from "./core/sessions.store";
import { uploadKeptMs, uploadUnbegunMs } from "./areas/users/user-uploads.store";

const batch = 500;
const dayMs = 24 * 3_600_000;
/** How long it is told what a run of retention did (RET-05). */
const runsKeptMs = 400 * dayMs;

// Tables without rowid and a DELETE without LIMIT: the keys are picked first.
const directorySweeps: [text: string, bound: (now: number) => number][] = [
  [
    `DELETE FROM session_tokens WHERE hash IN
       (SELECT hash FROM session_tokens WHERE expiresAt < @bound LIMIT ${batch})`,
    (now) => now,
  ],
  [
    // A sealed successor is of no use after the grace once it was shown; both were made when it was exchanged.
    `UPDATE session_tokens SET successor = NULL WHERE hash IN
       (SELECT hash FROM session_tokens AS old WHERE successor IS NOT NULL AND rotatedAt < @bound AND EXISTS
         (SELECT 1 FROM session_tokens WHERE sessionId = old.sessionId AND createdAt = old.rotatedAt
            AND (usedAt IS NOT NULL OR rotatedAt IS NOT NULL)) LIMIT ${batch})`,
    (now) => now - refreshGraceMs,
  ],
  [
    `UPDATE session_tokens SET successor = NULL WHERE hash IN
       (SELECT hash FROM session_tokens WHERE successor IS NOT NULL AND rotatedAt < @bound LIMIT ${batch})`,
    (now) => now - lostAnswerMs,
  ],
  [
    `DELETE FROM sessions WHERE id IN (SELECT id FROM sessions WHERE expiresAt < @bound LIMIT ${batch})`,
    (now) => now,
  ],
  [
    `DELETE FROM remembered_devices WHERE (tokenHash, userId) IN
       (SELECT tokenHash, userId FROM remembered_devices WHERE expiresAt < @bound LIMIT ${batch})`,
    (now) => now,
  ],
  [
    `DELETE FROM one_time_codes WHERE id IN
       (SELECT id FROM one_time_codes WHERE expiresAt < @bound LIMIT ${batch})`,
    (now) => now - dayMs,
  ],
  [
    `DELETE FROM sso_requests WHERE id IN (SELECT id FROM sso_requests WHERE expiresAt < @bound LIMIT ${batch})`,
    (now) => now,
  ],
  [
    `DELETE FROM sso_assertions WHERE (customerId, id) IN
       (SELECT customerId, id FROM sso_assertions WHERE expiresAt < @bound LIMIT ${batch})`,
    (now) => now,
  ],
  [
    // Failures count "in a row" for a day; a lock outlives that only when set for longer.
    `DELETE FROM login_attempts WHERE (awsRegion, email) IN
       (SELECT awsRegion, email FROM login_attempts
        WHERE updatedAt < @bound AND coalesce(lockedUntil, 0) < @bound LIMIT ${batch})`,
    (now) => now - dayMs,
  ],
  [
    `DELETE FROM sign_in_sources WHERE (awsRegion, email, source) IN
       (SELECT awsRegion, email, source FROM sign_in_sources WHERE updatedAt < @bound LIMIT ${batch})`,
    (now) => now - forgetSourceMs,
  ],
];

const regionSweeps: typeof directorySweeps = [
  [
    `DELETE FROM idempotency WHERE (userId, operation, key) IN
       (SELECT userId, operation, key FROM idempotency WHERE createdAt < @bound LIMIT ${batch})`,
    (now) => now - idempotencyMs,
  ],
  [
    `DELETE FROM end_user_uploads WHERE (customerId, uploadId) IN
       (SELECT customerId, uploadId FROM end_user_uploads WHERE createdAt < @bound LIMIT ${batch})`,
    (now) => now - uploadKeptMs,
  ],
  [
    `DELETE FROM end_user_uploads WHERE (customerId, uploadId) IN
       (SELECT customerId, uploadId FROM end_user_uploads
        WHERE begunAt IS NULL AND createdAt < @bound LIMIT ${batch})`,
    (now) => now - uploadUnbegunMs,
  ],
  // The rows of a job go first, a batch at a time, then the job.
  ...(
    [
      ["TRUE", bulkKeptMs],
      ["state = 'PLANNED'", bulkPlanKeptMs],
    ] as const
  ).flatMap(([which, keptMs]): typeof directorySweeps => [
    [
      `DELETE FROM bulk_job_rows WHERE (job, position) IN
         (SELECT job, position FROM bulk_job_rows WHERE job IN
           (SELECT seq FROM bulk_jobs WHERE ${which} AND createdAt < @bound) LIMIT ${batch})`,
      (now) => now - keptMs,
    ],
    [
      `DELETE FROM bulk_jobs WHERE ${which} AND createdAt < @bound AND NOT EXISTS
         (SELECT 1 FROM bulk_job_rows WHERE job = bulk_jobs.seq)`,
      (now) => now - keptMs,
    ],
  ]),
  [
    // As long as what the event logs say of them. They hold temporary passwords and people's addresses.
    `DELETE FROM outbox WHERE id IN
       (SELECT id FROM outbox WHERE createdAt < @bound ORDER BY createdAt LIMIT ${batch})`,
    (now) => now - eventsKeptMs,
  ],
  [
    `DELETE FROM access_packs WHERE seq IN
       (SELECT seq FROM access_packs WHERE endsAt <= @bound ORDER BY endsAt LIMIT ${batch})`,
    (now) => now,
  ],
  [
    `DELETE FROM retention_runs WHERE seq IN
       (SELECT seq FROM retention_runs WHERE day < @bound AND endedAt IS NOT NULL LIMIT ${batch})`,
    (now) => Math.floor((now - runsKeptMs) / dayMs),
  ],
  // Events are written in about the order of time: the oldest rows come first.
  ...["email_events", "sms_events"].map((table): (typeof directorySweeps)[number] => [
    `DELETE FROM ${table} WHERE seq IN (SELECT seq FROM
       (SELECT seq, timestamp FROM ${table} ORDER BY seq LIMIT ${batch}) WHERE timestamp < @bound)`,
    (now) => now - eventsKeptMs,
  ]),
];

/** One round; entries of the record stay for `keptMs`. Gives the number of rows it took away or cleaned. */
export function sweep(databases: Regions, now: number, keptMs = 400 * dayMs): number {
  const run = (db: Writer, [text, bound]: (typeof directorySweeps)[number]) =>
    db.statement(text).run({ bound: bound(now) }).changes;
  let sum = 0;
  const [first] = databases.all();
  // A transaction each: requests come in between.
  for (const one of directorySweeps) sum += first?.write((db) => run(db, one)) ?? 0;
  for (const region of databases.all()) {
    for (const one of regionSweeps) sum += region.write((db) => run(db, one));
    sum += region.write((db) => sweepRecord(db, now - keptMs));
  }
  return sum;
}
