import { quoted } from "../schema/quoted";
import { time } from "../tables/columns";
import type { Migration } from "./migration";
import { inOrder, newColumns } from "./pieces";

const shown = `
      UPDATE applications SET assessmentStatus = NEW.status,
        assessmentResult = coalesce(NEW.recommendation, NEW.rating),
        assessmentScore = NEW.recommendationScore,
        assessmentIsViewed = NEW.isViewed, assessmentSubmittedAt = NEW.submittedAt,
        assessmentOrderedAt = NEW.createdAt
        WHERE id = NEW.applicationId AND stageId = NEW.stageId;`;
const shownSqlite = `
      UPDATE assessments SET durationMs = submittedAt - consentedAt WHERE seq = NEW.seq;${shown}`;
const moved = `
      UPDATE applications SET assessmentStatus = '', assessmentResult = NULL, assessmentScore = NULL,
        assessmentIsViewed = 0, assessmentSubmittedAt = NULL, assessmentOrderedAt = NULL
        WHERE seq = NEW.seq;
      UPDATE assessments SET status = status WHERE applicationId = NEW.id AND stageId = NEW.stageId;`;
const fill = `
    UPDATE applications SET assessmentOrderedAt = s.createdAt FROM assessments AS s
      WHERE s.applicationId = applications.id AND s.stageId = applications.stageId;`;
const listed =
  "seq, assessmentStatus, status, assessmentResult, assessmentIsViewed, assessmentSubmittedAt, candidateNameKey, candidateEmail";

/** Nullable columns are indexed in the order the lists ask for. */
const listedInPostgres = quoted(listed).replace(/"assessment(Result|SubmittedAt)"/g, "$& NULLS FIRST");

const replaced = (name: string, body: string) => `
    CREATE OR REPLACE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      ${quoted(body).trim()}
      RETURN NULL;
    END $$;`;

/** Time the candidate reached the stage; a vacancy's board and list sort by it, longest wait first (PIPE-01). */
export const regionBoard: Migration = {
  number: 230,
  name: "region-board",
  file: "region",
  ...inOrder(newColumns("applications", { assessmentOrderedAt: time().optional() }), {
    sql: `
    DROP TRIGGER assessments_added;
    CREATE TRIGGER assessments_added AFTER INSERT ON assessments BEGIN
      ${shownSqlite}
    END;
    DROP TRIGGER assessments_changed;
    CREATE TRIGGER assessments_changed
      AFTER UPDATE OF status, recommendation, rating, recommendationScore, isViewed, consentedAt, submittedAt
      ON assessments
    BEGIN
      ${shownSqlite}
    END;
    DROP TRIGGER applications_moved;
    CREATE TRIGGER applications_moved AFTER UPDATE OF stageId ON applications WHEN NEW.stageId <> OLD.stageId BEGIN
      ${moved}
    END;${fill}
    CREATE INDEX applications_ordered ON applications (vacancyId, stageId, assessmentOrderedAt, ${listed});`,
    postgres: `${replaced("assessments_added", shown)}${replaced("assessments_changed", shown)}${replaced("applications_moved", moved)}
    ${quoted(fill)}
    CREATE INDEX applications_ordered ON applications ("vacancyId", "stageId", "assessmentOrderedAt" NULLS FIRST, ${listedInPostgres});`,
  }),
};
