import { quoted } from "../quoted";
import { trigger } from "./trigger";

const isKnown = "NEW.deidentifiedAt IS NULL";

const heldBy = (candidateId: string) =>
  `EXISTS (SELECT 1 FROM candidate_holds AS h WHERE h.heldId = ${candidateId})`;
const candidateOf = (row: string) => `(SELECT candidateId FROM applications WHERE id = ${row}.applicationId)`;

/** Returns a trigger that refuses changes to data under a hold. */
const kept = (name: string, event: string, candidateId: string, when?: string) =>
  trigger(
    name,
    event,
    `
      IF ${heldBy(candidateId)} THEN RAISE EXCEPTION 'kept by a hold'; END IF;`,
    { ...(when !== undefined && { when }), returns: event.includes("DELETE") ? "OLD" : "NEW" },
  );

const active = (candidateId: string, at: string) => `
      UPDATE candidates SET lastActivityAt = ${at} WHERE id = ${candidateId} AND lastActivityAt < ${at};`;
const assessmentAt =
  "greatest(NEW.createdAt, NEW.updatedAt, coalesce(NEW.consentedAt, 0), coalesce(NEW.submittedAt, 0))";
const candidateOfAssessment =
  "(SELECT a.candidateId FROM assessments AS s JOIN applications AS a ON a.id = s.applicationId WHERE s.id = NEW.assessmentId)";

const shown = `
      UPDATE applications SET assessmentStatus = NEW.status,
        assessmentResult = coalesce(NEW.recommendation, NEW.rating),
        assessmentScore = NEW.recommendationScore,
        assessmentIsViewed = NEW.isViewed, assessmentSubmittedAt = NEW.submittedAt,
        assessmentOrderedAt = NEW.createdAt
        WHERE id = NEW.applicationId AND stageId = NEW.stageId;`;
/** Not as JSON: jsonb refuses half of a surrogate pair, which a name can have. Emails have no quotes or escapes. */
const people = `
      INSERT INTO vacancy_people (customerId, email, vacancyId)
        SELECT DISTINCT NEW.customerId, lower(one[1]) COLLATE "C", NEW.id
          FROM regexp_matches(NEW.managers, '"email": ?"([^"]*)"', 'g') AS one;`;
const duration = `
      NEW.durationMs := NEW.submittedAt - NEW.consentedAt;`;
const judged = "status, recommendation, rating, recommendationScore, isViewed, consentedAt, submittedAt";

/**
 * The audit log's chain in the previous release's form, because processes of that release may still append to
 * it.
 */
export const previousReleaseChain = `
    ${quoted(`CREATE VIEW record_head AS
      SELECT 1::bigint AS one, removedLink AS removedSeq, removedHash, lastLink AS lastSeq, lastAt, lastHash
        FROM record_chains WHERE chain = '';`)}
`;

/**
 * Triggers that copy values between rows for sorting and filtering, and triggers that protect the audit log
 * and data on hold.
 */
