import type { Migration } from "./migration";

/**
 * What recruiters do to applications, and what it takes to forget a person.
 *
 * - application_changes tells who changed a status or moved an application on, and when.
 * - candidate_former_contacts keeps the addresses a candidate had before they were corrected: messages went
 *   there, so whoever forgets the candidate must find them.
 * - application_search is made anew so that a removed row leaves nothing behind. With contentless_delete its
 *   trigrams, and with them names, stayed in the index until a merge; `secure-delete` takes them out, for which
 *   the triggers must tell what was indexed.
 */
export const regionApplications: Migration = {
  number: 20,
  name: "region-applications",
  file: "region",
  sql: `
    CREATE TABLE application_changes (
      seq INTEGER PRIMARY KEY,
      applicationId TEXT NOT NULL REFERENCES applications (id) ON DELETE CASCADE,
      kind TEXT NOT NULL CHECK (kind IN ('STATUS', 'STAGE')),
      before TEXT NOT NULL,
      after TEXT NOT NULL,
      changedBy TEXT,
      changedAt INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX application_changes_application ON application_changes (applicationId, changedAt);

    CREATE TABLE candidate_former_contacts (
      candidateId TEXT NOT NULL REFERENCES candidates (id) ON DELETE CASCADE,
      contact TEXT NOT NULL,
      PRIMARY KEY (candidateId, contact)
    ) STRICT, WITHOUT ROWID;

    CREATE INDEX email_events_recipient ON email_events (customerId, mailRecipient);
    CREATE INDEX sms_events_assessment ON sms_events (assessmentId) WHERE assessmentId IS NOT NULL;

    DROP TRIGGER candidates_changed;
    DROP TRIGGER applications_removed;
    DROP TABLE application_search_terms;
    DROP TABLE application_search;
    CREATE VIRTUAL TABLE application_search USING fts5 (
      customer, name, email, applicationId, content='', tokenize='trigram'
    );
    INSERT INTO application_search (application_search, rank) VALUES ('secure-delete', 1);
    CREATE VIRTUAL TABLE application_search_terms USING fts5vocab (application_search, row);
    INSERT INTO application_search (rowid, customer, name, email, applicationId)
      SELECT seq, customer, name, email, applicationId FROM application_search_rows ORDER BY seq;

    CREATE TRIGGER candidates_changed AFTER UPDATE OF nameKey, email ON candidates BEGIN
      -- The applications still have the copies that were indexed.
      INSERT INTO application_search (application_search, rowid, customer, name, email, applicationId)
        SELECT 'delete', seq, customer, name, email, applicationId FROM application_search_rows
        WHERE candidateId = NEW.id;
      UPDATE applications SET candidateNameKey = NEW.nameKey, candidateEmail = coalesce(NEW.email, '')
        WHERE candidateId = NEW.id;
      INSERT INTO application_search (rowid, customer, name, email, applicationId)
        SELECT seq, customer, name, email, applicationId FROM application_search_rows
        WHERE candidateId = NEW.id;
    END;
    CREATE TRIGGER applications_removed AFTER DELETE ON applications BEGIN
      UPDATE vacancies SET applicationCount = applicationCount - 1 WHERE id = OLD.vacancyId;
      INSERT INTO application_counts (vacancyId, stageId, status, assessmentStatus, count)
        VALUES (OLD.vacancyId, OLD.stageId, OLD.status, OLD.assessmentStatus, -1)
        ON CONFLICT DO UPDATE SET count = count - 1;
      INSERT INTO application_search (application_search, rowid, customer, name, email, applicationId)
        VALUES (
          'delete', OLD.seq, substr(OLD.customerId, -3), OLD.candidateNameKey || '  ',
          OLD.candidateEmail || '  ', OLD.id || '  '
        );
    END;
  `,
};
