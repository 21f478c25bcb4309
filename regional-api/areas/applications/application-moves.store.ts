/** Changes to applications (creation, moves, status, views), each with its author and time. */
import { setOf } from "../../core/statements.store";
import { randomUUID } from "node:crypto";
import { newId } from "../../core/ids";
import { interviewLink } from "../candidate-messages/interview-links";
import type { RuleRecord } from "../workflows/stage-rules";
import type { Stage } from "../workflows/workflow-stages";
import { findStageAssessment } from "./applications.store";
import {
  type SendContext,
  sendToCandidate,
  type CandidateMessage,
  type Delivery,
} from "../candidate-messages/candidate-messages.store";
import { candidateAmong } from "./candidates.store";
import { regionCustomer } from "../../core/customers.store";
import type { Reader, Writer } from "../../store/engine";
import { queueDeclineMessage, requeueDeclineMessage } from "./decline-messages.store";
import type { Row } from "../../store/tables";
import type { ApplicationStatus } from "../../store/tables/hiring";
import { batchInserter } from "../../store/batch-insert";
import { anyOf } from "../../store/dialect";
import { prepared, sql } from "../../store/sql";
import { rowsBy, batchLoader, batchUpdater } from "../../store/batch-loader";

const setStatus = setOf("applications", "status", "updatedAt");
const setStage = setOf("applications", "stageId", "stageDueAt", "isManuallyProgressed", "updatedAt");

const addChange = batchInserter("application_changes", {
  ...{ applicationId: "text", kind: "text", before: "text", after: "text", changedBy: "text" },
  ...{ changedAt: "bigint", rule: "text", declineReason: "text" },
});

const clearReasons = prepared<{ applicationIds: readonly string[]; changedAt: number }>()((p) =>
  sql
    .updateTable("application_changes")
    .set({ declineReason: null })
    .where(anyOf("applicationId", p.applicationIds))
    .where("changedAt", "=", p.changedAt),
);

const clearReason = batchUpdater<{ changedAt: number }>((db, applicationIds, { changedAt }) =>
  clearReasons.run(db, { applicationIds, changedAt }),
);

const addAssessment = batchInserter("assessments", {
  ...{ id: "text", customerId: "text", hierarchyId: "text", vacancyId: "text", applicationId: "text" },
  ...{ stageId: "text", product: "text", provider: "text", status: "text", assessmentPackageId: "text" },
  ...{ externalAssessmentPackageId: "text", externalAssessmentId: "text", externalCohortId: "text" },
  ...{ assessmentLink: "text", createdAt: "bigint", updatedAt: "bigint" },
});

const updateViewed = prepared<{ id: string; now: number }>()((p) =>
  sql
    .updateTable("assessments")
    .set({ isViewed: 1, updatedAt: p.now })
    .where("id", "=", p.id)
    .where("isViewed", "=", 0),
);

const selectChanges = prepared<{ applicationIds: readonly string[] }>()((p) =>
  sql
    .selectFrom("application_changes")
    .selectAll()
    .where(anyOf("applicationId", p.applicationIds))
    .orderBy("applicationId")
    .orderBy("changedAt"),
);

const changesOfApplications = batchLoader(async (db, applicationIds) =>
  rowsBy(await selectChanges.all(db, { applicationIds }), ({ applicationId }) => applicationId),
);

/** A change to an application. */
interface Change {
  readonly application: Row<"applications">;
  /** The user's id; null for a rule or a system. */
  readonly changedBy: string | null;
  readonly now: number;
  /** The rule that caused it, if any. */
  readonly rule?: RuleRecord | undefined;
}

/** Returns all changes to an application, oldest first. */
export const changesOfApplication = async (db: Reader, applicationId: string) =>
  (await changesOfApplications(db, applicationId)) ?? [];

/**
 * Sets the status and returns whether it changed. A declined candidate gets the message after a delay (APP-70);
 * `isUndo` restores a decline, whose message goes out only if it had not been sent yet.
 */
export async function setApplicationStatus(
  db: Writer,
  {
    application,
    status,
    changedBy,
    now,
    rule,
    declineReason = null,
    isUndo = false,
  }: Change & { status: ApplicationStatus; declineReason?: string | null; isUndo?: boolean },
): Promise<boolean> {
  const { id, status: before } = application;
  if (before === status) return false;
  await setStatus(db, id, { status, updatedAt: now });
  await addChange(db, {
    applicationId: id,
    kind: "STATUS",
    before,
    after: status,
    changedBy,
    changedAt: now,
    rule: rule ? JSON.stringify(rule) : null,
    declineReason,
  });
  if (status === "APPS_APPLICATION_DECLINED")
    await (isUndo ? requeueDeclineMessage : queueDeclineMessage)(db, id, now);
  return true;
}

interface OwnChange {
  readonly changedBy: string;
  readonly changedAt: number;
}

/** Returns the application's status change made by `changedBy` at `changedAt`, if any. */
export const statusChangeAt = async (
  db: Reader,
  applicationId: string,
  { changedBy, changedAt }: OwnChange,
) =>
  (await changesOfApplication(db, applicationId)).findLast(
    (change) => change.kind === "STATUS" && change.changedBy === changedBy && change.changedAt === changedAt,
  );

/** Returns the status change that was the application's last change, if made by `changedBy` at `changedAt`. */
export async function lastStatusChange(
  db: Reader,
  { id, status, updatedAt }: Row<"applications">,
  own: OwnChange,
) {
  const change = updatedAt === own.changedAt ? await statusChangeAt(db, id, own) : undefined;
  return change?.after === status ? change : undefined;
}

