import { quoted } from "../schema/quoted";
import type { Migration } from "./migration";

const isKnown = "NEW.deidentifiedAt IS NULL";

/**
 * The details that an inviter typed about a candidate of other departments whom they may not see (INV-28).
 * Lists sort and search by them instead of the stored name.
 */
export const regionInvitedAs: Migration = {
  number: 180,
  name: "region-invited-as",
  file: "region",
  sql: `
    ALTER TABLE applications ADD COLUMN invitedAs TEXT;
    DROP TRIGGER candidates_changed;
    CREATE TRIGGER candidates_changed AFTER UPDATE OF nameKey, email ON candidates BEGIN
      -- The applications still have the copies that were indexed.
      INSERT INTO application_search (application_search, rowid, customer, name, email, applicationId)
        SELECT 'delete', seq, customer, name, email, applicationId FROM application_search_rows
        WHERE candidateId = NEW.id;
      UPDATE applications SET
        candidateNameKey = CASE WHEN ${isKnown}
          THEN coalesce(json_extract(invitedAs, '$.nameKey'), NEW.nameKey) ELSE NEW.nameKey END,
        candidateEmail = coalesce(NEW.email, ''),
        invitedAs = CASE WHEN ${isKnown} THEN invitedAs END
        WHERE candidateId = NEW.id;
      INSERT INTO application_search (rowid, customer, name, email, applicationId)
        SELECT seq, customer, name, email, applicationId FROM application_search_rows
        WHERE candidateId = NEW.id;
    END;
    DROP TRIGGER applications_added;
    CREATE TRIGGER applications_added AFTER INSERT ON applications BEGIN
      UPDATE applications SET
        candidateNameKey = coalesce(
          json_extract(NEW.invitedAs, '$.nameKey'), (SELECT nameKey FROM candidates WHERE id = NEW.candidateId)
        ),
        candidateEmail = (SELECT coalesce(email, '') FROM candidates WHERE id = NEW.candidateId)
        WHERE seq = NEW.seq;
      UPDATE vacancies SET applicationCount = applicationCount + 1 WHERE id = NEW.vacancyId;
      INSERT INTO application_counts (vacancyId, stageId, status, assessmentStatus, count)
        VALUES (NEW.vacancyId, NEW.stageId, NEW.status, NEW.assessmentStatus, 1)
        ON CONFLICT DO UPDATE SET count = count + 1;
      INSERT INTO application_search (rowid, customer, name, email, applicationId)
        SELECT seq, customer, name, email, applicationId FROM application_search_rows
        WHERE seq = NEW.seq;
    END;
  `,
  postgres: `
    ALTER TABLE applications ADD COLUMN "invitedAs" text;
    CREATE OR REPLACE FUNCTION applications_named() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      ${quoted(`SELECT coalesce(NEW.invitedAs::jsonb ->> 'nameKey', nameKey), coalesce(email, '')
        INTO NEW.candidateNameKey, NEW.candidateEmail FROM candidates WHERE id = NEW.candidateId;`)}
      RETURN NEW;
    END $$;
    CREATE OR REPLACE FUNCTION candidates_changed() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      ${quoted(`UPDATE applications SET
        candidateNameKey = CASE WHEN ${isKnown}
          THEN coalesce(invitedAs::jsonb ->> 'nameKey', NEW.nameKey) ELSE NEW.nameKey END,
        candidateEmail = coalesce(NEW.email, ''),
        invitedAs = CASE WHEN ${isKnown} THEN invitedAs END
        WHERE candidateId = NEW.id;`)}
      RETURN NULL;
    END $$;
  `,
};
