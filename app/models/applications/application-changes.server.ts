import { fullName } from "~/models/users/full-name";
import { graphql } from "~/services/graphql";
import { mutationOf, queryOf } from "~/services/operation.server";
import { ApiError, type ResultOf } from "~/services/regional-api.server";
import { type BulkResult, type Changes, undoableChanges } from "~/services/undo.server";
import type { ApplicationStatus } from "./application-options";
import type { SentMessage } from "./candidate-messages";
import type { CustomerApi, FormApi } from "~/services/customer-api.server";

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
/** Reason an application was skipped; NO_CREDITS is a MESSAGE_OFF whose SMS could not be paid for. */
export type Refusal = NonNullable<WireOutcome["refusal"]> | "NO_CREDITS";

/** Outcome of a bulk action: the number done, and name, reason and current state of each one refused. */
export type BulkOutcome = BulkResult & {
  /** Delivery results of the messages to the applications that were done. */
  sent: SentMessage[];
  /** The single application acted on, in its current state; null for several, or if it was refused. */
  only: { name: string; status: ApplicationStatus; stageId: string } | null;
  /** For undone declines: candidates who had already been notified, and those who had not. */
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

/** A bulk action's selection, and when its list was loaded. */
export type Selection = { ids: string[]; unchangedSince: string | undefined };

/** Returns the outcome per application. If the API knows none of them any more it answers just "not found". */
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

/** Sets applications' status (APP-39). Throws ApiError. */
export function updateStatus(
  api: FormApi,
  { ids, unchangedSince }: Selection,
  status: ApplicationStatus,
  reason: { declineReasonId?: string } = {},
): Promise<BulkOutcome> {
  const variables = { _ids: ids, status, unchangedSince, ...reason };
  return outcomeOf(ids, sendStatus(api, variables));
}

/** Restores the status that applications had before `updateStatus` (APP-39). Throws ApiError. */
export function undoStatus(api: FormApi, { ids, changedAt }: Changes): Promise<BulkOutcome> {
  const variables = { _ids: ids, changedAt };
  return outcomeOf(ids, sendUndoStatus(api, variables));
}

const undoableFields = graphql(`
  fragment UndoableFields on AppsApplicationOutcome @_unmask {
    _id
    refusal
    before
    isDeclineTold
    application {
      status
      vacancyId
      candidate {
        personalInformation {
          firstName
          lastName
        }
      }
    }
  }
`);
const fetchUndoable = queryOf("AppsGetUndoableStatuses", undoableFields);

/** The vacancy's candidates among changes of `updateStatus`: previous and present status, and any refusal. Throws ApiError. */
export async function getUndoable(api: CustomerApi, { ids, changedAt }: Changes, vacancyId: string) {
  const outcomes = await fetchUndoable(api, { _ids: ids, changedAt });
  return outcomes.flatMap(({ application, before, ...row }) =>
    application?.vacancyId === vacancyId && before
      ? [
          {
            ...row,
            before,
            status: application.status,
            name: fullName(application.candidate.personalInformation),
          },
        ]
      : [],
  );
}

export type UndoableRow = Awaited<ReturnType<typeof getUndoable>>[number];

/** Moves applications to a later stage (APP-41). Throws ApiError. */
export function moveApplications(
  api: FormApi,
  { ids, unchangedSince }: Selection,
  stageId: string,
): Promise<BulkOutcome> {
  const variables = { stageId, isManuallyProgressed: true, _ids: ids, unchangedSince };
  return outcomeOf(ids, sendMove(api, variables));
}

/** Resends the links to applications' open assessments (APP-43). Throws ApiError. */
export function resendLinks(api: FormApi, { ids, unchangedSince }: Selection): Promise<BulkOutcome> {
  const variables = { _ids: ids, unchangedSince };
  return outcomeOf(ids, sendResend(api, variables));
}

/** Resends a candidate's My Insights report (APP-48). */
export const resendReport = mutationOf("AppsResendApplicationMiReport", "_id mail text", "ResendMyInsights");

/** Marks an assessment as viewed (APP-34). */
export const markViewed = mutationOf("AppsMarkAssessmentViewed", "_id");
