import type { GeneratedAlways } from "kysely";
import type { Bit, ArchivableColumns, EditionColumns, Optional } from "./columns";

export type Product = "FI" | "SI";

export type ApplicationStatus = `APPS_APPLICATION_${
  "NEW" | "LONGLISTED" | "SHORTLISTED" | "INTERVIEW" | "DECLINED" | "OFFERED" | "HIRED" | "WITHDRAWN"}`;

export type AssessmentStatus =
  `APPS_ASSESSMENT_${"ORDER_COMPLETED" | "INPROGRESS" | "COMPLETED" | "DROPPED_OUT"}`;

export type Recommendation = "YES" | "MAYBE" | "NO";

interface AssessmentPackageTable {
  id: string;
  customerId: string;
  hierarchyId: string;
  externalId: string;
  name: string;
  description: string | null;
  product: Product;
  language: string | null;
  provider: string;
  createdAt: number;
  updatedAt: number;
}

interface WorkflowTable extends ArchivableColumns {
  hierarchyId: string;
  name: string;
  /** searchKey(name). */
  nameKey: string;
  isDefault: Optional<Bit>;
  defaultLanguage: Optional<string>;
  /** JSON: one or two of the stages of WF-45, in order. */
  stages: string;
  stageCount: GeneratedAlways<number | null>;
}

interface WorkflowSetTable extends ArchivableColumns {
  hierarchyId: string;
  name: string;
  /** searchKey(name): finds the few names to compare for WFS-20, which minds accents. */
  nameKey: string;
  description: Optional<string>;
  /** JSON: [{workflowId, displayName, isDefault}], in order. */
  workflowOptions: string;
  workflowsCount: GeneratedAlways<number | null>;
}

interface VacancyTable extends EditionColumns {
  /** Runs with creation; breaks ties in every sort. */
  seq: GeneratedAlways<number>;
  id: string;
  customerId: string;
  /** The department. */
  hierarchyId: string;
  externalVacancyId: string | null;
  jobRequisitionId: string | null;
  title: string;
  /** searchKey(title). */
  titleKey: string;
  description: string | null;
  roleFamilyId: string;
  roleFamilyName: string;
  locationAddress: string | null;
  /** JSON: [{firstName, lastName, email, externalId, type: HIRING_MANAGER | RECRUITER}], in order. */
  managers: Optional<string>;
  /** The searchKey of each of them, names and email: managersKey(). */
  managersKey: Optional<string>;
  /** JSON: the vacancy's own copy {_id, name, stages} (VAC-45). */
  workflow: string;
  /** JSON: [{stageId, assessmentLink, externalAssessmentPackageId, assessmentPackageName}]. */
  genericAssessmentLinks: Optional<string>;
  /** Kept by triggers. */
  applicationCount: Optional<number>;
  createdAt: number;
  updatedAt: number;
  archivedAt: number | null;
}

interface CandidateTable extends EditionColumns {
  seq: GeneratedAlways<number>;
  id: string;
  customerId: string;
  /** SHA-256 hex of the customer's id and the email (INV-12). */
  externalApplicantId: string;
  firstName: string;
  lastName: string;
  /** searchKey of first and last name; empty once de-identified, so that no search finds them (SRCH-13). */
  nameKey: string;
  /** Lower case, unique in the customer; null once de-identified. */
  email: string | null;
  phoneNumber: string | null;
  locationAddress: string | null;
  locationLat: number | null;
  locationLng: number | null;
  createdAt: number;
  updatedAt: number;
  deidentifiedAt: number | null;
  /** When something last happened with them at the customer (RET-01); kept by triggers, never write it. */
  lastActivityAt: Optional<number>;
}

interface ApplicationTable {
  /** Runs with creation; also the row of application_search (search/trigrams.ts). */
  seq: GeneratedAlways<number>;
  id: string;
  customerId: string;
  hierarchyId: string;
  vacancyId: string;
  candidateId: string;
  externalApplicationId: string;
  status: Optional<ApplicationStatus>;
  stageId: string;
  isManuallyProgressed: Optional<Bit>;
  /** What was typed about a candidate whom the inviter may not see (JSON, see core/invited-as.ts); null for others (INV-28). */
  invitedAs: Optional<string | null>;
  createdAt: number;
  updatedAt: number;
  // Copies for the list of one stage, kept by triggers: never write them.
  /** candidates.nameKey, or that of `invitedAs`. */
  candidateNameKey: Optional<string>;
  /** candidates.email, empty when null. */
  candidateEmail: Optional<string>;
  /** Of the current stage's assessment, as are the next four; empty when there is none. */
  assessmentStatus: Optional<AssessmentStatus | "">;
  /** recommendation of a chat, rating of a video interview (APP-14). */
  assessmentResult: Optional<Recommendation | null>;
  assessmentScore: Optional<number | null>;
  assessmentIsViewed: Optional<Bit>;
  assessmentSubmittedAt: Optional<number | null>;
}