export const copiesOfPostgres = `
    ${quoted(`CREATE VIEW candidate_holds AS
      SELECT candidateId AS heldId, seq FROM retention_holds
        WHERE candidateId IS NOT NULL AND releasedAt IS NULL
      UNION ALL
      SELECT a.candidateId AS heldId, h.seq FROM applications AS a
        JOIN retention_holds AS h ON h.vacancyId = a.vacancyId AND h.releasedAt IS NULL
      UNION ALL
      SELECT c.id AS heldId, h.seq FROM candidates AS c
        JOIN retention_holds AS h ON h.customerId = c.customerId AND h.releasedAt IS NULL
          AND h.candidateId IS NULL AND h.vacancyId IS NULL;`)}

    ${trigger(
      "applications_named",
      "BEFORE INSERT ON applications",
      `
      SELECT coalesce(NEW.invitedAs::jsonb ->> 'nameKey', nameKey), coalesce(email, '')
        INTO NEW.candidateNameKey, NEW.candidateEmail FROM candidates WHERE id = NEW.candidateId;`,
      { returns: "NEW" },
    )}
    ${trigger(
      "candidates_changed",
      "AFTER UPDATE OF nameKey, email ON candidates",
      `
      UPDATE applications SET
        candidateNameKey = CASE WHEN ${isKnown}
          THEN coalesce(invitedAs::jsonb ->> 'nameKey', NEW.nameKey) ELSE NEW.nameKey END,
        candidateEmail = coalesce(NEW.email, ''),
        invitedAs = CASE WHEN ${isKnown} THEN invitedAs END
        WHERE candidateId = NEW.id;`,
    )}
    ${trigger(
      "candidates_forgotten",
      "AFTER UPDATE OF deidentifiedAt ON candidates",
      `
      DELETE FROM access_packs WHERE candidateId = NEW.id;
      UPDATE retention_holds SET reason = '', releaseReason = '' WHERE candidateId = NEW.id;`,
      { when: "OLD.deidentifiedAt IS NULL AND NEW.deidentifiedAt IS NOT NULL" },
    )}

    ${trigger("vacancies_people_added", "AFTER INSERT ON vacancies", people, { when: "NEW.managers <> '[]'" })}
    ${trigger(
      "vacancies_people_changed",
      "AFTER UPDATE OF managers ON vacancies",
      `
      DELETE FROM vacancy_people WHERE vacancyId = NEW.id;${people}`,
      { when: "NEW.managers <> OLD.managers" },
    )}

    ${trigger("assessments_timed", "BEFORE INSERT ON assessments", duration, { returns: "NEW" })}
    ${trigger(
      "assessments_timed_anew",
      "BEFORE UPDATE OF consentedAt, submittedAt ON assessments",
      duration,
      {
        returns: "NEW",
      },
    )}
    ${trigger("assessments_added", "AFTER INSERT ON assessments", shown)}
    ${trigger("assessments_changed", `AFTER UPDATE OF ${judged} ON assessments`, shown)}
    ${trigger(
      "applications_moved",
      "AFTER UPDATE OF stageId ON applications",
      `
      UPDATE applications SET assessmentStatus = '', assessmentResult = NULL, assessmentScore = NULL,
        assessmentIsViewed = 0, assessmentSubmittedAt = NULL, assessmentOrderedAt = NULL
        WHERE seq = NEW.seq;
      UPDATE assessments SET status = status WHERE applicationId = NEW.id AND stageId = NEW.stageId;`,
      { when: "NEW.stageId <> OLD.stageId" },
    )}

    ${trigger("applications_active_added", "AFTER INSERT ON applications", active("NEW.candidateId", "greatest(NEW.createdAt, NEW.updatedAt)"))}
    ${trigger("applications_active", "AFTER UPDATE OF updatedAt ON applications", active("NEW.candidateId", "NEW.updatedAt"), { when: "NEW.updatedAt > OLD.updatedAt" })}
    ${trigger("assessments_active_added", "AFTER INSERT ON assessments", active(candidateOf("NEW"), assessmentAt))}
    ${trigger("assessments_active", "AFTER UPDATE OF updatedAt, consentedAt, submittedAt ON assessments", active(candidateOf("NEW"), assessmentAt))}
    ${trigger(
      "candidates_active_added",
      "BEFORE INSERT ON candidates",
      `
      NEW.lastActivityAt := greatest(NEW.lastActivityAt, NEW.createdAt, NEW.updatedAt);`,
      { returns: "NEW" },
    )}
    ${trigger("candidates_active", "AFTER UPDATE OF updatedAt ON candidates", active("NEW.id", "NEW.updatedAt"), { when: "NEW.updatedAt > NEW.lastActivityAt" })}
    ${trigger("email_events_active", "AFTER INSERT ON email_events", active(candidateOfAssessment, "NEW.timestamp"), { when: "NEW.assessmentId IS NOT NULL AND NEW.eventType IN ('Open', 'Click')" })}
    ${trigger("sms_events_active", "AFTER INSERT ON sms_events", active(candidateOfAssessment, "NEW.timestamp"), { when: "NEW.assessmentId IS NOT NULL AND NEW.smsMessageStatus = 'CLICK'" })}

    ${kept("applications_held_kept", "BEFORE DELETE ON applications", "OLD.candidateId")}
    ${kept("candidates_held_kept", "BEFORE DELETE ON candidates", "OLD.id")}
    ${kept("assessments_held_kept", "BEFORE DELETE ON assessments", candidateOf("OLD"))}
    ${kept(
      "candidates_held_named",
      "BEFORE UPDATE OF deidentifiedAt ON candidates",
      "OLD.id",
      "OLD.deidentifiedAt IS NULL AND NEW.deidentifiedAt IS NOT NULL",
    )}
    ${kept(
      "assessments_held_reported",
      "BEFORE UPDATE OF insightsLink ON assessments",
      candidateOf("OLD"),
      "OLD.insightsLink IS NOT NULL AND NEW.insightsLink IS NULL",
    )}

    ${trigger(
      "record_entries_kept",
      "BEFORE DELETE ON record_entries",
      `
      IF coalesce(OLD.link, OLD.seq) > coalesce((SELECT removedLink FROM record_chains WHERE chain = OLD.chain), 0) THEN
        RAISE EXCEPTION 'an entry of the record is kept for its time';
      END IF;`,
      { returns: "OLD" },
    )}
    ${trigger(
      "record_entries_stay",
      "BEFORE UPDATE ON record_entries",
      `
      RAISE EXCEPTION 'an entry of the record is never changed';`,
      { returns: "NEW" },
    )}
`;