/** Returns the id of the last decline's reason; null if the status is not Declined or no reason was given (PIPE-06). */
export async function declineReasonOf(
  db: Reader,
  { id, status }: Pick<Row<"applications">, "id" | "status">,
): Promise<string | null> {
  if (status !== "APPS_APPLICATION_DECLINED") return null;
  const changes = await changesOfApplication(db, id);
  return changes.findLast(({ kind, after }) => kind === "STATUS" && after === status)?.declineReason ?? null;
}

/** Removes the reason of a decline that was undone. Call inside a transaction. */
export const removeDeclineReason = (db: Writer, applicationId: string, changedAt: number): Promise<void> =>
  clearReason(db, applicationId, { changedAt });

/** Due date for a candidate who enters the stage now, in ms UTC; null without a limit. */
const dueAt = ({ dayLimit }: Pick<Stage, "dayLimit">, now: number) =>
  dayLimit ? now + dayLimit * 86_400_000 : null;

interface Move extends Change {
  readonly vacancy: Row<"vacancies">;
  /** A stage of the vacancy. The caller has checked that it is a later one. */
  readonly stage: Stage;
  readonly isManuallyProgressed: boolean;
  readonly config: SendContext["config"];
}

/**
 * Moves an application to a stage, orders the assessment there and invites the candidate (APP-42). Returns the outcome
 * of the invitation.
 */
export async function moveApplication(db: Writer, move: Move): Promise<Delivery> {
  const { application, vacancy, stage, isManuallyProgressed, changedBy, now, config, rule } = move;
  await setStage(db, application.id, {
    stageId: stage._id,
    stageDueAt: dueAt(stage, now),
    isManuallyProgressed: isManuallyProgressed ? 1 : 0,
    updatedAt: now,
  });
  await addChange(db, {
    applicationId: application.id,
    kind: "STAGE",
    before: application.stageId,
    after: stage._id,
    changedBy,
    changedAt: now,
    rule: rule ? JSON.stringify(rule) : null,
    declineReason: null,
  });
  const assessment = await orderAssessment(db, application.id, vacancy, stage, randomUUID(), now);
  const candidate = await candidateAmong(db, application.candidateId);
  if (!candidate) return { mail: "NO_ADDRESS", text: "NO_ADDRESS" };
  const message = await messageAbout(db, { candidate, vacancy, stage, assessment });
  return sendToCandidate(db, candidate, { ...message, template: `${stage.product}_INVITE` }, { now, config });
}

interface MessageSubject {
  readonly candidate: Row<"candidates">;
  readonly vacancy: Row<"vacancies">;
  readonly stage: Stage;
  readonly assessment: Row<"assessments">;
}

/** Returns the contents shared by all messages about an assessment; the template is added by the caller. */
export async function messageAbout(
  db: Reader,
  { candidate, vacancy, stage, assessment }: MessageSubject,
): Promise<Omit<CandidateMessage, "template">> {
  return {
    customerId: vacancy.customerId,
    customer: (await regionCustomer(db, vacancy.customerId))?.displayName ?? "",
    firstName: candidate.firstName,
    vacancy: vacancy.title,
    link: assessment.assessmentLink,
    assessment,
    language: stage.language,
  };
}

type Place = Pick<Row<"vacancies">, "id" | "customerId" | "hierarchyId" | "externalVacancyId">;

/** Returns the application's assessment at a stage; orders it if there is none. */
export async function orderAssessment(
  db: Writer,
  applicationId: string,
  vacancy: Place,
  stage: Stage,
  externalAssessmentId: string,
  now: number,
): Promise<Row<"assessments">> {
  const known = await findStageAssessment(db, applicationId, stage._id);
  if (known) return known;
  const id = newId(now);
  await addAssessment(db, {
    id,
    customerId: vacancy.customerId,
    hierarchyId: vacancy.hierarchyId,
    vacancyId: vacancy.id,
    applicationId,
    stageId: stage._id,
    product: stage.product,
    provider: stage.provider,
    status: "APPS_ASSESSMENT_ORDER_COMPLETED",
    assessmentPackageId: stage.externalAssessmentPackageId,
    externalAssessmentPackageId: stage.externalAssessmentPackageId,
    externalAssessmentId,
    externalCohortId: vacancy.externalVacancyId ?? vacancy.id,
    assessmentLink: interviewLink(db.awsRegion, stage.product, id),
    createdAt: now,
    updatedAt: now,
  });
  const ordered = await findStageAssessment(db, applicationId, stage._id);
  if (!ordered) throw new Error(`assessment ${id} was not stored`);
  return ordered;
}

/** Inserts the application of a candidate invited to a stage (INV-14). Returns its id. */
export async function insertApplication(
  db: Writer,
  vacancy: Place,
  candidateId: string,
  stage: Pick<Stage, "_id" | "dayLimit">,
  { externalApplicationId, invitedAs }: { externalApplicationId: string; invitedAs: string | null },
  now: number,
): Promise<string> {
  const id = newId(now);
  await db.run(
    sql.insertInto("applications").values({
      id,
      customerId: vacancy.customerId,
      hierarchyId: vacancy.hierarchyId,
      vacancyId: vacancy.id,
      candidateId,
      externalApplicationId,
      invitedAs,
      stageId: stage._id,
      stageDueAt: dueAt(stage, now),
      createdAt: now,
      updatedAt: now,
    }),
  );
  return id;
}

/** Marks an assessment as viewed. Only the first view changes the row (APP-34). */
export const markViewed = (db: Writer, assessmentId: string, now: number) =>
  updateViewed.run(db, { id: assessmentId, now });