/** One per application and stage. From `recommendation` on: the results of APP-33, null when not given. */
interface AssessmentTable {
  seq: GeneratedAlways<number>;
  id: string;
  customerId: string;
  hierarchyId: string;
  vacancyId: string;
  applicationId: string;
  stageId: string;
  product: Product;
  provider: string;
  status: AssessmentStatus;
  assessmentPackageId: string;
  assessmentPackageVersion: Optional<number>;
  externalAssessmentPackageId: string;
  externalAssessmentId: string;
  /** The vacancy's externalVacancyId. */
  externalCohortId: string;
  assessmentLink: string;
  insightsLink: string | null;
  /** When the report went because its time was over (RET-07). */
  reportRemovedAt: Optional<number | null>;
  isViewed: Optional<Bit>;
  createdAt: number;
  updatedAt: number;
  /** When the candidate began. */
  consentedAt: number | null;
  submittedAt: number | null;
  predictedAt: number | null;
  /** submittedAt - consentedAt; kept by triggers. */
  durationMs: Optional<number | null>;
  answeredCount: Optional<number>;
  deviceType: "Desktop" | "Mobile" | "Tablet" | "Unknown" | null;
  /** 0 to 10, left by the candidate (DI-28). */
  feedbackRating: number | null;
  recommendation: Recommendation | null;
  recommendationScore: number | null;
  plagiarismQuestionCount: number | null;
  profanityQuestionCount: number | null;
  outlierQuestionCount: number | null;
  agcQuestionCount: number | null;
  isPlagiarism: Bit | null;
  isProfanity: Bit | null;
  isOutlier: Bit | null;
  /** Also what Insights call garbage. */
  isLowTextQuality: Bit | null;
  isAgc: Bit | null;
  rating: Recommendation | null;
  comment: string | null;
  /** JSON: string[]. */
  reviewerIds: string | null;
  completedReviewerCount: number | null;
}

/** How many applications are at a stage with a status and a progress; kept by triggers, never write it. */
interface ApplicationCountTable {
  vacancyId: string;
  stageId: string;
  status: ApplicationStatus;
  assessmentStatus: AssessmentStatus | "";
  /** May be 0. */
  count: number;
}

/** Who changed an application's status or moved it to another stage, and when (APP-39, APP-41). */
interface ApplicationChangeTable {
  seq: GeneratedAlways<number>;
  applicationId: string;
  kind: "STATUS" | "STAGE";
  before: string;
  after: string;
  /** A user's id; null when a rule or a system did it. */
  changedBy: string | null;
  changedAt: number;
  /** JSON: the `RuleRecord` of the rule that did it; null when none did. */
  rule: Optional<string | null>;
}

/** A candidate who was declined and has not been told yet. */
interface DeclineMessageTable {
  applicationId: string;
  declinedAt: number;
}

/** An email or phone number that a candidate had before a correction; messages went there. */
interface CandidateFormerContactTable {
  candidateId: string;
  contact: string;
}

/** Who corrected or de-identified a candidate, and when. */
interface CandidateChangeTable {
  seq: GeneratedAlways<number>;
  candidateId: string;
  kind: "CORRECTED" | "DEIDENTIFIED";
  /** JSON: the names of what was corrected, no values. */
  fields: string;
  /** A user's id. */
  changedBy: string | null;
  changedAt: number;
}

/**
 * What became of the assessments of a scope (a customer, a department or a vacancy) that were begun or submitted in a
 * span of days; kept by triggers, never write it. Its further columns are the facts of migration 81.
 */
interface InsightCountTable {
  scopeId: string;
  product: Product;
  /** In days: 1 or 32. */
  span: number;
  /** Which span since 1970 (UTC). */
  bucket: number;
}

/** How many applications came to a scope on a day (UTC, since 1970); kept by triggers, never write it. */
interface ApplicationDayCountTable {
  scopeId: string;
  day: number;
  count: number;
}

export interface HiringTables {
  assessment_packages: AssessmentPackageTable;
  workflows: WorkflowTable;
  workflow_sets: WorkflowSetTable;
  vacancies: VacancyTable;
  candidates: CandidateTable;
  applications: ApplicationTable;
  assessments: AssessmentTable;
  application_counts: ApplicationCountTable;
  application_changes: ApplicationChangeTable;
  decline_messages: DeclineMessageTable;
  insight_counts: InsightCountTable;
  application_day_counts: ApplicationDayCountTable;
  candidate_former_contacts: CandidateFormerContactTable;
  candidate_changes: CandidateChangeTable;
}
