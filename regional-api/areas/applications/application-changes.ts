/**
 * Changes to many applications (APP-38 to APP-45). Each is declared once and used both by the calls that name ids and
 * by the jobs over a filter. Rows are independent: one stale row does not block the others.
 */
import type { Async, Writer } from "../../store/engine";
import { z } from "zod/v4";
import { type Refusal, stagesAfter } from "./application-moves";
import { applicationStatuses } from "../../../shared/application-statuses";
import { notFound } from "../../core/errors";
import { parseWorkflowCopy, type Stage } from "../workflows/workflow-stages";
import {
  declineReasonOf,
  lastStatusChange,
  messageAbout,
  moveApplication,
  removeDeclineReason,
  setApplicationStatus,
} from "./application-moves.store";
import { applicationAmong, findStageAssessment } from "./applications.store";
import {
  type Delivery,
  wasSent,
  maySend,
  sendToCandidate,
} from "../candidate-messages/candidate-messages.store";
import { candidateAmong } from "./candidates.store";
import type { Row } from "../../store/tables";
import type { ApplicationStatus } from "../../store/tables/hiring";
import { vacancyAmong } from "../vacancies/vacancies.store";
import type { CustomerCall } from "../../core/access";

/** An application with its candidate. */
export interface Subject {
  readonly application: Row<"applications">;
  readonly candidate: Row<"candidates">;
}

/** A change that can be made to an application. */
export interface ApplicationChange {
  /** Returns why this application cannot be changed now, or null if it can. No side effects. */
  readonly rejection: (subject: Subject) => Async<Refusal | null>;
  /** True if the application already has the wanted state, so that `apply` would be a no-op. */
  readonly isAlreadyApplied: (subject: Subject) => boolean;
  /** Applies the change. Call inside a transaction. */
  readonly apply: (subject: Subject) => Promise<AppliedChange>;
}

/** The change made to an application, and the outcome of the message sent with it, if any. */
export interface AppliedChange extends Partial<Delivery> {
  /** Milliseconds UTC; null if nothing changed. */
  readonly changedAt: number | null;
  /** Set if the change turned out to be impossible while applying it. */
  readonly refusal?: Refusal;
  /** The status that an undo removed. */
  readonly takenBack?: ApplicationStatus;
}

/**
 * Returns the application if the caller may change it and it is unchanged after `since` (milliseconds UTC), else the
 * reason. `isAllowed` decides by department.
 */
export async function subjectOf(
  { ctx: { db }, customer }: CustomerCall,
  isAllowed: (hierarchyId: string) => Promise<boolean>,
  id: string,
  since: number,
): Promise<Subject | Refusal> {
  const application = await applicationAmong(db, id);
  const isKnown = application?.customerId === customer.id && (await isAllowed(application.hierarchyId));
  const candidate = isKnown ? await candidateAmong(db, application.candidateId) : undefined;
  if (!application || !candidate) return "NOT_FOUND";
  if ((candidate.deidentifiedAt ?? 0) > since) return "DEIDENTIFIED";
  if (application.updatedAt > since) return "CHANGED";
  return { application, candidate };
}

// APP-38: any of these may follow any other. INTERVIEW is set only by rules and by the hiring systems.
export const settableStatus = z
  .enum(applicationStatuses)
  .exclude(["APPS_APPLICATION_INTERVIEW"], "Please select a status");

const authorOf = ({ ctx, caller }: CustomerCall) => ({ changedBy: caller.user.id, now: ctx.now });

/** Sets a status (APP-38); a decline may have a reason, which the caller has checked (PIPE-06). */
export const statusChange = (
  call: CustomerCall<Writer>,
  status: ApplicationStatus,
  declineReason: string | null,
): ApplicationChange => ({
  rejection: () => null,
  isAlreadyApplied: ({ application }) => application.status === status,
  apply: async ({ application }) => {
    const author = authorOf(call);
    const isChanged = await setApplicationStatus(call.ctx.db, {
      application,
      status,
      declineReason,
      ...author,
    });
    return { changedAt: isChanged ? author.now : null };
  },
});

