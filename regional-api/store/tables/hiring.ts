import { insightNames } from "../schema/insight-facts";
import {
  bit,
  edition,
  integer,
  json,
  lengthOf,
  listIndexes,
  oneOf,
  real,
  sequence,
  table,
  text,
  time,
} from "./columns";

const products = ["FI", "SI"] as const;
export type Product = (typeof products)[number];

export type ApplicationStatus = `APPS_APPLICATION_${
  "NEW" | "LONGLISTED" | "SHORTLISTED" | "INTERVIEW" | "DECLINED" | "OFFERED" | "HIRED" | "WITHDRAWN"}`;

const assessmentStatuses = [
  "APPS_ASSESSMENT_ORDER_COMPLETED",
  "APPS_ASSESSMENT_INPROGRESS",
  "APPS_ASSESSMENT_COMPLETED",
  "APPS_ASSESSMENT_DROPPED_OUT",
] as const;
export type AssessmentStatus = (typeof assessmentStatuses)[number];

const recommendations = ["YES", "MAYBE", "NO"] as const;
export type Recommendation = (typeof recommendations)[number];

/**
 * Designed for 1,000,000 applications on a synchronous database:
 * - `seq` (the rowid) is the tiebreaker of every sort. It ascends with creation, so newest first is seq DESC.
 * - Each sort of a list has one index that also covers every column its filters read. Counting and skipping to a deep
 *   page never touch the rows: find the page's seqs in the index, then join.
 * - The applications list shows one stage, so an application has copies of its current stage's assessment and of its
 *   candidate's name and email. Only triggers write the copies.
 * - No generated columns in these indexes: SQLite never treats an index as covering if one of them is used.
 */
