/**
 * Progress of an assessment: started, abandoned or completed. Completion triggers the rules of its stage
 * (RULE-23).
 */
import { resultColumns, ruleResults, type AssessmentResults } from "../workflows/assessment-results";
import { insightsLink, myInsightsLink } from "../candidate-messages/interview-links";
import { actingRules, isHeldForPerson, type RuleRecord, type Trigger } from "../workflows/stage-rules";
import { parseWorkflowCopy, type WorkflowCopy } from "../workflows/workflow-stages";
import {
  changesOfApplication,
  messageAbout,
  moveApplication,
  setApplicationStatus,
} from "./application-moves.store";
import { findApplication, findAssessment } from "./applications.store";
import { sendToCandidate, type SendContext } from "../candidate-messages/candidate-messages.store";
import { findCandidate } from "./candidates.store";
import { addDecision } from "./rule-decisions.store";
import type { Writer } from "../../store/engine";
import type { Row } from "../../store/tables";
import type { ApplicationStatus, AssessmentStatus } from "../../store/tables/hiring";
import { sql } from "../../store/sql";
import { findVacancy } from "../vacancies/vacancies.store";

/** Sets an assessment's status and the results received so far. Call inside a transaction. */
export async function advanceAssessment(
  db: Writer,
  assessment: Row<"assessments">,
  status: AssessmentStatus,
  results: AssessmentResults,
  sending: SendContext,
): Promise<void> {
  const { now } = sending;
  const isBegun = status !== "APPS_ASSESSMENT_ORDER_COMPLETED";
  const isCompleted = status === "APPS_ASSESSMENT_COMPLETED";
  await db.run(
    sql
      .updateTable("assessments")
      .set({
        status,
        ...resultColumns(results),
        consentedAt: isBegun ? (assessment.consentedAt ?? now) : null,
        ...(isCompleted && {
          submittedAt: now,
          predictedAt: now,
          insightsLink: insightsLink(db.awsRegion, assessment.product, assessment.id),
        }),
        updatedAt: now,
      })
      .where("id", "=", assessment.id),
  );
  if (isCompleted) await afterCompletion(db, assessment.id, sending);
}

/** Sends the candidate their chat report and runs the rules of the first stage. */
async function afterCompletion(db: Writer, assessmentId: string, sending: SendContext): Promise<void> {
  const assessment = await findAssessment(db, assessmentId);
  const application = assessment && (await findApplication(db, assessment.applicationId));
  const candidate = application && (await findCandidate(db, application.candidateId));
  const vacancy = application && (await findVacancy(db, application.vacancyId));
  if (!assessment || !application || !candidate || !vacancy || assessment.product !== "FI") return;
  const workflow = parseWorkflowCopy(vacancy.workflow);
  const [first, second] = workflow.stages;
  const stage = [first, second].find((one) => one?._id === assessment.stageId);
  if (stage) {
    const message = {
      ...(await messageAbout(db, { candidate, vacancy, stage, assessment })),
      template: "MI_REPORT" as const,
      link: myInsightsLink(db.awsRegion, assessment.id),
    };
    await sendToCandidate(db, candidate, message, sending);
  }
  if (!first || stage !== first || candidate.deidentifiedAt !== null || vacancy.archivedAt !== null) return;
  await runRules(db, { application, vacancy, assessment, workflow }, sending);
}

interface Subject {
  readonly application: Row<"applications">;
  readonly vacancy: Row<"vacancies">;
  readonly assessment: Row<"assessments">;
  readonly workflow: WorkflowCopy;
}

/** Statuses after which rules no longer invite the candidate to further stages, if a user set them. */
const finalStatuses: readonly ApplicationStatus[] = [
  "APPS_APPLICATION_DECLINED",
  "APPS_APPLICATION_WITHDRAWN",
  "APPS_APPLICATION_HIRED",
];

type StatusChange = Pick<Row<"application_changes">, "kind" | "before" | "after" | "changedBy">;

/**
 * Returns the user who set the current status; null for a rule or a system. A change that its author has
 * undone does not count as a decision. `changes` are oldest first.
 */
function statusAuthor(changes: readonly StatusChange[]): string | null {
  const standing: StatusChange[] = [];
  for (const change of changes) {
    if (change.kind !== "STATUS") continue;
    const last = standing.at(-1);
    const isTakenBack =
      change.changedBy !== null && last?.changedBy === change.changedBy && last.before === change.after;
    if (isTakenBack) standing.pop();
    else standing.push(change);
  }
  return standing.at(-1)?.changedBy ?? null;
}

/**
 * Runs both rules. A user's decision takes precedence: a status set by a user stays, a manually progressed
 * candidate is not moved again, and a candidate who was declined, withdrew or was hired is invited to nothing
 * further. Each action is recorded with its rule and workflow in the decision register, which explains the
 * application's state. If a rule holds its declines for review, nothing happens until a person has reviewed
 * the decline (DEC-03).
 */
async function runRules(
  db: Writer,
  { application, vacancy, assessment, workflow }: Subject,
  { now, config }: SendContext,
): Promise<void> {
  const [first, second] = workflow.stages;
  if (!first) return;
  const figures = ruleResults(assessment);
  const { moveStage, updateStatus } = actingRules(first.triggers, figures);
  const { _id: workflowId, name: workflowName, rulesBy } = workflow;
  const ruleOf = (trigger: Trigger): RuleRecord => ({
    ...{ workflowId, workflowName, stageName: first.name, trigger },
    ...(rulesBy && { writtenBy: rulesBy }),
  });
  const change = { application, changedBy: null, now };
  const isDecided = statusAuthor(await changesOfApplication(db, application.id)) !== null;
  const status =
    updateStatus?.action.type === "UPDATE_STATUS" && !isDecided
      ? updateStatus.action.payload.status
      : application.status;
  const givesStatus = updateStatus !== undefined && status !== application.status;
  const isWaiting = givesStatus && isHeldForPerson(updateStatus);
  const decided = { application, now, figures, isWaiting };
  if (givesStatus) {
    const rule = ruleOf(updateStatus);
    if (!isWaiting) await setApplicationStatus(db, { ...change, rule, status });
    await addDecision(db, { ...decided, rule, result: status, before: application.status, after: status });
  }
  const isClosed = isDecided && finalStatuses.includes(application.status);
  if (moveStage && second && application.stageId === first._id && !isClosed) {
    const rule = ruleOf(moveStage);
    if (!isWaiting)
      await moveApplication(db, {
        ...change,
        rule,
        vacancy,
        stage: second,
        isManuallyProgressed: false,
        config,
      });
    await addDecision(db, { ...decided, rule, result: "MOVED", before: first._id, after: second._id });
  }
}