/** Restores the status from before the caller's change at `changedAt`, unless the application changed since. */
export function undoOfStatusChange(call: CustomerCall<Writer>, changedAt: number): ApplicationChange {
  const { db } = call.ctx;
  const author = authorOf(call);
  const before = async ({ application }: Subject) => {
    const change = await lastStatusChange(db, application, { changedBy: author.changedBy, changedAt });
    return applicationStatuses.find((one) => one === change?.before);
  };
  return {
    rejection: async (subject) => ((await before(subject)) ? null : "CHANGED"),
    isAlreadyApplied: () => false,
    apply: async (subject) => {
      const status = await before(subject);
      if (!status) return { changedAt: null };
      const { application } = subject;
      if (application.status === "APPS_APPLICATION_DECLINED")
        await removeDeclineReason(db, application.id, changedAt);
      // A restored decline has its reason again.
      const declineReason = await declineReasonOf(db, { id: application.id, status });
      await setApplicationStatus(db, { application, status, declineReason, ...author, isUndo: true });
      return { changedAt: author.now, takenBack: application.status };
    },
  };
}

/** Returns a reader of vacancies and their stages, cached per call; concurrent reads are batched. */
export function vacancyReader({ ctx }: CustomerCall) {
  const known = new Map<string, Promise<{ vacancy: Row<"vacancies">; stages: readonly Stage[] }>>();
  const read = async (id: string) => {
    const vacancy = await vacancyAmong(ctx.db, id);
    if (!vacancy) throw notFound();
    return { vacancy, stages: parseWorkflowCopy(vacancy.workflow).stages };
  };
  return (id: string) => {
    const entry = known.get(id) ?? read(id);
    known.set(id, entry);
    return entry;
  };
}

/** Moves an application to a later stage (APP-42). */
export function stageMove(
  call: CustomerCall<Writer>,
  { stageId, isManuallyProgressed }: { stageId: string; isManuallyProgressed: boolean },
): ApplicationChange {
  const vacancyOf = vacancyReader(call);
  const laterStage = async ({ vacancyId, stageId: from }: Row<"applications">): Promise<Stage | Refusal> => {
    const { stages } = await vacancyOf(vacancyId);
    const isIt = ({ _id }: Stage) => _id === stageId;
    return (
      stagesAfter(stages, from).find(isIt) ?? (stages.some(isIt) ? "NOT_A_LATER_STAGE" : "NO_SUCH_STAGE")
    );
  };
  return {
    rejection: async ({ application, candidate }) => {
      if (candidate.deidentifiedAt !== null) return "DEIDENTIFIED";
      const stage = await laterStage(application);
      return typeof stage === "string" ? stage : null;
    },
    isAlreadyApplied: () => false,
    apply: async ({ application }) => {
      const stage = await laterStage(application);
      if (typeof stage === "string") return { changedAt: null, refusal: stage };
      const { vacancy } = await vacancyOf(application.vacancyId);
      const { config } = call.ctx;
      const move = { application, vacancy, stage, isManuallyProgressed, config, ...authorOf(call) };
      return { changedAt: move.now, ...(await moveApplication(call.ctx.db, move)) };
    },
  };
}

/** Statuses in which the candidate can still work on the assessment (APP-44). */
const openStatuses: readonly string[] = ["APPS_ASSESSMENT_ORDER_COMPLETED", "APPS_ASSESSMENT_INPROGRESS"];

/** Resends the link of an open assessment (APP-43). Changes no row. */
export function linkResend(call: CustomerCall<Writer>): ApplicationChange {
  const { db } = call.ctx;
  const vacancyOf = vacancyReader(call);
  const messageTo = async ({ application, candidate }: Subject) => {
    const { vacancy, stages } = await vacancyOf(application.vacancyId);
    const stage = stages.find(({ _id }) => _id === application.stageId);
    const assessment = await findStageAssessment(db, application.id, application.stageId);
    if (!stage || !assessment || !openStatuses.includes(assessment.status)) return undefined;
    const template = `RESEND_${stage.product}_INVITE` as const;
    return { ...(await messageAbout(db, { candidate, vacancy, stage, assessment })), template };
  };
  return {
    rejection: async (subject) => {
      if (subject.candidate.deidentifiedAt !== null) return "DEIDENTIFIED";
      const message = await messageTo(subject);
      if (!message) return "ASSESSMENT_CLOSED";
      return (await maySend(db, subject.candidate, message, call.ctx.config)) ? null : "MESSAGE_OFF";
    },
    isAlreadyApplied: () => false,
    apply: async (subject) => {
      const message = await messageTo(subject);
      if (!message) return { changedAt: null, refusal: "ASSESSMENT_CLOSED" };
      const delivery = await sendToCandidate(db, subject.candidate, message, call.ctx);
      // A lack of SMS credits only shows when sending.
      return { changedAt: null, ...delivery, ...(!wasSent(delivery) && { refusal: "MESSAGE_OFF" }) };
    },
  };
}
