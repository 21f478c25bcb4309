/** Recruiters' bulk changes to applications. */
import type { CustomerCall } from "../../core/access";
import { builder, argsOf } from "../../core/builder";
import { validate } from "../../core/validate";
import { regionCustomer } from "../../core/customers.store";
import { inAnyDepartment, scopeArgs } from "../../core/department-access";
import { invalid, notFound } from "../../core/errors";
import { mutation, query } from "../../core/operation";
import { changedAtOptions } from "../../core/shared-types";
import { mapConcurrently } from "../../store/sequential";
import type { Row } from "../../store/tables";
import { applicationStatuses } from "../../../shared/application-statuses";
import type { MessageOutcome } from "../candidate-messages/candidate-messages.rules";
import { requireValidReason } from "../decline-reasons/decline-reasons.store";
import { ApplicationStatus } from "../workflows/application-enums";
import { changeCodes, scopedDepartmentCheck } from "./application-access";
import {
  type ApplicationChange,
  linkResend,
  settableStatus,
  stageMove,
  statusChange,
  subjectOf,
  undoOfStatusChange,
} from "./application-changes";
import { type Refusal, refusals } from "./application-moves";
import { statusChangeAt } from "./application-moves.store";
import { Application, MessageOutcomeType } from "./application-types";
import { applicationKind } from "./applications.record";
import { completeApplication } from "./applications.store";
import { sentDeclineMessages } from "./decline-messages.store";
import { changedRows, declareBounds } from "../../core/bounds";

declareBounds({
  lists: {
    "AppsGetUndoableStatuses._ids": changedRows("applications"),
    "AppsMoveApplication._ids": changedRows("applications"),
    "AppsResendApplicationAssessmentLink._ids": changedRows("applications"),
    "AppsUndoApplicationStatus._ids": changedRows("applications"),
    "AppsUpdateApplicationStatus._ids": changedRows("applications"),
  },
});

/** Result for one of the requested applications. */
interface OutcomeShape {
  id: string;
  refusal: Refusal | null;
  /** Milliseconds UTC; null if nothing changed. */
  changedAt: number | null;
  /** Outcome of the message sent with the change. Missing in answers stored before this field existed. */
  mail?: MessageOutcome;
  text?: MessageOutcome;
  takenBack?: Row<"applications">["status"];
  /** Set for a change that can be undone. */
  before?: Row<"applications">["status"] | undefined;
  /** Set for a decline that was or can be undone. */
  isDeclineTold?: boolean;
}

const RefusalType = builder.enumType("AppsApplicationRefusal", { values: refusals });

// Reads the application when the answer is rendered: stored answers (idempotency) must not hold personal data.
const Outcome = builder.objectRef<OutcomeShape>("AppsApplicationOutcome").implement({
  fields: (t) => ({
    _id: t.exposeID("id"),
    refusal: t.expose("refusal", {
      type: RefusalType,
      nullable: true,
      description: "Why the change was refused. Null if it succeeded.",
    }),
    changedAt: t.expose("changedAt", changedAtOptions),
    mail: t.field({
      type: MessageOutcomeType,
      nullable: true,
      description:
        "The email outcome of the invitation sent by a move or a resend. Null if the change sends no message.",
      resolve: ({ mail }) => mail ?? null,
    }),
    text: t.field({
      type: MessageOutcomeType,
      nullable: true,
      description: "The SMS outcome of the same invitation.",
      resolve: ({ text }) => text ?? null,
    }),
    isDeclineTold: t.boolean({
      nullable: true,
      description:
        "Declines that were undone, or can be: whether the candidate had already been notified. Null for all other changes.",
      resolve: ({ isDeclineTold }) => isDeclineTold ?? null,
    }),
    before: t.field({
      type: ApplicationStatus,
      nullable: true,
      description: "The status that an undo restores. Set by `AppsGetUndoableStatuses` only.",
      resolve: ({ before }) => before ?? null,
    }),
    application: t.field({
      type: Application,
      nullable: true,
      resolve: async ({ id, refusal }, _args, { db }) => {
        if (refusal === "NOT_FOUND") return null;
        const row = await completeApplication(db, id);
        const customer = row && (await regionCustomer(db, row.customerId));
        return row && customer ? { ...row, organizationId: customer.organizationId } : null;
      },
    }),
  }),
});

const bulkArgs = {
  ...scopeArgs,
  ...builder.args((t) => ({
    _ids: t.idList({ required: true }),
    unchangedSince: t.field({
      type: "DateTime",
      description: "The list's `asOf`. Applications changed later are refused.",
    }),
  })),
};

/**
 * Applies a change to each application that the caller has seen in its current state. One stale row does not block the
 * others, and every row gets an outcome. Throws if none of the ids is known (GEN-16).
 */
