/** Recomputes each candidate's last activity, which the triggers maintain. */
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

const people = (of: string) => `
    INSERT INTO vacancy_people (customerId, email, vacancyId)
      SELECT DISTINCT v.customerId, lower(json_extract(one.value, '$.email')), v.id
        FROM vacancies AS v, json_each(v.managers) AS one ${of};`;

/** Recomputes the emails of vacancies' managers, which the triggers maintain. */
export const fillVacancyPeople = people("");

const held = (candidateId: string) =>
  `EXISTS (SELECT 1 FROM candidate_holds AS h WHERE h.heldId = ${candidateId})`;
const refuse = "BEGIN SELECT RAISE(ABORT, 'kept by a hold'); END;";
const ofApplication = (applicationId: string) =>
  `(SELECT candidateId FROM applications WHERE id = ${applicationId})`;

/** Returns a trigger that updates a candidate's last activity after an event. */
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

const candidateOfEvent =
  "(SELECT a.candidateId FROM assessments AS s JOIN applications AS a ON a.id = s.applicationId WHERE s.id = NEW.assessmentId)";
const assessmentAt =
  "max(NEW.createdAt, NEW.updatedAt, coalesce(NEW.consentedAt, 0), coalesce(NEW.submittedAt, 0))";

const shown = `
      UPDATE assessments SET durationMs = submittedAt - consentedAt WHERE seq = NEW.seq;
      UPDATE applications SET assessmentStatus = NEW.status,
        assessmentResult = coalesce(NEW.recommendation, NEW.rating),
        assessmentScore = NEW.recommendationScore,
        assessmentIsViewed = NEW.isViewed, assessmentSubmittedAt = NEW.submittedAt,
        assessmentOrderedAt = NEW.createdAt
        WHERE id = NEW.applicationId AND stageId = NEW.stageId;`;

/**
 * Triggers that copy values between rows for sorting and filtering, and triggers that protect the audit log
 * and data on hold.
 *
 * - candidates.lastActivityAt starts a candidate's retention period.
 * - candidate_holds lists every candidate under a hold, of any scope. Triggers refuse to remove their data, so
 *   that no statement can do so, whichever code runs it.
 */
export const copiesOfSqlite = `
    CREATE TRIGGER assessments_added AFTER INSERT ON assessments BEGIN
      ${shown}
    END;
    CREATE TRIGGER assessments_changed
      AFTER UPDATE OF status, recommendation, rating, recommendationScore, isViewed, consentedAt, submittedAt
      ON assessments
    BEGIN
      ${shown}
    END;
    CREATE TRIGGER applications_moved AFTER UPDATE OF stageId ON applications WHEN NEW.stageId <> OLD.stageId BEGIN
      UPDATE applications SET assessmentStatus = '', assessmentResult = NULL, assessmentScore = NULL,
        assessmentIsViewed = 0, assessmentSubmittedAt = NULL, assessmentOrderedAt = NULL
        WHERE seq = NEW.seq;
      UPDATE assessments SET status = status WHERE applicationId = NEW.id AND stageId = NEW.stageId;
    END;

    CREATE TRIGGER vacancies_people_added AFTER INSERT ON vacancies WHEN NEW.managers <> '[]' BEGIN
      ${people("WHERE v.id = NEW.id")}
    END;
    CREATE TRIGGER vacancies_people_changed AFTER UPDATE OF managers ON vacancies WHEN NEW.managers <> OLD.managers BEGIN
      DELETE FROM vacancy_people WHERE vacancyId = NEW.id;
      ${people("WHERE v.id = NEW.id")}
    END;

    CREATE TRIGGER record_entries_stay BEFORE UPDATE ON record_entries
    BEGIN SELECT RAISE(ABORT, 'an entry of the record is never changed'); END;
    CREATE TRIGGER record_entries_kept BEFORE DELETE ON record_entries
    WHEN coalesce(old.link, old.seq) > coalesce((SELECT removedLink FROM record_chains WHERE chain = old.chain), 0)
    BEGIN SELECT RAISE(ABORT, 'an entry of the record is kept for its time'); END;

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

    -- What was written about somebody, and what was made to be fetched, goes with their name.
    CREATE TRIGGER candidates_forgotten AFTER UPDATE OF deidentifiedAt ON candidates
      WHEN OLD.deidentifiedAt IS NULL AND NEW.deidentifiedAt IS NOT NULL
    BEGIN
      DELETE FROM access_packs WHERE candidateId = NEW.id;
      UPDATE retention_holds SET reason = '', releaseReason = '' WHERE candidateId = NEW.id;
    END;

    CREATE TRIGGER candidates_active_added AFTER INSERT ON candidates BEGIN
      UPDATE candidates SET lastActivityAt = max(NEW.lastActivityAt, NEW.createdAt, NEW.updatedAt)
        WHERE seq = NEW.seq;
    END;
    ${active("candidates_active", "UPDATE OF updatedAt", "candidates", "NEW.updatedAt > NEW.lastActivityAt", "NEW.id", "NEW.updatedAt")}
    ${active("applications_active_added", "INSERT", "applications", "TRUE", "NEW.candidateId", "max(NEW.createdAt, NEW.updatedAt)")}
    ${active("applications_active", "UPDATE OF updatedAt", "applications", "NEW.updatedAt > OLD.updatedAt", "NEW.candidateId", "NEW.updatedAt")}
    ${active("assessments_active_added", "INSERT", "assessments", "TRUE", ofApplication("NEW.applicationId"), assessmentAt)}
    ${active("assessments_active", "UPDATE OF updatedAt, consentedAt, submittedAt", "assessments", "TRUE", ofApplication("NEW.applicationId"), assessmentAt)}
    ${active(
      "email_events_active",
      "INSERT",
      "email_events",
      "NEW.assessmentId IS NOT NULL AND NEW.eventType IN ('Open', 'Click')",
      candidateOfEvent,
      "NEW.timestamp",
    )}
    ${active(
      "sms_events_active",
      "INSERT",
      "sms_events",
      "NEW.assessmentId IS NOT NULL AND NEW.smsMessageStatus = 'CLICK'",
      candidateOfEvent,
      "NEW.timestamp",
    )}
`;
