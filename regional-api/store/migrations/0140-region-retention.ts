import type { Migration } from "./migration";

/** When something last happened with each candidate, made anew from the rows: what the triggers keep. */
export const fillActivity = `
  UPDATE candidates SET lastActivityAt = latest.at FROM (
    SELECT candidateId, max(at) AS at FROM (
      SELECT id AS candidateId, max(createdAt, updatedAt) AS at FROM candidates
      UNION ALL SELECT candidateId, max(createdAt, updatedAt) FROM applications
      UNION ALL
        SELECT a.candidateId, max(s.createdAt, s.updatedAt, coalesce(s.consentedAt, 0), coalesce(s.submittedAt, 0))
        FROM assessments AS s JOIN applications AS a ON a.id = s.applicationId
      UNION ALL
        SELECT a.candidateId, e.timestamp FROM email_events AS e
        JOIN assessments AS s ON s.id = e.assessmentId JOIN applications AS a ON a.id = s.applicationId
        WHERE e.eventType IN ('Open', 'Click')
      UNION ALL
        SELECT a.candidateId, e.timestamp FROM sms_events AS e
        JOIN assessments AS s ON s.id = e.assessmentId JOIN applications AS a ON a.id = s.applicationId
        WHERE e.smsMessageStatus = 'CLICK'
    ) GROUP BY candidateId
  ) AS latest WHERE latest.candidateId = candidates.id;
`;

const held = (candidateId: string) =>
  `EXISTS (SELECT 1 FROM candidate_holds AS h WHERE h.heldId = ${candidateId})`;
const refuse = "BEGIN SELECT RAISE(ABORT, 'kept by a hold'); END;";
const ofApplication = (applicationId: string) =>
  `(SELECT candidateId FROM applications WHERE id = ${applicationId})`;

/** A trigger that takes something that happened to whom it happened with. */
const active = (
  name: string,
  when: string,
  table: string,
  condition: string,
  candidate: string,
  at: string,
) => `
    CREATE TRIGGER ${name} AFTER ${when} ON ${table} WHEN ${condition} BEGIN
      UPDATE candidates SET lastActivityAt = ${at} WHERE id = ${candidate} AND lastActivityAt < ${at};
    END;`;

const ofAssessment =
  "max(NEW.createdAt, NEW.updatedAt, coalesce(NEW.consentedAt, 0), coalesce(NEW.submittedAt, 0))";

/**
 * Retention that is applied (RET).
 *
 * - candidates.lastActivityAt is what the clock of a candidate starts from; triggers keep it.
 * - assessments.reportRemovedAt tells a report whose time was over from one that never was.
 * - candidate_holds names everybody whom a hold keeps, whatever it lies on. Triggers refuse to remove what is held, so no
 *   statement can, whoever writes it.
 * - retention_begin is when the first run may be: a week after the upgrade of a region that has periods already, which
 *   nothing applied until then.
 */
