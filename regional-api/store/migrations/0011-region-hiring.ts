import type { Migration } from "./migration";

/**
 * Workflows, vacancies, candidates, applications and assessments.
 *
 * Built for 1,000,000 applications on a synchronous database:
 * - `seq` (the rowid) breaks ties in every sort. It runs with creation, so newest first is seq DESC.
 * - Each sort of a list has one index that also holds every column its filters read. Counting and
 *   skipping to a deep page never touch the rows: find the seqs of the page on the index, then join.
 * - The applications list shows one stage, so an application carries a copy of its current stage's
 *   assessment and of its candidate's name and email. Triggers write the copies; nothing else does.
 * - No generated columns here: SQLite never counts an index as covering when one of them is used.
 * - application_counts gives the size of a vacancy, stage, status or progress without counting.
 * - application_search and vacancy_search find a part of a text (core/full-text.ts). Inside one stage
 *   the list's own indexes are read instead: at most one vacancy's applications, any length of text.
 */
export const regionHiring: Migration = {
  number: 11,
  name: "region-hiring",
  file: "region",
  sql: `
    CREATE TABLE assessment_packages (
      id TEXT PRIMARY KEY,
      customerId TEXT NOT NULL REFERENCES customers (id),
      hierarchyId TEXT NOT NULL,
      externalId TEXT NOT NULL,
      name TEXT NOT NULL,
      description TEXT,
      product TEXT NOT NULL CHECK (product IN ('FI', 'SI')),
      language TEXT,
      provider TEXT NOT NULL,
      createdAt INTEGER NOT NULL,
      updatedAt INTEGER NOT NULL
    ) STRICT;
    CREATE UNIQUE INDEX assessment_packages_external_id ON assessment_packages (customerId, externalId);
    CREATE INDEX assessment_packages_product ON assessment_packages (customerId, product, name, id);

    CREATE TABLE workflows (
      id TEXT PRIMARY KEY,
      customerId TEXT NOT NULL REFERENCES customers (id),
      hierarchyId TEXT NOT NULL REFERENCES hierarchies (id),
      name TEXT NOT NULL,
      nameKey TEXT NOT NULL,
      isDefault INTEGER NOT NULL DEFAULT 0,
      defaultLanguage TEXT NOT NULL DEFAULT 'en-US',
      stages TEXT NOT NULL CHECK (json_valid(stages)),
      stageCount INTEGER GENERATED ALWAYS AS (json_array_length(stages)) STORED,
      createdAt INTEGER NOT NULL,
      updatedAt INTEGER NOT NULL,
      archivedAt INTEGER
    ) STRICT;
    CREATE INDEX workflows_active_created ON workflows (customerId, createdAt, id) WHERE archivedAt IS NULL;
    CREATE INDEX workflows_active_name ON workflows (customerId, nameKey, id) WHERE archivedAt IS NULL;
    CREATE INDEX workflows_active_stages ON workflows (customerId, stageCount, id) WHERE archivedAt IS NULL;
    CREATE INDEX workflows_archived_created ON workflows (customerId, createdAt, id) WHERE archivedAt IS NOT NULL;
    CREATE INDEX workflows_archived_name ON workflows (customerId, nameKey, id) WHERE archivedAt IS NOT NULL;
    CREATE INDEX workflows_archived_stages ON workflows (customerId, stageCount, id) WHERE archivedAt IS NOT NULL;
    CREATE INDEX workflows_archived_archived ON workflows (customerId, archivedAt, id) WHERE archivedAt IS NOT NULL;

    CREATE TABLE workflow_sets (
      id TEXT PRIMARY KEY,
      customerId TEXT NOT NULL REFERENCES customers (id),
      hierarchyId TEXT NOT NULL REFERENCES hierarchies (id),
      name TEXT NOT NULL,
      nameKey TEXT NOT NULL,
      description TEXT NOT NULL DEFAULT '',
      version INTEGER NOT NULL DEFAULT 1,
      workflowOptions TEXT NOT NULL CHECK (json_valid(workflowOptions)),
      workflowsCount INTEGER GENERATED ALWAYS AS (json_array_length(workflowOptions)) STORED,
      createdAt INTEGER NOT NULL,
      updatedAt INTEGER NOT NULL,
      archivedAt INTEGER
    ) STRICT;
    CREATE INDEX workflow_sets_name ON workflow_sets (customerId, nameKey);
    CREATE INDEX workflow_sets_active_created ON workflow_sets (customerId, createdAt, id) WHERE archivedAt IS NULL;
    CREATE INDEX workflow_sets_active_name ON workflow_sets (customerId, nameKey, id) WHERE archivedAt IS NULL;
    CREATE INDEX workflow_sets_active_workflows ON workflow_sets (customerId, workflowsCount, id) WHERE archivedAt IS NULL;
    CREATE INDEX workflow_sets_archived_created ON workflow_sets (customerId, createdAt, id) WHERE archivedAt IS NOT NULL;
    CREATE INDEX workflow_sets_archived_name ON workflow_sets (customerId, nameKey, id) WHERE archivedAt IS NOT NULL;
    CREATE INDEX workflow_sets_archived_workflows ON workflow_sets (customerId, workflowsCount, id) WHERE archivedAt IS NOT NULL;
    CREATE INDEX workflow_sets_archived_archived ON workflow_sets (customerId, archivedAt, id) WHERE archivedAt IS NOT NULL;

    CREATE TABLE vacancies (
      seq INTEGER PRIMARY KEY,
      id TEXT NOT NULL,
      customerId TEXT NOT NULL REFERENCES customers (id),
      hierarchyId TEXT NOT NULL REFERENCES hierarchies (id),
      externalVacancyId TEXT,
      jobRequisitionId TEXT,
      title TEXT NOT NULL,
      titleKey TEXT NOT NULL,
      description TEXT,
      roleFamilyId TEXT NOT NULL,
      roleFamilyName TEXT NOT NULL,
      locationAddress TEXT,
      managers TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(managers)),
      workflow TEXT NOT NULL CHECK (json_valid(workflow)),
      genericAssessmentLinks TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(genericAssessmentLinks)),
      applicationCount INTEGER NOT NULL DEFAULT 0,
      createdAt INTEGER NOT NULL,
      updatedAt INTEGER NOT NULL,
      archivedAt INTEGER
    ) STRICT;
    CREATE UNIQUE INDEX vacancies_id ON vacancies (id);
    CREATE UNIQUE INDEX vacancies_external_id ON vacancies (customerId, externalVacancyId);
    CREATE INDEX vacancies_hierarchy ON vacancies (hierarchyId) WHERE archivedAt IS NULL;
    CREATE INDEX vacancies_active_created ON vacancies (customerId, createdAt, seq, hierarchyId, archivedAt) WHERE archivedAt IS NULL;
    CREATE INDEX vacancies_active_title ON vacancies (customerId, titleKey, seq, hierarchyId, archivedAt) WHERE archivedAt IS NULL;
    CREATE INDEX vacancies_active_external ON vacancies (customerId, externalVacancyId, seq, hierarchyId, archivedAt) WHERE archivedAt IS NULL;
    CREATE INDEX vacancies_archived_created ON vacancies (customerId, createdAt, seq, hierarchyId, archivedAt) WHERE archivedAt IS NOT NULL;
    CREATE INDEX vacancies_archived_title ON vacancies (customerId, titleKey, seq, hierarchyId, archivedAt) WHERE archivedAt IS NOT NULL;
    CREATE INDEX vacancies_archived_external ON vacancies (customerId, externalVacancyId, seq, hierarchyId, archivedAt) WHERE archivedAt IS NOT NULL;
    CREATE INDEX vacancies_archived_archived ON vacancies (customerId, archivedAt, seq, hierarchyId) WHERE archivedAt IS NOT NULL;

    CREATE TABLE candidates (
      seq INTEGER PRIMARY KEY,
      id TEXT NOT NULL,
      customerId TEXT NOT NULL REFERENCES customers (id),
      externalApplicantId TEXT NOT NULL,
      firstName TEXT NOT NULL,
      lastName TEXT NOT NULL,
      nameKey TEXT NOT NULL,
      email TEXT CHECK (email = lower(email)),
      phoneNumber TEXT,
      locationAddress TEXT,
      locationLat REAL,
      locationLng REAL,
      createdAt INTEGER NOT NULL,
      updatedAt INTEGER NOT NULL,
      deidentifiedAt INTEGER
    ) STRICT;
    CREATE UNIQUE INDEX candidates_id ON candidates (id);
    CREATE UNIQUE INDEX candidates_email ON candidates (customerId, email);

    CREATE TABLE applications (
      seq INTEGER PRIMARY KEY,
      id TEXT NOT NULL,
      customerId TEXT NOT NULL REFERENCES customers (id),
      hierarchyId TEXT NOT NULL REFERENCES hierarchies (id),
      vacancyId TEXT NOT NULL REFERENCES vacancies (id),
      candidateId TEXT NOT NULL REFERENCES candidates (id) ON DELETE CASCADE,
      externalApplicationId TEXT NOT NULL,
      status TEXT NOT NULL DEFAULT 'APPS_APPLICATION_NEW',
      stageId TEXT NOT NULL,
      isManuallyProgressed INTEGER NOT NULL DEFAULT 0,
      createdAt INTEGER NOT NULL,
      updatedAt INTEGER NOT NULL,
      candidateNameKey TEXT NOT NULL DEFAULT '',
      candidateEmail TEXT NOT NULL DEFAULT '',
      assessmentStatus TEXT NOT NULL DEFAULT '',
      assessmentResult TEXT,
      assessmentScore REAL,
      assessmentIsViewed INTEGER NOT NULL DEFAULT 0,
      assessmentSubmittedAt INTEGER
    ) STRICT;
    CREATE UNIQUE INDEX applications_id ON applications (id);
    CREATE UNIQUE INDEX applications_candidate ON applications (candidateId, vacancyId);
    CREATE INDEX applications_submitted ON applications (
      vacancyId, stageId, assessmentSubmittedAt, seq,
      assessmentStatus, status, assessmentResult, assessmentIsViewed, candidateNameKey, candidateEmail
    );
    CREATE INDEX applications_created ON applications (
      vacancyId, stageId, createdAt, seq,
      assessmentStatus, status, assessmentResult, assessmentIsViewed, assessmentSubmittedAt, candidateNameKey, candidateEmail
    );
    CREATE INDEX applications_score ON applications (
      vacancyId, stageId, assessmentScore, seq,
      assessmentStatus, status, assessmentResult, assessmentIsViewed, assessmentSubmittedAt, candidateNameKey, candidateEmail
    );
    CREATE INDEX applications_name ON applications (
      vacancyId, stageId, candidateNameKey, seq,
      assessmentStatus, status, assessmentResult, assessmentIsViewed, assessmentSubmittedAt, candidateEmail
    );
    -- Insights: candidates by day (DI-13), one range per day.
    CREATE INDEX applications_day ON applications (customerId, createdAt, hierarchyId, vacancyId);

    CREATE TABLE assessments (
      seq INTEGER PRIMARY KEY,
      id TEXT NOT NULL,
      customerId TEXT NOT NULL REFERENCES customers (id),
      hierarchyId TEXT NOT NULL REFERENCES hierarchies (id),
      vacancyId TEXT NOT NULL REFERENCES vacancies (id),
      applicationId TEXT NOT NULL REFERENCES applications (id) ON DELETE CASCADE,
      stageId TEXT NOT NULL,
      product TEXT NOT NULL CHECK (product IN ('FI', 'SI')),
      provider TEXT NOT NULL,
      status TEXT NOT NULL CHECK (status IN (
        'APPS_ASSESSMENT_ORDER_COMPLETED', 'APPS_ASSESSMENT_INPROGRESS',
        'APPS_ASSESSMENT_COMPLETED', 'APPS_ASSESSMENT_DROPPED_OUT'
      )),
      assessmentPackageId TEXT NOT NULL,
      assessmentPackageVersion INTEGER NOT NULL DEFAULT 1,
      externalAssessmentPackageId TEXT NOT NULL,
      externalAssessmentId TEXT NOT NULL,
      externalCohortId TEXT NOT NULL,
      assessmentLink TEXT NOT NULL,
      insightsLink TEXT,
      isViewed INTEGER NOT NULL DEFAULT 0,
      createdAt INTEGER NOT NULL,
      updatedAt INTEGER NOT NULL,
      consentedAt INTEGER,
      submittedAt INTEGER,
      predictedAt INTEGER,
      durationMs INTEGER,
      answeredCount INTEGER NOT NULL DEFAULT 0,
      deviceType TEXT CHECK (deviceType IN ('Desktop', 'Mobile', 'Tablet', 'Unknown')),
      feedbackRating INTEGER CHECK (feedbackRating BETWEEN 0 AND 10),
      recommendation TEXT CHECK (recommendation IN ('YES', 'MAYBE', 'NO')),
      recommendationScore REAL,
      plagiarismQuestionCount INTEGER,
      profanityQuestionCount INTEGER,
      outlierQuestionCount INTEGER,
      agcQuestionCount INTEGER,
      isPlagiarism INTEGER,
      isProfanity INTEGER,
      isOutlier INTEGER,
      isLowTextQuality INTEGER,
      isAgc INTEGER,
      rating TEXT CHECK (rating IN ('YES', 'MAYBE', 'NO')),
      comment TEXT,
      reviewerIds TEXT CHECK (json_valid(reviewerIds)),
      completedReviewerCount INTEGER
    ) STRICT;
    CREATE UNIQUE INDEX assessments_id ON assessments (id);
    CREATE UNIQUE INDEX assessments_application ON assessments (applicationId, stageId);
    -- Insights (DI-15 to DI-28), each answered from an index alone: shares and splits, median and
    -- distribution of the score, median time, consent-based ratios; the last serves a vacancy filter.
    CREATE INDEX assessments_submitted ON assessments (
      customerId, product, submittedAt, hierarchyId,
      recommendation, isPlagiarism, isProfanity, isLowTextQuality, feedbackRating, deviceType
    ) WHERE submittedAt IS NOT NULL;
    CREATE INDEX assessments_score ON assessments (customerId, product, recommendationScore, submittedAt, hierarchyId)
      WHERE submittedAt IS NOT NULL;
    CREATE INDEX assessments_duration ON assessments (customerId, product, durationMs, submittedAt, hierarchyId)
      WHERE submittedAt IS NOT NULL;
    CREATE INDEX assessments_consented ON assessments (
      customerId, product, consentedAt, hierarchyId, submittedAt, answeredCount
    ) WHERE consentedAt IS NOT NULL;
    CREATE INDEX assessments_vacancy ON assessments (
      vacancyId, product, submittedAt, consentedAt, durationMs, answeredCount, hierarchyId,
      recommendationScore, recommendation, isPlagiarism, isProfanity, isLowTextQuality, feedbackRating, deviceType
    );

    CREATE TABLE application_counts (
      vacancyId TEXT NOT NULL,
      stageId TEXT NOT NULL,
      status TEXT NOT NULL,
      assessmentStatus TEXT NOT NULL,
      count INTEGER NOT NULL,
      PRIMARY KEY (vacancyId, stageId, status, assessmentStatus)
    ) STRICT, WITHOUT ROWID;

    CREATE VIRTUAL TABLE application_search USING fts5 (
      customer, name, email, applicationId, content='', contentless_delete=1, tokenize='trigram case_sensitive 1'
    );
    CREATE VIRTUAL TABLE application_search_terms USING fts5vocab (application_search, row);
    CREATE VIRTUAL TABLE vacancy_search USING fts5 (
      customer, title, externalVacancyId, content='', contentless_delete=1, tokenize='trigram case_sensitive 1'
    );
    CREATE VIRTUAL TABLE vacancy_search_terms USING fts5vocab (vacancy_search, row);

    -- What the search holds: the last three characters of the customer's id as one trigram, and texts
    -- with two blanks behind, so that also their last characters begin a trigram (see full-text.ts).
    CREATE VIEW vacancy_search_rows AS
      SELECT seq, substr(customerId, -3) AS customer, titleKey || '  ' AS title,
        lower(coalesce(externalVacancyId, '')) || '  ' AS externalVacancyId
      FROM vacancies;
    CREATE VIEW application_search_rows AS
      SELECT seq, substr(customerId, -3) AS customer, candidateNameKey || '  ' AS name,
        candidateEmail || '  ' AS email, id || '  ' AS applicationId, candidateId
      FROM applications;

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

    CREATE TRIGGER candidates_changed AFTER UPDATE OF nameKey, email ON candidates BEGIN
      UPDATE applications SET candidateNameKey = NEW.nameKey, candidateEmail = coalesce(NEW.email, '')
        WHERE candidateId = NEW.id;
      DELETE FROM application_search
        WHERE rowid IN (SELECT seq FROM applications WHERE candidateId = NEW.id);
      INSERT INTO application_search (rowid, customer, name, email, applicationId)
        SELECT seq, customer, name, email, applicationId FROM application_search_rows
        WHERE candidateId = NEW.id;
    END;

    CREATE TRIGGER applications_added AFTER INSERT ON applications BEGIN
      UPDATE applications SET
        candidateNameKey = (SELECT nameKey FROM candidates WHERE id = NEW.candidateId),
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
    -- Counts may pass through -1 while one statement's triggers nest; so both ways are upserts.
    CREATE TRIGGER applications_counted AFTER UPDATE OF stageId, status, assessmentStatus ON applications BEGIN
      INSERT INTO application_counts (vacancyId, stageId, status, assessmentStatus, count)
        VALUES (OLD.vacancyId, OLD.stageId, OLD.status, OLD.assessmentStatus, -1)
        ON CONFLICT DO UPDATE SET count = count - 1;
      INSERT INTO application_counts (vacancyId, stageId, status, assessmentStatus, count)
        VALUES (NEW.vacancyId, NEW.stageId, NEW.status, NEW.assessmentStatus, 1)
        ON CONFLICT DO UPDATE SET count = count + 1;
    END;
    CREATE TRIGGER applications_removed AFTER DELETE ON applications BEGIN
      UPDATE vacancies SET applicationCount = applicationCount - 1 WHERE id = OLD.vacancyId;
      INSERT INTO application_counts (vacancyId, stageId, status, assessmentStatus, count)
        VALUES (OLD.vacancyId, OLD.stageId, OLD.status, OLD.assessmentStatus, -1)
        ON CONFLICT DO UPDATE SET count = count - 1;
      DELETE FROM application_search WHERE rowid = OLD.seq;
    END;

    CREATE TRIGGER assessments_added AFTER INSERT ON assessments BEGIN
      UPDATE assessments SET durationMs = submittedAt - consentedAt WHERE seq = NEW.seq;
      UPDATE applications SET assessmentStatus = NEW.status,
        assessmentResult = coalesce(NEW.recommendation, NEW.rating),
        assessmentScore = NEW.recommendationScore,
        assessmentIsViewed = NEW.isViewed, assessmentSubmittedAt = NEW.submittedAt
        WHERE id = NEW.applicationId AND stageId = NEW.stageId;
    END;
    CREATE TRIGGER assessments_changed
      AFTER UPDATE OF status, recommendation, rating, recommendationScore, isViewed, consentedAt, submittedAt
      ON assessments
    BEGIN
      UPDATE assessments SET durationMs = submittedAt - consentedAt WHERE seq = NEW.seq;
      UPDATE applications SET assessmentStatus = NEW.status,
        assessmentResult = coalesce(NEW.recommendation, NEW.rating),
        assessmentScore = NEW.recommendationScore,
        assessmentIsViewed = NEW.isViewed, assessmentSubmittedAt = NEW.submittedAt
        WHERE id = NEW.applicationId AND stageId = NEW.stageId;
    END;
    -- A move to another stage shows that stage's assessment: none until it is inserted.
    CREATE TRIGGER applications_moved AFTER UPDATE OF stageId ON applications WHEN NEW.stageId <> OLD.stageId BEGIN
      UPDATE applications SET assessmentStatus = '', assessmentResult = NULL, assessmentScore = NULL,
        assessmentIsViewed = 0, assessmentSubmittedAt = NULL
        WHERE seq = NEW.seq;
      UPDATE assessments SET status = status WHERE applicationId = NEW.id AND stageId = NEW.stageId;
    END;
  `,
};