export const hiringTables = {
  assessment_packages: table(
    {
      id: text().primary(),
      customerId: text().references("customers"),
      hierarchyId: text(),
      externalId: text(),
      name: text(),
      description: text().optional(),
      product: oneOf(...products),
      language: text().optional(),
      provider: text(),
      createdAt: time(),
      updatedAt: time(),
    },
    {
      indexes: {
        assessment_packages_external_id: "UNIQUE (customerId, externalId)",
        assessment_packages_product: "customerId, product, name, id",
      },
    },
  ),
  workflows: table(
    {
      id: text().primary(),
      customerId: text().references("customers"),
      hierarchyId: text().references("hierarchies"),
      name: text(),
      /** searchKey(name). */
      nameKey: text(),
      isDefault: bit().default(0),
      defaultLanguage: text().default("en-US"),
      /** JSON: one or two stages as in WF-45, in order. */
      stages: json(),
      stageCount: lengthOf("stages"),
      /** The user who wrote its rules, if known. */
      rulesBy: text().optional(),
      createdAt: time(),
      updatedAt: time(),
      archivedAt: time().optional(),
      ...edition(1),
    },
    {
      indexes: {
        ...listIndexes("workflows", { created: "createdAt", name: "nameKey", stages: "stageCount" }),
      },
    },
  ),
  workflow_sets: table(
    {
      id: text().primary(),
      customerId: text().references("customers"),
      hierarchyId: text().references("hierarchies"),
      name: text(),
      /** searchKey(name): preselects names to compare for WFS-20, which considers accents. */
      nameKey: text(),
      description: text().default(""),
      /** JSON: [{workflowId, displayName, isDefault}], in order. */
      workflowOptions: json(),
      workflowsCount: lengthOf("workflowOptions"),
      createdAt: time(),
      updatedAt: time(),
      archivedAt: time().optional(),
      ...edition(1),
    },
    {
      indexes: {
        workflow_sets_name: "customerId, nameKey",
        ...listIndexes("workflow_sets", {
          created: "createdAt",
          name: "nameKey",
          workflows: "workflowsCount",
        }),
      },
    },
  ),
  vacancies: table(
    {
      /** Ascends with creation; tiebreaker of every sort. */
      seq: sequence(),
      id: text().unique("vacancies_id"),
      customerId: text().references("customers"),
      /** The department. */
      hierarchyId: text().references("hierarchies"),
      externalVacancyId: text().optional(),
      jobRequisitionId: text().optional(),
      title: text(),
      /** searchKey(title). */
      titleKey: text(),
      description: text().optional(),
      roleFamilyId: text(),
      roleFamilyName: text(),
      locationAddress: text().optional(),
      /** JSON: [{firstName, lastName, email, externalId, type: HIRING_MANAGER | RECRUITER}], in order. */
      managers: json().default("[]"),
      /** The searchKey of each manager's name and email: managersKey(). */
      managersKey: text().default(""),
      /** JSON: the vacancy's own copy {_id, name, stages} (VAC-45). */
      workflow: json(),
      /** JSON: [{stageId, assessmentLink, externalAssessmentPackageId, assessmentPackageName}]. */
      genericAssessmentLinks: json().default("[]"),
      /** Maintained by triggers. */
      applicationCount: integer().default(0),
      createdAt: time(),
      updatedAt: time(),
      archivedAt: time().optional(),
      ...edition(1),
    },
    {
      indexes: {
        vacancies_external_id: "UNIQUE (customerId, externalVacancyId)",
        ...listIndexes(
          "vacancies",
          { created: "createdAt", title: "titleKey", external: "externalVacancyId" },
          ["seq", "hierarchyId", "archivedAt"],
        ),
        vacancies_workflow: {
          sqlite: "customerId, json_extract(workflow, '$._id'), json_extract(workflow, '$.stages[0]._id')",
          postgres: "customerId, (workflow::json ->> '_id'), (workflow::json -> 'stages' -> 0 ->> '_id')",
        },
        vacancies_active_search: {
          sqlite:
            "customerId, createdAt, seq, titleKey, externalVacancyId, managersKey, applicationCount, hierarchyId, archivedAt WHERE archivedAt IS NULL",
        },
        vacancies_archived_search: {
          sqlite:
            "customerId, createdAt, seq, titleKey, externalVacancyId, managersKey, applicationCount, hierarchyId, archivedAt WHERE archivedAt IS NOT NULL",
        },
        vacancies_hierarchy: "hierarchyId",
        vacancies_search: {
          postgres: "USING gin (customerId, titleKey gin_trgm_ops, lower(externalVacancyId) gin_trgm_ops)",
        },
      },
    },
  ),
  /** The email of each manager of a vacancy, in lower case. Maintained by triggers, never write it. */
  vacancy_people: table(
    {
      customerId: text(),
      email: text(),
      vacancyId: text().references("vacancies", "CASCADE"),
    },
    { primaryKey: ["customerId", "email", "vacancyId"], indexes: { vacancy_people_vacancy: "vacancyId" } },
  ),
  candidates: table(
    {
      seq: sequence(),
      id: text().unique("candidates_id"),
      customerId: text().references("customers"),
      /** SHA-256 hex of the customer's id and the email (INV-12). */
      externalApplicantId: text(),
      firstName: text(),
      lastName: text(),
      /** searchKey of first and last name; empty once de-identified, so searches cannot find them (SRCH-13). */
      nameKey: text(),
      /** Lower case, unique within the customer; null once de-identified. */
      email: text().check("email = lower(email)").optional(),
      phoneNumber: text().optional(),
      locationAddress: text().optional(),
      locationLat: real().optional(),
      locationLng: real().optional(),
      createdAt: time(),
      updatedAt: time(),
      deidentifiedAt: time().optional(),
      /** Time of the candidate's last activity at the customer (RET-01); maintained by triggers, never write it. */
      lastActivityAt: time().default(0),
      ...edition(1),
    },
    {
      indexes: {
        candidates_email: "UNIQUE (customerId, email)",
        candidates_phone: {
          sqlite: "customerId, substr(phoneNumber, -7) WHERE phoneNumber IS NOT NULL",
          postgres: "customerId, right(phoneNumber, 7) WHERE phoneNumber IS NOT NULL",
        },
        candidates_activity: "customerId, lastActivityAt, seq WHERE deidentifiedAt IS NULL",
      },
    },
  ),
  applications: table(
    {
      /** Ascends with creation; also the rowid in application_search (search/trigrams.ts). */
      seq: sequence(),
      id: text().unique("applications_id"),
      customerId: text().references("customers"),
      hierarchyId: text().references("hierarchies"),
      vacancyId: text().references("vacancies"),
      candidateId: text().references("candidates", "CASCADE"),
      externalApplicationId: text(),
      status: text<ApplicationStatus>().default("APPS_APPLICATION_NEW"),
      stageId: text(),
      isManuallyProgressed: bit().default(0),
      /** Typed details of a candidate the inviter may not see (JSON, see core/invited-as.ts); else null (INV-28). */
      invitedAs: text().optional(),
      createdAt: time(),
      updatedAt: time(),
      // Copies for the list of one stage, maintained by triggers: never write them.
      /** candidates.nameKey, or the key in `invitedAs`. */
      candidateNameKey: text().default(""),
      /** candidates.email; empty if null. */
      candidateEmail: text().default(""),
      /** Like the next five, copied from the current stage's assessment; empty if there is none. */
      assessmentStatus: text<AssessmentStatus | "">().default(""),
      /** recommendation of a chat, or rating of a video interview (APP-14). */
      assessmentResult: text<Recommendation>().optional(),
      assessmentScore: real().optional(),
      assessmentIsViewed: bit().default(0),
      assessmentSubmittedAt: time().optional(),
      /** Time it was ordered; the candidate has been at the stage since then. */
      assessmentOrderedAt: time().optional(),
      /** Time the stage's limit is exceeded; null without a limit. Set whenever a candidate enters the stage. */
      stageDueAt: time().optional(),
    },
    {
      indexes: {
        applications_candidate: "UNIQUE (candidateId, vacancyId)",
        applications_submitted:
          "vacancyId, stageId, assessmentSubmittedAt, seq, assessmentStatus, status, assessmentResult, assessmentIsViewed, candidateNameKey, candidateEmail",
        applications_created:
          "vacancyId, stageId, createdAt, seq, assessmentStatus, status, assessmentResult, assessmentIsViewed, assessmentSubmittedAt, candidateNameKey, candidateEmail",
        applications_score:
          "vacancyId, stageId, assessmentScore, seq, assessmentStatus, status, assessmentResult, assessmentIsViewed, assessmentSubmittedAt, candidateNameKey, candidateEmail",
        applications_name:
          "vacancyId, stageId, candidateNameKey, seq, assessmentStatus, status, assessmentResult, assessmentIsViewed, assessmentSubmittedAt, candidateEmail",
        applications_day: "customerId, createdAt, hierarchyId, vacancyId",
        applications_completed:
          "customerId, assessmentSubmittedAt, seq, hierarchyId, vacancyId, status, assessmentIsViewed WHERE assessmentSubmittedAt IS NOT NULL",
        applications_unviewed:
          "customerId, assessmentSubmittedAt, seq, hierarchyId, vacancyId, status, assessmentIsViewed, candidateNameKey WHERE assessmentSubmittedAt IS NOT NULL AND assessmentIsViewed = 0 AND candidateNameKey <> ''",
        applications_search: {
          postgres:
            "USING gin (customerId, candidateNameKey gin_trgm_ops, candidateEmail gin_trgm_ops, id gin_trgm_ops)",
        },
        applications_ordered:
          "vacancyId, stageId, assessmentOrderedAt, seq, assessmentStatus, status, assessmentResult, assessmentIsViewed, assessmentSubmittedAt, candidateNameKey, candidateEmail",
        applications_due:
          "customerId, stageDueAt, seq, hierarchyId, vacancyId, status WHERE stageDueAt IS NOT NULL",
        applications_seq: { postgres: "customerId, seq" },
        // For counts of a stage; SQLite is as fast with the indexes above.
        applications_result: { postgres: "vacancyId, stageId, assessmentResult, assessmentStatus, status" },
        applications_not_viewed: {
          postgres:
            "vacancyId, stageId, assessmentStatus, status WHERE assessmentIsViewed = 0 AND candidateNameKey <> ''",
        },
      },
    },
  ),
  /** One per application and stage. From `recommendation` on: the results of APP-33, null if absent. */
  assessments: table(
    {
      seq: sequence(),
      id: text().unique("assessments_id"),
      customerId: text().references("customers"),
      hierarchyId: text().references("hierarchies"),
      vacancyId: text().references("vacancies"),
      applicationId: text().references("applications", "CASCADE"),
      stageId: text(),
      product: oneOf(...products),
      provider: text(),
      status: oneOf(...assessmentStatuses),
      assessmentPackageId: text(),
      assessmentPackageVersion: integer().default(1),
      externalAssessmentPackageId: text(),
      externalAssessmentId: text(),
      /** The vacancy's externalVacancyId. */
      externalCohortId: text(),
      assessmentLink: text(),
      insightsLink: text().optional(),
      /** Time the report was removed at the end of its retention (RET-07). */
      reportRemovedAt: time().optional(),
      isViewed: bit().default(0),
      createdAt: time(),
      updatedAt: time(),
      /** Time the candidate started. */
      consentedAt: time().optional(),
      submittedAt: time().optional(),
      predictedAt: time().optional(),
      /** submittedAt - consentedAt; maintained by triggers. */
      durationMs: integer().optional(),
      answeredCount: integer().default(0),
      deviceType: oneOf("Desktop", "Mobile", "Tablet", "Unknown").optional(),
      /** 0 to 10, given by the candidate (DI-28). */
      feedbackRating: integer().check("feedbackRating BETWEEN 0 AND 10").optional(),
      recommendation: oneOf(...recommendations).optional(),
      recommendationScore: real().optional(),
      plagiarismQuestionCount: integer().optional(),
      profanityQuestionCount: integer().optional(),
      outlierQuestionCount: integer().optional(),
      agcQuestionCount: integer().optional(),
      isPlagiarism: bit().optional(),
      isProfanity: bit().optional(),
      isOutlier: bit().optional(),
      /** Insights call it garbage. */
      isLowTextQuality: bit().optional(),
      isAgc: bit().optional(),
      rating: oneOf(...recommendations).optional(),
      comment: text().optional(),
      /** JSON: string[]. */
      reviewerIds: json().optional(),
      completedReviewerCount: integer().optional(),
    },
    {
      indexes: {
        assessments_application: "UNIQUE (applicationId, stageId)",
        assessments_score:
          "customerId, product, recommendationScore, submittedAt, hierarchyId WHERE submittedAt IS NOT NULL",
        assessments_duration:
          "customerId, product, durationMs, submittedAt, hierarchyId WHERE submittedAt IS NOT NULL",
        assessments_stage: "stageId, submittedAt WHERE submittedAt IS NOT NULL",
        assessments_submitted:
          "customerId, product, submittedAt, hierarchyId, vacancyId WHERE submittedAt IS NOT NULL",
        assessments_consented:
          "customerId, product, consentedAt, hierarchyId, vacancyId, submittedAt, answeredCount WHERE consentedAt IS NOT NULL",
        assessments_vacancy_score:
          "vacancyId, product, recommendationScore, submittedAt WHERE submittedAt IS NOT NULL",
        assessments_vacancy_duration:
          "vacancyId, product, durationMs, submittedAt WHERE submittedAt IS NOT NULL",
        assessments_report:
          "customerId, coalesce(submittedAt, createdAt), seq WHERE insightsLink IS NOT NULL",
        assessments_vacancy_stage: "vacancyId, stageId, createdAt, seq, submittedAt, applicationId",
      },
    },
  ),
  /** Number of applications per stage, status and progress; maintained by triggers, never write it. */
  application_counts: table(
    {
      vacancyId: text(),
      stageId: text(),
      status: text<ApplicationStatus>(),
      assessmentStatus: text<AssessmentStatus | "">(),
      /** May be 0. */
      count: integer(),
    },
    { primaryKey: ["vacancyId", "stageId", "status", "assessmentStatus"] },
  ),
  /** Changes of an application's status or stage, with author and time (APP-39, APP-41). */
  application_changes: table(
    {
      seq: sequence(),
      applicationId: text().references("applications", "CASCADE"),
      kind: oneOf("STATUS", "STAGE"),
      before: text(),
      after: text(),
      /** A user's id; null if made by a rule or the system. */
      changedBy: text().optional(),
      changedAt: time(),
      /** JSON: the `RuleRecord` of the rule that made it; null if none did. */
      rule: json().optional(),
      /** The id of the reason given with a decline; null again once the decline was undone (PIPE-06). */
      declineReason: text().optional(),
    },
    {
      indexes: {
        application_changes_application: "applicationId, changedAt",
        application_changes_reason: "declineReason, changedAt, applicationId WHERE declineReason IS NOT NULL",
      },
    },
  ),
  /** A declined candidate who has not been notified yet. */
  decline_messages: table(
    {
      applicationId: text().primary().references("applications", "CASCADE"),
      declinedAt: time(),
    },
    {
      hasRowid: false,
      indexes: {
        decline_messages_declined: "declinedAt, applicationId",
      },
    },
  ),
  /**
   * Outcomes of the assessments of a scope (a customer, department or vacancy) begun or submitted in a span of days;
   * maintained by triggers, never write it.
   */
  insight_counts: table(
    {
      scopeId: text(),
      product: text<Product>(),
      /** In days: 1 or 32. */
      span: integer(),
      /** The number of the span since 1970 (UTC). */
      bucket: integer(),
    },
    {
      primaryKey: ["scopeId", "product", "span", "bucket"],
      further: Object.fromEntries(insightNames.map((name) => [name, integer().default(0)])),
    },
  ),
  /** Number of applications received per scope and day (UTC, since 1970); maintained by triggers, never write it. */
  application_day_counts: table(
    {
      scopeId: text(),
      day: integer(),
      count: integer(),
    },
    { primaryKey: ["scopeId", "day"] },
  ),
  /** A candidate's email or phone number before a correction; messages were sent there. */
  candidate_former_contacts: table(
    {
      candidateId: text().references("candidates", "CASCADE"),
      contact: text(),
    },
    { primaryKey: ["candidateId", "contact"] },
  ),
  /** Corrections and de-identification of a candidate, with author and time. */
  candidate_changes: table(
    {
      seq: sequence(),
      candidateId: text().references("candidates", "CASCADE"),
      kind: oneOf("CORRECTED", "DEIDENTIFIED"),
      /** JSON: the names of the corrected fields, without values. */
      fields: json(),
      /** A user's id. */
      changedBy: text().optional(),
      changedAt: time(),
    },
    {
      indexes: {
        candidate_changes_candidate: "candidateId, changedAt",
      },
    },
  ),
};