export const regionRetention: Migration = {
  number: 140,
  name: "region-retention",
  file: "region",
  sql: `
    ALTER TABLE candidates ADD COLUMN lastActivityAt INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE assessments ADD COLUMN reportRemovedAt INTEGER;
    ${fillActivity}
    CREATE INDEX candidates_activity ON candidates (customerId, lastActivityAt, seq) WHERE deidentifiedAt IS NULL;
    CREATE INDEX assessments_report ON assessments (customerId, coalesce(submittedAt, createdAt), seq)
      WHERE insightsLink IS NOT NULL;

    CREATE TABLE retention_holds (
      seq INTEGER PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,
      customerId TEXT NOT NULL REFERENCES customers (id),
      candidateId TEXT REFERENCES candidates (id) ON DELETE CASCADE,
      vacancyId TEXT REFERENCES vacancies (id),
      reason TEXT NOT NULL,
      placedBy TEXT NOT NULL,
      placedAt INTEGER NOT NULL,
      reviewAt INTEGER NOT NULL,
      releasedBy TEXT,
      releasedAt INTEGER,
      releaseReason TEXT,
      CHECK (candidateId IS NULL OR vacancyId IS NULL)
    ) STRICT;
    CREATE INDEX retention_holds_active ON retention_holds (customerId, reviewAt, seq) WHERE releasedAt IS NULL;
    CREATE INDEX retention_holds_released ON retention_holds (customerId, releasedAt, seq)
      WHERE releasedAt IS NOT NULL;
    CREATE INDEX retention_holds_candidate ON retention_holds (candidateId);
    CREATE INDEX retention_holds_vacancy ON retention_holds (vacancyId);

    CREATE VIEW candidate_holds AS
      SELECT candidateId AS heldId, seq FROM retention_holds
        WHERE candidateId IS NOT NULL AND releasedAt IS NULL
      UNION ALL
      SELECT a.candidateId AS heldId, h.seq FROM applications AS a
        JOIN retention_holds AS h ON h.vacancyId = a.vacancyId AND h.releasedAt IS NULL
      UNION ALL
      SELECT c.id AS heldId, h.seq FROM candidates AS c
        JOIN retention_holds AS h ON h.customerId = c.customerId AND h.releasedAt IS NULL
          AND h.candidateId IS NULL AND h.vacancyId IS NULL;

    CREATE TRIGGER candidates_held_kept BEFORE DELETE ON candidates WHEN ${held("OLD.id")} ${refuse}
    CREATE TRIGGER candidates_held_named BEFORE UPDATE OF deidentifiedAt ON candidates
      WHEN OLD.deidentifiedAt IS NULL AND NEW.deidentifiedAt IS NOT NULL AND ${held("OLD.id")} ${refuse}
    CREATE TRIGGER applications_held_kept BEFORE DELETE ON applications WHEN ${held("OLD.candidateId")} ${refuse}
    CREATE TRIGGER assessments_held_kept BEFORE DELETE ON assessments
      WHEN ${held(ofApplication("OLD.applicationId"))} ${refuse}
    CREATE TRIGGER assessments_held_reported BEFORE UPDATE OF insightsLink ON assessments
      WHEN OLD.insightsLink IS NOT NULL AND NEW.insightsLink IS NULL
        AND ${held(ofApplication("OLD.applicationId"))} ${refuse}

    CREATE TABLE access_packs (
      seq INTEGER PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,
      customerId TEXT NOT NULL REFERENCES customers (id),
      candidateId TEXT NOT NULL REFERENCES candidates (id) ON DELETE CASCADE,
      askedBy TEXT NOT NULL,
      askedAt INTEGER NOT NULL,
      endsAt INTEGER NOT NULL,
      state TEXT NOT NULL CHECK (state IN ('WAITING', 'READY', 'FAILED')),
      readyAt INTEGER,
      content BLOB
    ) STRICT;
    CREATE INDEX access_packs_customer ON access_packs (customerId);
    CREATE INDEX access_packs_candidate ON access_packs (candidateId, seq);
    CREATE INDEX access_packs_waiting ON access_packs (seq) WHERE state = 'WAITING';
    CREATE INDEX access_packs_end ON access_packs (endsAt);

    -- What was written about somebody, and what was made to be fetched, goes with their name.
    CREATE TRIGGER candidates_forgotten AFTER UPDATE OF deidentifiedAt ON candidates
      WHEN OLD.deidentifiedAt IS NULL AND NEW.deidentifiedAt IS NOT NULL
    BEGIN
      DELETE FROM access_packs WHERE candidateId = NEW.id;
      UPDATE retention_holds SET reason = '', releaseReason = '' WHERE candidateId = NEW.id;
    END;

    CREATE TABLE retention_changes (
      customerId TEXT NOT NULL PRIMARY KEY REFERENCES customers (id),
      id TEXT NOT NULL UNIQUE,
      candidateMonths INTEGER,
      videoMonths INTEGER,
      requestedBy TEXT NOT NULL,
      requestedAt INTEGER NOT NULL,
      takesEffectAt INTEGER NOT NULL,
      CHECK (candidateMonths IS NOT NULL OR videoMonths IS NOT NULL)
    ) STRICT;
    CREATE INDEX retention_changes_effect ON retention_changes (takesEffectAt);

    CREATE TABLE retention_begin (
      one INTEGER NOT NULL PRIMARY KEY CHECK (one = 1),
      at INTEGER NOT NULL
    ) STRICT;
    INSERT INTO retention_begin SELECT 1, (CAST(strftime('%s', 'now') AS INTEGER) + 7 * 86400) * 1000
      WHERE EXISTS (SELECT 1 FROM customer_settings);

    CREATE TABLE retention_runs (
      seq INTEGER PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,
      day INTEGER NOT NULL UNIQUE,
      startedAt INTEGER NOT NULL,
      endedAt INTEGER,
      place TEXT NOT NULL CHECK (json_valid(place))
    ) STRICT;
    CREATE INDEX retention_runs_open ON retention_runs (day) WHERE endedAt IS NULL;
    CREATE TABLE retention_run_customers (
      run INTEGER NOT NULL REFERENCES retention_runs (seq) ON DELETE CASCADE,
      customerId TEXT NOT NULL REFERENCES customers (id),
      candidates INTEGER NOT NULL DEFAULT 0,
      reports INTEGER NOT NULL DEFAULT 0,
      keptCandidates INTEGER NOT NULL DEFAULT 0,
      keptReports INTEGER NOT NULL DEFAULT 0,
      failed INTEGER NOT NULL DEFAULT 0,
      PRIMARY KEY (run, customerId)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX retention_run_customers_customer ON retention_run_customers (customerId, run);

    CREATE TRIGGER candidates_active_added AFTER INSERT ON candidates BEGIN
      UPDATE candidates SET lastActivityAt = max(NEW.lastActivityAt, NEW.createdAt, NEW.updatedAt)
        WHERE seq = NEW.seq;
    END;
    ${active("candidates_active", "UPDATE OF updatedAt", "candidates", "NEW.updatedAt > NEW.lastActivityAt", "NEW.id", "NEW.updatedAt")}
    ${active("applications_active_added", "INSERT", "applications", "TRUE", "NEW.candidateId", "max(NEW.createdAt, NEW.updatedAt)")}
    ${active("applications_active", "UPDATE OF updatedAt", "applications", "NEW.updatedAt > OLD.updatedAt", "NEW.candidateId", "NEW.updatedAt")}
    ${active("assessments_active_added", "INSERT", "assessments", "TRUE", ofApplication("NEW.applicationId"), ofAssessment)}
    ${active("assessments_active", "UPDATE OF updatedAt, consentedAt, submittedAt", "assessments", "TRUE", ofApplication("NEW.applicationId"), ofAssessment)}
    ${active(
      "email_events_active",
      "INSERT",
      "email_events",
      "NEW.assessmentId IS NOT NULL AND NEW.eventType IN ('Open', 'Click')",
      "(SELECT a.candidateId FROM assessments AS s JOIN applications AS a ON a.id = s.applicationId WHERE s.id = NEW.assessmentId)",
      "NEW.timestamp",
    )}
    ${active(
      "sms_events_active",
      "INSERT",
      "sms_events",
      "NEW.assessmentId IS NOT NULL AND NEW.smsMessageStatus = 'CLICK'",
      "(SELECT a.candidateId FROM assessments AS s JOIN applications AS a ON a.id = s.applicationId WHERE s.id = NEW.assessmentId)",
      "NEW.timestamp",
    )}
  `,
};
