import type { Migration } from "./migration";

/**
 * What is done to all rows of a list that match: the rows are written down before anything is done, each with what became
 * of it, so that a job goes on where it was and does nothing twice (BULK-01 to BULK-20).
 */
export const regionBulkJobs: Migration = {
  number: 84,
  name: "region-bulk-jobs",
  file: "region",
  sql: `
    CREATE TABLE bulk_jobs (
      seq INTEGER PRIMARY KEY,
      jobId TEXT NOT NULL,
      customerId TEXT NOT NULL REFERENCES customers (id),
      createdBy TEXT NOT NULL,
      homeRegion TEXT NOT NULL,
      work TEXT NOT NULL CHECK (json_valid(work)),
      origin TEXT,
      undoOf INTEGER REFERENCES bulk_jobs (seq) ON DELETE SET NULL,
      state TEXT NOT NULL CHECK (state IN ('PREPARING', 'PLANNED', 'RUNNING', 'STOPPED', 'DONE')),
      stopReason TEXT CHECK (stopReason IN ('ASKED', 'NOT_ALLOWED', 'FAILED')),
      asOf INTEGER NOT NULL,
      createdAt INTEGER NOT NULL,
      startedAt INTEGER,
      endedAt INTEGER,
      UNIQUE (customerId, jobId)
    ) STRICT;
    CREATE INDEX bulk_jobs_of ON bulk_jobs (customerId, createdBy, createdAt);
    CREATE INDEX bulk_jobs_undo ON bulk_jobs (undoOf);
    CREATE INDEX bulk_jobs_state ON bulk_jobs (state, createdAt);
    CREATE INDEX bulk_jobs_expiry ON bulk_jobs (createdAt);

    CREATE TABLE bulk_job_rows (
      job INTEGER NOT NULL REFERENCES bulk_jobs (seq) ON DELETE CASCADE,
      position INTEGER NOT NULL,
      rowId TEXT NOT NULL,
      unchangedSince INTEGER NOT NULL,
      before TEXT,
      outcome TEXT NOT NULL CHECK (outcome IN ('WAITING', 'DONE', 'SKIPPED')),
      reason TEXT,
      changedAt INTEGER,
      undoneAt INTEGER,
      PRIMARY KEY (job, position)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX bulk_job_rows_outcome ON bulk_job_rows (job, outcome, reason, position);
    CREATE INDEX bulk_job_rows_undone ON bulk_job_rows (job) WHERE undoneAt IS NOT NULL;
  `,
};
