import { applicationCounted } from "./counts";

const isKnown = "NEW.deidentifiedAt IS NULL";

/**
 * Full-text indexes for substring search (store/search). Each trigram index has a vocabulary table with one
 * row per term instance, so that finding the next trigram takes one index step. `secure-delete` removes
 * trigrams, and thus names, at once, whereas contentless_delete would keep them until a merge; it requires
 * triggers to pass the indexed values.
 */
export const searchOfSqlite = `
    CREATE VIEW vacancy_search_rows AS
      SELECT seq, substr(customerId, -3) AS customer, titleKey || '  ' AS title,
        lower(coalesce(externalVacancyId, '')) || '  ' AS externalVacancyId
      FROM vacancies;
    CREATE VIRTUAL TABLE vacancy_search USING fts5 (
      customer, title, externalVacancyId, content='', contentless_delete=1, tokenize='trigram case_sensitive 1'
    );
    CREATE VIRTUAL TABLE vacancy_search_terms USING fts5vocab (vacancy_search, instance);
    CREATE TRIGGER vacancies_added AFTER INSERT ON vacancies BEGIN
      INSERT INTO vacancy_search (rowid, customer, title, externalVacancyId)
        SELECT seq, customer, title, externalVacancyId FROM vacancy_search_rows WHERE seq = NEW.seq;
    END;
    CREATE TRIGGER vacancies_renamed AFTER UPDATE OF titleKey, externalVacancyId ON vacancies BEGIN
      DELETE FROM vacancy_search WHERE rowid = NEW.seq;
      INSERT INTO vacancy_search (rowid, customer, title, externalVacancyId)
        SELECT seq, customer, title, externalVacancyId FROM vacancy_search_rows WHERE seq = NEW.seq;
    END;
    CREATE TRIGGER vacancies_removed AFTER DELETE ON vacancies BEGIN
      DELETE FROM vacancy_search WHERE rowid = OLD.seq;
    END;

    CREATE VIRTUAL TABLE email_recipient_search USING fts5 (customer, recipient, content='', tokenize='trigram');
    INSERT INTO email_recipient_search (email_recipient_search, rank) VALUES ('secure-delete', 1);
    CREATE TRIGGER email_recipients_added AFTER INSERT ON email_recipients BEGIN
      INSERT INTO email_recipient_search (rowid, customer, recipient)
        VALUES (NEW.seq, substr(NEW.customerId, -3), NEW.recipient);
    END;
    CREATE TRIGGER email_recipients_removed AFTER DELETE ON email_recipients BEGIN
      INSERT INTO email_recipient_search (email_recipient_search, rowid, customer, recipient)
        VALUES ('delete', OLD.seq, substr(OLD.customerId, -3), OLD.recipient);
    END;

    CREATE VIRTUAL TABLE record_search USING fts5 (
      name, content = '', contentless_delete = 1, detail = none, prefix = '2 3',
      tokenize = "unicode61 remove_diacritics 2"
    );

    CREATE VIEW application_search_rows AS
      SELECT seq, substr(customerId, -3) AS customer, candidateNameKey || '  ' AS name,
        candidateEmail || '  ' AS email, id || '  ' AS applicationId, candidateId
      FROM applications;
    CREATE VIRTUAL TABLE application_search USING fts5 (
      customer, name, email, applicationId, content='', tokenize='trigram'
    );
    INSERT INTO application_search (application_search, rank) VALUES ('secure-delete', 1);
    CREATE VIRTUAL TABLE application_search_terms USING fts5vocab (application_search, instance);
    CREATE TRIGGER applications_added AFTER INSERT ON applications BEGIN
      UPDATE applications SET
        candidateNameKey = coalesce(
          json_extract(NEW.invitedAs, '$.nameKey'), (SELECT nameKey FROM candidates WHERE id = NEW.candidateId)
        ),
        candidateEmail = (SELECT coalesce(email, '') FROM candidates WHERE id = NEW.candidateId)
        WHERE seq = NEW.seq;
      ${applicationCounted("NEW", 1)}
      INSERT INTO application_search (rowid, customer, name, email, applicationId)
        SELECT seq, customer, name, email, applicationId FROM application_search_rows
        WHERE seq = NEW.seq;
    END;
    CREATE TRIGGER applications_removed AFTER DELETE ON applications BEGIN
      ${applicationCounted("OLD", -1)}
      INSERT INTO application_search (application_search, rowid, customer, name, email, applicationId)
        VALUES (
          'delete', OLD.seq, substr(OLD.customerId, -3), OLD.candidateNameKey || '  ',
          OLD.candidateEmail || '  ', OLD.id || '  '
        );
    END;
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
`;