async function applyToEach(
  call: CustomerCall,
  { _ids, unchangedSince }: { _ids: readonly string[]; unchangedSince?: number | null },
  { rejection, apply }: ApplicationChange,
): Promise<OutcomeShape[]> {
  if (_ids.length === 0) throw invalid("Please select at least one application");
  const isAllowed = scopedDepartmentCheck(call, changeCodes);
  const since = unchangedSince ?? Number.POSITIVE_INFINITY;
  const outcomes = await mapConcurrently(new Set(_ids), async (id): Promise<OutcomeShape> => {
    const subject = await subjectOf(call, isAllowed, id, since);
    const refusal = typeof subject === "string" ? subject : await rejection(subject);
    if (refusal !== null || typeof subject === "string") return { id, refusal, changedAt: null };
    return { id, refusal: null, ...(await apply(subject)) };
  });
  if (outcomes.every(({ refusal }) => refusal === "NOT_FOUND")) throw notFound();
  return outcomes;
}

mutation("AppsUpdateApplicationStatus", {
  description: "Sets the status of several applications.",
  type: [Outcome],
  args: {
    ...bulkArgs,
    ...builder.args((t) => ({
      status: t.field({ type: ApplicationStatus, required: true }),
      declineReasonId: t.id({ description: "Why they are declined; needed where the customer requires it." }),
    })),
  },
  access: inAnyDepartment("apps:editApplication"),
  changes: { of: applicationKind, ids: ({ _ids }) => _ids },
  resolve: async (args, call) => {
    const status = validate(settableStatus, args.status);
    const reason = await requireValidReason(call.ctx.db, call.customer.id, status, args.declineReasonId);
    return applyToEach(call, args, statusChange(call, status, reason));
  },
});

const undoArgs = {
  ...scopeArgs,
  ...builder.args((t) => ({
    _ids: t.idList({
      required: true,
      description: "All applications of the change, or some of them; the others can still be undone.",
    }),
    changedAt: t.field({
      type: "DateTime",
      required: true,
      description: "The `changedAt` that `AppsUpdateApplicationStatus` returned.",
    }),
  })),
};

/** Adds to each decline taken back, whose change was made at `from`, whether the candidate had been notified of it. */
async function withSentMessages(
  { ctx: { db } }: CustomerCall,
  outcomes: readonly OutcomeShape[],
  from: number,
): Promise<OutcomeShape[]> {
  const declined = outcomes.filter(({ takenBack }) => takenBack === "APPS_APPLICATION_DECLINED");
  const declines = declined.map(({ id }) => ({ applicationId: id, from, until: null }));
  const notified = await sentDeclineMessages(db, declines);
  return outcomes.map((one) =>
    declined.includes(one) ? { ...one, isDeclineTold: notified.has(one.id) } : one,
  );
}

query("AppsGetUndoableStatuses", {
  description:
    "The outcomes that `AppsUndoApplicationStatus` would have now. Applications that the caller did not change at that time are left out.",
  type: [Outcome],
  args: undoArgs,
  access: inAnyDepartment("apps:editApplication"),
  resolve: async ({ _ids, changedAt }, call) => {
    const isAllowed = scopedDepartmentCheck(call, changeCodes);
    const own = { changedBy: call.caller.user.id, changedAt };
    const outcomes = await mapConcurrently(new Set(_ids), async (id): Promise<OutcomeShape[]> => {
      const subject = await subjectOf(call, isAllowed, id, changedAt);
      const change = subject === "NOT_FOUND" ? undefined : await statusChangeAt(call.ctx.db, id, own);
      if (!change) return [];
      const before = applicationStatuses.find((one) => one === change.before);
      const outcome = { id, changedAt: null, before };
      return typeof subject === "string"
        ? [{ ...outcome, refusal: subject }]
        : [{ ...outcome, refusal: null, takenBack: subject.application.status }];
    });
    return withSentMessages(call, outcomes.flat(), changedAt);
  },
});

mutation("AppsUndoApplicationStatus", {
  description:
    "Restores the status that applications had before the caller changed it. Applications changed since then are refused.",
  type: [Outcome],
  args: undoArgs,
  access: inAnyDepartment("apps:editApplication"),
  changes: { of: applicationKind, ids: ({ _ids }) => _ids, undoes: ({ changedAt }) => changedAt },
  resolve: async ({ _ids, changedAt }, call) => {
    const change = undoOfStatusChange(call, changedAt);
    return withSentMessages(
      call,
      await applyToEach(call, { _ids, unchangedSince: changedAt }, change),
      changedAt,
    );
  },
});

mutation("AppsMoveApplication", {
  description: "Moves several applications to a stage of their vacancy.",
  type: [Outcome],
  args: {
    ...bulkArgs,
    ...argsOf({ stageId: "ID", isManuallyProgressed: "Boolean" }),
  },
  access: inAnyDepartment("apps:editApplication"),
  changes: { of: applicationKind, ids: ({ _ids }) => _ids },
  resolve: (args, call) => applyToEach(call, args, stageMove(call, args)),
});

mutation("AppsResendApplicationAssessmentLink", {
  description: "Resends the link to an assessment to the candidate.",
  type: [Outcome],
  args: bulkArgs,
  access: inAnyDepartment("apps:editApplication"),
  changes: {
    of: applicationKind,
    made: (outcomes) => outcomes.flatMap(({ id, refusal }) => (refusal ? [] : [id])),
    action: "SENT",
  },
  resolve: (args, call) => applyToEach(call, args, linkResend(call)),
});
