/** API types of applications, candidates and assessments (APP-31 to APP-33, CAND-30). */
import { messageOutcomes } from "../candidate-messages/candidate-messages.rules";
import { reasonName } from "../decline-reasons/decline-reasons.store";
import { declineReasonOf } from "./application-moves.store";
import type { ApplicationRow } from "./applications.store";
import type { Row } from "../../store/tables";
import { ApplicationStatus } from "../workflows/application-enums";
import type { RuleRecord } from "../workflows/stage-rules";
import { StageTrigger } from "../workflows/workflow-types";
import { builder, rowType } from "../../core/builder";
import { Edited } from "../../core/versioned-type";

type CandidateShape = Row<"candidates">;
type AssessmentShape = Row<"assessments">;
export type ApplicationShape = ApplicationRow & { organizationId: string };

export const MessageOutcomeType = builder.enumType("AppsMessageOutcome", { values: messageOutcomes });

export const AssessmentStatus = builder.enumType("AppsAssessmentStatus", {
  values: [
    "APPS_ASSESSMENT_ORDER_COMPLETED",
    "APPS_ASSESSMENT_INPROGRESS",
    "APPS_ASSESSMENT_COMPLETED",
    "APPS_ASSESSMENT_DROPPED_OUT",
  ],
});

const PersonalInformation = rowType<CandidateShape>()("AppsPersonalInformation", {
  firstName: "String",
  lastName: "String",
  email: "String?",
  phoneNumber: "String?",
});

interface PlaceShape {
  readonly address: string;
  readonly coordinate: { readonly lat: number; readonly lng: number } | null;
}

const Coordinate = rowType<{ lat: number; lng: number }>()("AppsCoordinate", { lat: "Float", lng: "Float" });

const CandidateLocation = builder.objectRef<PlaceShape>("AppsCandidateLocation").implement({
  fields: (t) => ({
    address: t.exposeString("address"),
    coordinate: t.expose("coordinate", { type: Coordinate, nullable: true }),
  }),
});

function locationOf({ locationAddress, locationLat, locationLng }: CandidateShape): PlaceShape | null {
  if (!locationAddress) return null;
  const coordinate =
    locationLat === null || locationLng === null ? null : { lat: locationLat, lng: locationLng };
  return { address: locationAddress, coordinate };
}

const Candidate = builder.objectRef<CandidateShape>("AppsCandidate").implement({
  interfaces: [Edited],
  fields: (t) => ({
    _id: t.exposeID("id"),
    personalInformation: t.field({ type: PersonalInformation, resolve: (candidate) => candidate }),
    location: t.field({ type: CandidateLocation, nullable: true, resolve: locationOf }),
    isDeidentified: t.boolean({ resolve: ({ deidentifiedAt }) => deidentifiedAt !== null }),
    createdAt: t.expose("createdAt", { type: "DateTime" }),
    updatedAt: t.expose("updatedAt", { type: "DateTime" }),
  }),
});

type FieldType = "string" | "number" | "boolean" | "stringArray";

interface ResultShape {
  fieldName: string;
  fieldType: FieldType;
  fieldValue: unknown;
}

const AssessmentResult = builder.objectRef<ResultShape>("AppsAssessmentResult").implement({
  fields: (t) => ({
    fieldName: t.exposeString("fieldName"),
    fieldType: t.exposeString("fieldType"),
    fieldValue: t.field({ type: "JSON", resolve: ({ fieldValue }) => fieldValue }),
  }),
});

const resultTypes = {
  recommendation: "string",
  recommendationScore: "number",
  plagiarismQuestionCount: "number",
  profanityQuestionCount: "number",
  outlierQuestionCount: "number",
  isProfanity: "boolean",
  isPlagiarism: "boolean",
  isOutlier: "boolean",
  isLowTextQuality: "boolean",
  isAgc: "boolean",
  agcQuestionCount: "number",
  rating: "string",
  comment: "string",
  reviewerIds: "stringArray",
  completedReviewerCount: "number",
} as const satisfies Partial<Record<keyof AssessmentShape, FieldType>>;

const resultNames = Object.keys(resultTypes) as (keyof typeof resultTypes)[];

