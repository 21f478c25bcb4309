/** What happens to applications: made, moved on, given a status, viewed; with who did it and when. */
import { setOf } from "../../core/statements.store";
import { randomUUID } from "node:crypto";
import { newId } from "../../core/ids";
import { interviewLink } from "../candidate-messages/interview-links";
import type { RuleRecord } from "../workflows/stage-rules";
import type { Stage } from "../workflows/workflow-stages";
import { findStageAssessment } from "./applications.store";
import {
  type Sending,
  tellCandidate,
  type CandidateMessage,
  type Delivery,
} from "../candidate-messages/candidate-messages.store";
import { candidateAmong } from "./candidates.store";
import { regionCustomer } from "../../core/customers.store";
import type { Reader, Writer } from "../../store/engine";
import { noteDecline, noteDeclineGivenBack } from "./decline-messages.store";
import type { Row } from "../../store/tables";
import type { ApplicationStatus } from "../../store/tables/hiring";
import { adderOf } from "../../store/adding";
import { anyOf } from "../../store/dialect";
import { prepared, sql } from "../../store/sql";
import { rowsBy, together } from "../../store/together";

const setStatus = setOf("applications", "status", "updatedAt");
const setStage = setOf("applications", "stageId", "stageDueAt", "isManuallyProgressed", "updatedAt");

const addChange = adderOf("application_changes", {
  ...{ applicationId: "text", kind: "text", before: "text", after: "text", changedBy: "text" },
  ...{ changedAt: "bigint", rule: "text" },
});

const addAssessment = adderOf("assessments", {
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

const changesOfApplications = together(async (db, applicationIds) =>
  rowsBy(await selectChanges.all(db, { applicationIds }), ({ applicationId }) => applicationId),
);

/** For EXPLAIN QUERY PLAN tests. */
export const applicationChangeQueries = { selectChanges };

/** Something that is done to an application. */
interface Change {
  readonly application: Row<"applications">;
  /** The user's id; null when a rule or a system did it. */
  readonly changedBy: string | null;
  readonly now: number;
  /** The rule that did it, if one did. */
  readonly rule?: RuleRecord | undefined;
}

/** Everything that was done to an application, oldest first. */
export const changesOfApplication = async (db: Reader, applicationId: string) =>
  (await changesOfApplications(db, applicationId)) ?? [];

/**
 * Gives an application a status; the one it has already changes nothing. Returns whether it changed. Whoever is declined
 * is told so a while later (APP-70); where `isUndo` gives a decline back, whoever was not told of it yet.
 */
export async function setApplicationStatus(
  db: Writer,
  {
    application,
    status,
    changedBy,
    now,
    rule,
    isUndo = false,
  }: Change & { status: ApplicationStatus; isUndo?: boolean },
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
  });
  if (status === "APPS_APPLICATION_DECLINED")
    await (isUndo ? noteDeclineGivenBack : noteDecline)(db, id, now);
  return true;
}

/** The change of status that was the last thing done to an application, if it was `changedBy`'s at `changedAt`. */
export const lastStatusChange = async (
  db: Reader,
  { id, status, updatedAt }: Row<"applications">,
  { changedBy, changedAt }: { changedBy: string; changedAt: number },
) =>
  updatedAt === changedAt
    ? (await changesOfApplication(db, id)).findLast(
        (change) =>
          change.kind === "STATUS" &&
          change.after === status &&
          change.changedBy === changedBy &&
          change.changedAt === changedAt,
      )
    : undefined;

/** When somebody who comes to a stage now is past its limit. */
const dueAt = ({ dayLimit }: Pick<Stage, "dayLimit">, now: number) =>
  dayLimit ? now + dayLimit * 86_400_000 : null;

interface Move extends Change {
  readonly vacancy: Row<"vacancies">;
  /** A stage of the vacancy; that it is a later one, the caller has checked. */
  readonly stage: Stage;
  readonly isManuallyProgressed: boolean;
  readonly config: Sending["config"];
}

/**
 * Moves an application to a stage, orders what is to be done there and invites the candidate to it (APP-42). Answers what
 * became of the invitation.
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
  });
  const assessment = await orderAssessment(db, application.id, vacancy, stage, randomUUID(), now);
  const candidate = await candidateAmong(db, application.candidateId);
  if (!candidate) return { mail: "NO_ADDRESS", text: "NO_ADDRESS" };
  const message = await messageAbout(db, { candidate, vacancy, stage, assessment });
  return tellCandidate(db, candidate, { ...message, template: `${stage.product}_INVITE` }, { now, config });
}

interface MessageSubject {
  readonly candidate: Row<"candidates">;
  readonly vacancy: Row<"vacancies">;
  readonly stage: Stage;
  readonly assessment: Row<"assessments">;
}

/** What every message about an assessment says, but for the template. */
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

/** The assessment of an application at a stage, ordered now unless it was before. */
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

/** An application of a candidate who is invited to a stage (INV-14). Gives its id. */
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

/** Notes that an assessment was looked at; the first time alone changes anything (APP-34). */
export const markViewed = (db: Writer, assessmentId: string, now: number) =>
  updateViewed.run(db, { id: assessmentId, now });
