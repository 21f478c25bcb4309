import { fullName } from "~/models/users/full-name";
import { graphql } from "~/services/graphql";
import { mutationOf } from "~/services/operation.server";
import { ApiError, type ResultOf } from "~/services/regional-api.server";
import { type BulkResult, type Changes, undoableChanges } from "~/services/undo.server";
import type { ApplicationStatus } from "./application-options";
import type { SentMessage } from "./candidate-messages";
import type { FormApi } from "~/services/customer-api.server";

const outcomeFields = graphql(`
  fragment OutcomeFields on AppsApplicationOutcome @_unmask {
    _id
    refusal
    changedAt
    mail
    text
    isDeclineTold
    application {
      status
      stageId
      candidate {
        personalInformation {
          firstName
          lastName
        }
      }
    }
  }
`);

const sendStatus = mutationOf("AppsUpdateApplicationStatus", outcomeFields);

const sendUndoStatus = mutationOf("AppsUndoApplicationStatus", outcomeFields);

const sendMove = mutationOf("AppsMoveApplication", outcomeFields, "MoveApplications");

const sendResend = mutationOf("AppsResendApplicationAssessmentLink", outcomeFields, "ResendAssessmentLinks");

type WireOutcome = ResultOf<typeof outcomeFields>;
/** Why nothing was done to one; NO_CREDITS is a MESSAGE_OFF whose SMS could not be paid for. */
export type Refusal = NonNullable<WireOutcome["refusal"]> | "NO_CREDITS";

/** The outcome of a bulk action: how many were done, and for each of the rest who, why, and how it is now. */
export type BulkOutcome = BulkResult & {
  /** What became of the messages to those that were done. */
  sent: SentMessage[];
  /** The one that it was done to, as it is now; null of several, and where it was refused. */
  only: { name: string; status: ApplicationStatus; stageId: string } | null;
  /** Of declines that were taken back: how many candidates had been told, and how many had not. */
  declines: { told: number; untold: number };
  refused: {
    _id: string;
    reason: Refusal;
    name: string | null;
    status: ApplicationStatus | null;
    stageId: string | null;
  }[];
};

function toOutcome(outcomes: readonly WireOutcome[]): BulkOutcome {
  const refused = outcomes.flatMap(({ _id, refusal, text, application }) => {
    if (!refusal) return [];
    const name = application && fullName(application.candidate.personalInformation);
    const { status = null, stageId = null } = application ?? {};
    const reason = refusal === "MESSAGE_OFF" && text === "NO_CREDITS" ? text : refusal;
    return [{ _id, reason, name, status, stageId }];
  });
  const [one] = outcomes.length === 1 && refused.length === 0 ? outcomes : [];
  const declined = (isTold: boolean) =>
    outcomes.filter(({ isDeclineTold }) => isDeclineTold === isTold).length;
  return {
    done: outcomes.length - refused.length,
    refused,
    changes: undoableChanges(outcomes),
    only: one?.application
      ? {
          name: fullName(one.application.candidate.personalInformation),
          status: one.application.status,
          stageId: one.application.stageId,
        }
      : null,
    sent: outcomes.flatMap(({ refusal, mail, text }) => (refusal ? [] : [{ mail, text }])),
    declines: { told: declined(true), untold: declined(false) },
  };
}

/** The selection of a bulk action, and when the list it was made in was read. */
export type Selection = { ids: string[]; unchangedSince: string | undefined };

/** Returns the outcome for each application. An API that knows none of them (any more) answers just "not found". */
async function outcomeOf(
  ids: readonly string[],
  call: Promise<readonly WireOutcome[]>,
): Promise<BulkOutcome> {
  try {
    return toOutcome(await call);
  } catch (error) {
    if (!(error instanceof ApiError) || error.kind !== "NOT_FOUND") throw error;
    return toOutcome(
      ids.map((_id) => ({
        _id,
        refusal: "NOT_FOUND",
        changedAt: null,
        mail: null,
        text: null,
        isDeclineTold: null,
        application: null,
      })),
    );
  }
}

/** Gives applications a status (APP-39). Throws ApiError. */
export function updateStatus(
  api: FormApi,
  { ids, unchangedSince }: Selection,
  status: ApplicationStatus,
): Promise<BulkOutcome> {
  const variables = { _ids: ids, status, unchangedSince };
  return outcomeOf(ids, sendStatus(api, variables));
}

/** Gives applications the status back that they had before `updateStatus` (APP-39). Throws ApiError. */
export function undoStatus(api: FormApi, { ids, changedAt }: Changes): Promise<BulkOutcome> {
  const variables = { _ids: ids, changedAt };
  return outcomeOf(ids, sendUndoStatus(api, variables));
}

/** Moves applications to a later stage (APP-41). Throws ApiError. */
export function moveApplications(
  api: FormApi,
  { ids, unchangedSince }: Selection,
  stageId: string,
): Promise<BulkOutcome> {
  const variables = { stageId, isManuallyProgressed: true, _ids: ids, unchangedSince };
  return outcomeOf(ids, sendMove(api, variables));
}

/** Sends the link to the open assessments of applications again (APP-43). Throws ApiError. */
export function resendLinks(api: FormApi, { ids, unchangedSince }: Selection): Promise<BulkOutcome> {
  const variables = { _ids: ids, unchangedSince };
  return outcomeOf(ids, sendResend(api, variables));
}

const sentReportFields = graphql(`
  fragment SentReportFields on AppsSentReport @_unmask {
    _id
    mail
    text
  }
`);

/** Sends a candidate's My Insights report again (APP-48). */
export const resendReport = mutationOf("AppsResendApplicationMiReport", sentReportFields, "ResendMyInsights");

/** Notes that an assessment was looked at (APP-34). */
export const markViewed = mutationOf("AppsMarkAssessmentViewed", "_id");