/** Returns the results present. Columns store booleans as 0/1 and lists as JSON. */
function resultsOf(assessment: AssessmentShape): ResultShape[] {
  return resultNames.flatMap((fieldName) => {
    const stored = assessment[fieldName];
    if (stored === null) return [];
    const fieldType = resultTypes[fieldName];
    const fieldValue: unknown =
      fieldType === "boolean"
        ? stored === 1
        : fieldType === "stringArray"
          ? JSON.parse(String(stored))
          : stored;
    return [{ fieldName, fieldType, fieldValue }];
  });
}

const Assessment = builder.objectRef<AssessmentShape>("AppsAssessment").implement({
  fields: (t) => ({
    _id: t.exposeID("id"),
    assessmentLink: t.exposeString("assessmentLink"),
    assessmentPackageId: t.exposeString("assessmentPackageId"),
    assessmentPackageVersion: t.exposeInt("assessmentPackageVersion"),
    externalAssessmentId: t.exposeString("externalAssessmentId"),
    externalAssessmentPackageId: t.exposeString("externalAssessmentPackageId"),
    externalCohortId: t.exposeString("externalCohortId"),
    insightsLink: t.exposeString("insightsLink", { nullable: true }),
    reportRemovedAt: t.expose("reportRemovedAt", {
      type: "DateTime",
      nullable: true,
      description: "When retention removed the report and its video.",
    }),
    isViewed: t.boolean({ resolve: ({ isViewed }) => isViewed === 1 }),
    predictedAt: t.expose("predictedAt", { type: "DateTime", nullable: true }),
    product: t.exposeString("product"),
    provider: t.exposeString("provider"),
    results: t.field({ type: [AssessmentResult], resolve: resultsOf }),
    stageId: t.exposeID("stageId"),
    status: t.expose("status", { type: AssessmentStatus }),
    submittedAt: t.expose("submittedAt", { type: "DateTime", nullable: true }),
    createdAt: t.expose("createdAt", { type: "DateTime" }),
    updatedAt: t.expose("updatedAt", { type: "DateTime" }),
  }),
});

export const Application = builder.objectRef<ApplicationShape>("AppsApplication").implement({
  fields: (t) => ({
    _id: t.exposeID("id"),
    status: t.expose("status", { type: ApplicationStatus }),
    declineReason: t.string({
      nullable: true,
      description: "Why the application is declined, as the reason is called now. Null without a reason.",
      resolve: async (application, _args, { db }) =>
        reasonName(db, application.customerId, await declineReasonOf(db, application)),
    }),
    isManuallyProgressed: t.boolean({ resolve: (application) => application.isManuallyProgressed === 1 }),
    stageId: t.exposeID("stageId"),
    stageSince: t.expose("assessmentOrderedAt", {
      type: "DateTime",
      nullable: true,
      description: "When the candidate reached the stage. Null if the application has no assessment there.",
    }),
    stageDueAt: t.expose("stageDueAt", {
      type: "DateTime",
      nullable: true,
      description: "When the candidate exceeds the stage's day limit. Null if the stage has no limit.",
    }),
    candidate: t.expose("candidate", { type: Candidate }),
    assessments: t.expose("assessments", { type: [Assessment] }),
    customerId: t.exposeID("customerId"),
    externalApplicantId: t.string({ resolve: ({ candidate }) => candidate.externalApplicantId }),
    externalApplicationId: t.exposeString("externalApplicationId"),
    externalVacancyId: t.exposeString("externalVacancyId", { nullable: true }),
    hierarchyId: t.exposeID("hierarchyId"),
    organizationId: t.exposeID("organizationId"),
    vacancyId: t.exposeID("vacancyId"),
    vacancyName: t.exposeString("vacancyName"),
    createdAt: t.expose("createdAt", { type: "DateTime" }),
    updatedAt: t.expose("updatedAt", { type: "DateTime" }),
  }),
});

export const AppliedRule = builder.objectRef<RuleRecord>("AppsAppliedRule").implement({
  description: "A stage rule as it read when it was applied.",
  fields: (t) => ({
    workflowId: t.exposeID("workflowId"),
    workflowName: t.exposeString("workflowName"),
    stageName: t.exposeString("stageName"),
    trigger: t.field({ type: StageTrigger, resolve: ({ trigger }) => trigger }),
  }),
});
