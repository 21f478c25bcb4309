/** Applications of a vacancy: the list, its counts, and what recruiters do to many at once (APP). */
import { mapTogether } from "../../store/in-turn";
import { refusals, type Refusal } from "./application-moves";
import type { MessageOutcome } from "../candidate-messages/candidate-messages.rules";
import { checked } from "../../core/checked";
import { conflict, invalid, notFound } from "../../core/errors";
import { myInsightsLink } from "../candidate-messages/interview-links";
import { type PageOf, searchTextOf } from "../../core/paging";
import { parseWorkflowCopy } from "../workflows/workflow-stages";
import { markViewed, messageAbout } from "./application-moves.store";
import { declinesDue, declinesTold } from "./decline-messages.store";
import { keptPage, searchedStatusCounts } from "./application-search.store";
import {
  applicationSorts,
  completeApplication,
  findAssessment,
  findStageAssessment,
  readApplications,
  seqsOf,
  stageCounts,
  type ApplicationFilter,
  type ApplicationOrder,
} from "./applications.store";
import {
  type Delivery,
  isTextOn,
  isTold,
  latestEmailEvent,
  mayTell,
  tellCandidate,
} from "../candidate-messages/candidate-messages.store";
import { findCandidate } from "./candidates.store";
import { regionCustomer } from "../../core/customers.store";
import type { Row } from "../../store/tables";
import { findVacancy, findVacancyByExternalId } from "../vacancies/vacancies.store";
import type { CustomerCall } from "../../core/access";
import {
  type ApplicationChange,
  stageMove,
  linkResend,
  settableStatus,
  undoOfStatusChange,
  statusChange,
  subjectOf,
  vacancyReader,
} from "./application-changes";
import {
  asSeen,
  changeCodes,
  requireApplication,
  requireDepartment,
  scopedDepartmentCheck,
} from "./application-access";
import {
  Application,
  AssessmentStatus,
  MessageOutcomeType,
  type ApplicationShape,
} from "./application-types";
import { ApplicationStatus, Recommendation } from "../workflows/application-enums";
import { builder, idArgs } from "../../core/builder";
import { changedAtOptions, IdResult } from "../../core/shared-types";
import { holdsOn, requireOn, scopeArgs, inAnyDepartment } from "../../core/department-access";
import { mutation, query } from "../../core/operation";
import { Pagination, SortOrder } from "../../core/page-types";
import { atMost, changedRows, choice, declareBounds, pageNumber, pageSize } from "../../core/bounds";
import { applicationKind } from "./applications.record";

declareBounds({
  lists: {
    "AppsApplicationListFilter.applicationStatusList": choice,
    "AppsApplicationListFilter.keptApplicationIds": atMost(100, "applications that the list keeps"),
    "AppsAssessmentResultFilter.results": choice,
    "NotifGetLatestEmailEventByAssessmentId.templateTypes": atMost(50, "template types", "Ask for"),
    "AppsMoveApplication._ids": changedRows("applications"),
    "AppsResendApplicationAssessmentLink._ids": changedRows("applications"),
    "AppsUndoApplicationStatus._ids": changedRows("applications"),
    "AppsUpdateApplicationStatus._ids": changedRows("applications"),
  },
  pages: {
    "AppsApplicationListFilter.skipEq": pageNumber,
    "AppsApplicationListFilter.limitEq": pageSize,
  },
});

// ---- list ----

const StageFilter = builder.inputType("AppsStageFilter", {
  fields: (t) => ({ stageId: t.id({ required: true }) }),
});
const AssessmentStatusFilter = builder.inputType("AppsAssessmentStatusFilter", {
  fields: (t) => ({
    stageId: t.id({ required: true }),
    status: t.field({ type: AssessmentStatus }),
    isWithMovedOn: t.boolean({
      description:
        "Also lists candidates who took part at this stage and have moved on. Filters and order apply to the assessment at this stage.",
    }),
  }),
});
const AssessmentResultFilter = builder.inputType("AppsAssessmentResultFilter", {
  fields: (t) => ({
    stageId: t.id({ required: true }),
    results: t.field({ type: [Recommendation], required: true }),
  }),
});
const AssessmentViewedFilter = builder.inputType("AppsAssessmentViewedFilter", {
  fields: (t) => ({ stageId: t.id({ required: true }), isViewed: t.boolean({ required: true }) }),
});
const AssessmentSubmittedAtFilter = builder.inputType("AppsAssessmentSubmittedAtFilter", {
  fields: (t) => ({
    stageId: t.id({ required: true }),
    gte: t.field({ type: "DateTime" }),
    lt: t.field({ type: "DateTime" }),
  }),
});
const AssessmentScoreFilter = builder.inputType("AppsAssessmentScoreFilter", {
  fields: (t) => ({
    stageId: t.id({ required: true }),
    gte: t.float(),
    lt: t.float(),
  }),
});
const SortField = builder.enumType("AppsApplicationSortField", {
  values: Object.keys(applicationSorts) as (keyof typeof applicationSorts)[],
});
const ApplicationSort = builder.inputType("AppsApplicationSort", {
  fields: (t) => ({
    fieldName: t.field({ type: SortField, required: true }),
    order: t.field({ type: SortOrder, required: true }),
    filter: t.field({ type: StageFilter }),
  }),
});

export const ListFilter = builder.inputType("AppsApplicationListFilter", {
  fields: (t) => ({
    organizationId: t.id({ required: true }),
    customerId: t.id({ required: true }),
    hierarchyId: t.id({ required: true }),
    externalVacancyId: t.string({ required: true }),
    skipEq: t.int({ required: true, description: "The number of pages to skip, not rows." }),
    limitEq: t.int({ required: true }),
    assessmentStatusFilter: t.field({
      type: AssessmentStatusFilter,
      description: "If omitted, applications at all stages are listed.",
    }),
    assessmentResultFilter: t.field({ type: AssessmentResultFilter }),
    assessmentViewedFilter: t.field({ type: AssessmentViewedFilter }),
    assessmentSubmittedAtFilter: t.field({ type: AssessmentSubmittedAtFilter }),
    assessmentScoreFilter: t.field({ type: AssessmentScoreFilter }),
    applicationStatusList: t.field({ type: [ApplicationStatus] }),
    searchText: t.string(),
    keptApplicationIds: t.field({
      type: ["ID"],
      description:
        "Applications of the vacancy that are listed in their place whatever has become of them: a list as it was opened. AppsGetApplicationList alone looks at it.",
    }),
    sort: t.field({ type: ApplicationSort }),
  }),
});

type ListFilterShape = typeof ListFilter.$inferInput;

interface ListShape {
  data: ApplicationShape[];
  canView: boolean;
  pagination: PageOf;
  asOf: number;
}

const ApplicationList = builder.objectRef<ListShape>("AppsApplicationList").implement({
  fields: (t) => ({
    data: t.expose("data", { type: [Application] }),
    canView: t.exposeBoolean("canView", {
      description:
        "Whether AppsGetApplicationThread answers the caller about them: the right may be denied on the vacancy's department.",
    }),
    pagination: t.expose("pagination", { type: Pagination }),
    asOf: t.expose("asOf", {
      type: "DateTime",
      description:
        "The time of this result. Send it back as `unchangedSince` so that later changes are not overwritten.",
    }),
  }),
});

const stageIdsOf = ({ workflow }: Row<"vacancies">) =>
  parseWorkflowCopy(workflow).stages.map(({ _id }) => _id);

/** What a filter asks for, of one stage or all. Throws when its parts speak of different stages. */
export function filterOf(
  vacancy: Row<"vacancies">,
  asked: ListFilterShape,
): { filter: ApplicationFilter; order: ApplicationOrder } {
  const { assessmentStatusFilter, assessmentResultFilter, assessmentViewedFilter, sort } = asked;
  const { assessmentSubmittedAtFilter: submitted, assessmentScoreFilter: score } = asked;
  const stageId = assessmentStatusFilter?.stageId;
  const parts = [assessmentResultFilter, assessmentViewedFilter, submitted, score, sort?.filter];
  if (parts.some((part) => part && part.stageId !== stageId))
    throw invalid("All filters of a list are about one stage");
  const searchText = searchTextOf(asked.searchText);
  const stages = stageIdsOf(vacancy);
  return {
    filter: {
      vacancyId: vacancy.id,
      stageIds: stageId === undefined || assessmentStatusFilter?.isWithMovedOn ? stages : [stageId],
      ...(assessmentStatusFilter?.isWithMovedOn && { takenAt: assessmentStatusFilter.stageId }),
      ...(assessmentStatusFilter?.status && { assessmentStatus: assessmentStatusFilter.status }),
      ...(asked.applicationStatusList && { statuses: [...new Set(asked.applicationStatusList)] }),
      ...(assessmentResultFilter && { results: [...new Set(assessmentResultFilter.results)] }),
      ...(assessmentViewedFilter && { isViewed: assessmentViewedFilter.isViewed }),
      ...(submitted?.gte != null && { submittedFrom: submitted.gte }),
      ...(submitted?.lt != null && { submittedBefore: submitted.lt }),
      ...(score?.gte != null && { scoreFrom: score.gte }),
      ...(score?.lt != null && { scoreBelow: score.lt }),
      ...(searchText !== undefined && { searchText }),
    },
    order: { sort: sort?.fieldName ?? "submittedAt", order: sort?.order ?? "desc" },
  };
}

query("AppsGetApplicationList", {
  description: "A page of the applications that match the filter, in its order.",
  type: ApplicationList,
  args: builder.args((t) => ({ filter: t.field({ type: ListFilter, required: true }) })),
  access: { code: "apps:listApplication", scope: ({ filter }) => filter, anyDepartment: true },
  resolve: async ({ filter: asked }, call) => {
    const { db, now } = call.ctx;
    const vacancy = await findVacancyByExternalId(db, call.customer.id, asked.externalVacancyId);
    const known = await requireOn(call, vacancy, "apps:listApplication", "apps:listApplication");
    const { filter, order } = filterOf(known, asked);
    // APP-29: the only list whose skip counts pages.
    const rows = { skip: asked.skipEq * asked.limitEq, size: asked.limitEq };
    const kept = {
      seqs: await seqsOf(db, known.id, asked.keptApplicationIds ?? []),
      stageIds: stageIdsOf(known),
    };
    const { seqs, page } = await keptPage(db, call.customer.id, filter, order, rows, kept);
    const { organizationId } = call.customer;
    const data = (await asSeen(call, await readApplications(db, seqs))).map((row) => ({
      ...row,
      organizationId,
    }));
    // What happens within this millisecond counts as later: rather told once too often than lost.
    const canView = await holdsOn(call, "apps:viewApplication", known.hierarchyId);
    return { data, canView, pagination: page, asOf: now - 1 };
  },
});

const StatusCount = builder
  .objectRef<{ status: Row<"applications">["status"]; count: number }>("AppsApplicationStatusCount")
  .implement({
    fields: (t) => ({
      status: t.expose("status", { type: ApplicationStatus }),
      count: t.exposeInt("count"),
    }),
  });

const StatusCounts = builder
  .objectRef<Awaited<ReturnType<typeof searchedStatusCounts>> | null>("AppsVacancyApplicationStatusCount")
  .implement({
    fields: (t) => ({
      statusCount: t.field({ type: [StatusCount], resolve: (counts) => counts ?? [] }),
      isCounted: t.boolean({
        description:
          "False if a search text matches too many applications to count, and nothing is returned.",
        resolve: (counts) => counts !== null,
      }),
    }),
  });

query("AppsGetVacancyApplicationStatusCount", {
  description: "How many applications of a vacancy have each status.",
  type: StatusCounts,
  args: {
    ...builder.args((t) => ({
      vacancyId: t.id({ required: true }),
      filter: t.field({
        type: ListFilter,
        description:
          "Counts only applications that match this filter of the list, whatever its statuses. If omitted, all of the vacancy's are counted.",
      }),
    })),
    ...scopeArgs,
  },
  access: inAnyDepartment("apps:listApplication"),
  resolve: async ({ vacancyId, filter: asked }, call) => {
    const { db } = call.ctx;
    const vacancy = await findVacancy(db, vacancyId);
    const known = await requireOn(call, vacancy, "apps:listApplication", "apps:listApplication");
    if (asked && asked.externalVacancyId !== known.externalVacancyId)
      throw invalid("The filter is of another vacancy");
    const { statuses: _statuses, ...others }: ApplicationFilter = asked
      ? filterOf(known, asked).filter
      : { vacancyId: known.id, stageIds: stageIdsOf(known) };
    return (await searchedStatusCounts(db, call.customer.id, others)) ?? null;
  },
});

const StageCount = builder
  .objectRef<Awaited<ReturnType<typeof stageCounts>>[number]>("AppsVacancyStageCount")
  .implement({
    fields: (t) => ({
      stageId: t.exposeID("stageId"),
      progress: t.expose("progress", {
        type: AssessmentStatus,
        nullable: true,
        description: "Null if the application has no assessment at the stage.",
      }),
      count: t.exposeInt("count"),
    }),
  });
const StageCounts = builder
  .objectRef<{ counts: Awaited<ReturnType<typeof stageCounts>> }>("AppsVacancyStageCounts")
  .implement({ fields: (t) => ({ counts: t.expose("counts", { type: [StageCount] }) }) });

query("AppsGetVacancyStageCounts", {
  description: "How many applications of a vacancy are in each stage.",
  type: StageCounts,
  args: { ...idArgs("vacancyId"), ...scopeArgs },
  access: inAnyDepartment("apps:listApplication"),
  resolve: async ({ vacancyId }, call) => {
    const { db } = call.ctx;
    const { id } = await requireOn(
      call,
      await findVacancy(db, vacancyId),
      "apps:listApplication",
      "apps:listApplication",
    );
    return { counts: await stageCounts(db, id) };
  },
});

// ---- many at once ----

/** What became of one of the applications that something was asked for. */
interface OutcomeShape {
  id: string;
  refusal: Refusal | null;
  /** Milliseconds UTC; null when nothing was changed. */
  changedAt: number | null;
  /** What became of the message that belongs to it; answers that were stored before this was told have none. */
  mail?: MessageOutcome;
  text?: MessageOutcome;
  takenBack?: Row<"applications">["status"];
  givenBack?: Row<"applications">["status"];
  /** Of a decline that was taken back. */
  isDeclineTold?: boolean;
  /** Of a decline that was given back. */
  isDeclineDue?: boolean;
}

const RefusalType = builder.enumType("AppsApplicationRefusal", { values: refusals });

// The application is read when it is shown: stored answers (idempotency) must hold nothing about a person.
const Outcome = builder.objectRef<OutcomeShape>("AppsApplicationOutcome").implement({
  fields: (t) => ({
    _id: t.exposeID("id"),
    refusal: t.expose("refusal", {
      type: RefusalType,
      nullable: true,
      description: "Why the change was refused. Null if it was made.",
    }),
    changedAt: t.expose("changedAt", changedAtOptions),
    mail: t.field({
      type: MessageOutcomeType,
      nullable: true,
      description:
        "What happened by email to the invitation that a move or a resend sends. Null if the change sends no message.",
      resolve: ({ mail }) => mail ?? null,
    }),
    text: t.field({
      type: MessageOutcomeType,
      nullable: true,
      description: "What happened to it by SMS.",
      resolve: ({ text }) => text ?? null,
    }),
    isDeclineTold: t.boolean({
      nullable: true,
      description:
        "Of an undone decline: whether the candidate had already been told of it. Null for all other changes.",
      resolve: ({ isDeclineTold }) => isDeclineTold ?? null,
    }),
    isDeclineDue: t.boolean({
      nullable: true,
      description:
        "Of a decline that an undo restored: whether the candidate is still to be told of it. Null for all other changes.",
      resolve: ({ isDeclineDue }) => isDeclineDue ?? null,
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
      description: "The list's `asOf`. Applications that changed later are refused.",
    }),
  })),
};

/**
 * Applies a change to each application that is still as the caller saw it; each for itself, so that one that changed does
 * not keep the rest from being done, and none is lost without being told. Throws when not one is known (GEN-16).
 */
async function each(
  call: CustomerCall,
  { _ids, unchangedSince }: { _ids: readonly string[]; unchangedSince?: number | null },
  { rejection, apply }: ApplicationChange,
): Promise<OutcomeShape[]> {
  if (_ids.length === 0) throw invalid("Please select at least one application");
  const isAllowed = scopedDepartmentCheck(call, changeCodes);
  const since = unchangedSince ?? Number.POSITIVE_INFINITY;
  const outcomes = await mapTogether(new Set(_ids), async (id): Promise<OutcomeShape> => {
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
    ...builder.args((t) => ({ status: t.field({ type: ApplicationStatus, required: true }) })),
  },
  access: inAnyDepartment("apps:editApplication"),
  changes: { of: applicationKind, ids: ({ _ids }) => _ids },
  resolve: (args, call) => each(call, args, statusChange(call, checked(settableStatus, args.status))),
});

mutation("AppsUndoApplicationStatus", {
  description:
    "Restores the status that applications had before the caller changed it. Applications that changed since are refused.",
  type: [Outcome],
  args: {
    ...scopeArgs,
    ...builder.args((t) => ({
      _ids: t.idList({ required: true }),
      changedAt: t.field({
        type: "DateTime",
        required: true,
        description: "The `changedAt` that `AppsUpdateApplicationStatus` returned.",
      }),
    })),
  },
  access: inAnyDepartment("apps:editApplication"),
  changes: { of: applicationKind, ids: ({ _ids }) => _ids, undoes: ({ changedAt }) => changedAt },
  resolve: async ({ _ids, changedAt }, call) => {
    const outcomes = await each(
      call,
      { _ids, unchangedSince: changedAt },
      undoOfStatusChange(call, changedAt),
    );
    const declined = outcomes.filter(({ takenBack }) => takenBack === "APPS_APPLICATION_DECLINED");
    const declines = declined.map(({ id }) => ({ applicationId: id, from: changedAt, until: null }));
    const told = await declinesTold(call.ctx.db, declines);
    const again = outcomes.filter(({ givenBack }) => givenBack === "APPS_APPLICATION_DECLINED");
    const due = await declinesDue(
      call.ctx.db,
      again.map(({ id }) => id),
    );
    return outcomes.map((one) => {
      if (declined.includes(one)) return { ...one, isDeclineTold: told.has(one.id) };
      return again.includes(one) ? { ...one, isDeclineDue: due.has(one.id) } : one;
    });
  },
});

mutation("AppsMoveApplication", {
  description: "Moves several applications to a stage of their vacancy.",
  type: [Outcome],
  args: {
    ...bulkArgs,
    ...builder.args((t) => ({
      stageId: t.id({ required: true }),
      isManuallyProgressed: t.boolean({ required: true }),
    })),
  },
  access: inAnyDepartment("apps:editApplication"),
  changes: { of: applicationKind, ids: ({ _ids }) => _ids },
  resolve: (args, call) => each(call, args, stageMove(call, args)),
});

mutation("AppsResendApplicationAssessmentLink", {
  description: "Sends the candidate the link to an assessment again.",
  type: [Outcome],
  args: bulkArgs,
  access: inAnyDepartment("apps:editApplication"),
  changes: {
    of: applicationKind,
    made: (outcomes) => outcomes.flatMap(({ id, refusal }) => (refusal ? [] : [id])),
    action: "SENT",
  },
  resolve: (args, call) => each(call, args, linkResend(call)),
});

// ---- one ----

const oneArgs = { ...idArgs("_id"), ...scopeArgs };

type SentReportShape = { id: string } & Partial<Delivery>;

const SentReport = builder.objectRef<SentReportShape>("AppsSentReport").implement({
  fields: (t) => ({
    _id: t.id({
      // Refused here, once the SMS that could not be paid for is in the log.
      resolve: ({ id, mail, text }) => {
        if (mail && text && !isTold({ mail, text })) throw conflict("There are not enough SMS credits");
        return id;
      },
    }),
    mail: t.field({
      type: MessageOutcomeType,
      nullable: true,
      description: "What happened to the report by email.",
      resolve: ({ mail }) => mail ?? null,
    }),
    text: t.field({
      type: MessageOutcomeType,
      nullable: true,
      description: "What happened to the report by SMS.",
      resolve: ({ text }) => text ?? null,
    }),
  }),
});

mutation("AppsResendApplicationMiReport", {
  description: "Sends the candidate the report of a completed chat interview again.",
  type: SentReport,
  args: oneArgs,
  access: inAnyDepartment("apps:editApplication"),
  changes: {
    of: applicationKind,
    made: ({ id, mail, text }) => (mail && text && isTold({ mail, text }) ? [id] : []),
    action: "SENT",
  },
  resolve: async ({ _id }, call) => {
    const { db, now, config, awsRegion } = call.ctx;
    const application = await requireApplication(call, _id, changeCodes);
    const candidate = await findCandidate(db, application.candidateId);
    const { vacancy, stages } = await vacancyReader(call)(application.vacancyId);
    const stage = stages.find(({ product }) => product === "FI");
    const assessment = stage && (await findStageAssessment(db, application.id, stage._id));
    if (!candidate || candidate.deidentifiedAt !== null) throw conflict("The candidate was de-identified");
    if (!stage || assessment?.status !== "APPS_ASSESSMENT_COMPLETED")
      throw conflict("The chat interview is not completed");
    // RET-07: there is nothing left behind the link.
    if (assessment.reportRemovedAt !== null) throw conflict("The report was removed by retention");
    const message = {
      ...(await messageAbout(db, { candidate, vacancy, stage, assessment })),
      template: "MI_REPORT" as const,
      link: myInsightsLink(awsRegion, assessment.id),
    };
    if (!(await mayTell(db, candidate, message, config)))
      throw conflict(
        (await isTextOn(db, message, config))
          ? "This message is turned off by email, and the candidate has no phone number"
          : "This message is turned off",
      );
    return { id: application.id, ...(await tellCandidate(db, candidate, message, { now, config })) };
  },
});

/** An assessment of the call's customer, in a department whose applications the caller may view. */
async function requireAssessment(call: CustomerCall, id: string): Promise<Row<"assessments">> {
  const assessment = await findAssessment(call.ctx.db, id);
  if (assessment?.customerId !== call.customer.id) throw notFound();
  await requireDepartment(call, assessment.hierarchyId, ["apps:viewApplication"]);
  return assessment;
}

// APP-34: whoever may look at an application may have looked.
mutation("AppsMarkAssessmentViewed", {
  description: "Marks an assessment's result as viewed.",
  type: IdResult,
  args: oneArgs,
  access: inAnyDepartment("apps:viewApplication"),
  changes: "none because somebody who looks changes nothing but what is new to them",
  resolve: async ({ _id }, call) => {
    const { id } = await requireAssessment(call, _id);
    await markViewed(call.ctx.db, id, call.ctx.now);
    return { id };
  },
});

const LatestEmailEvent = builder
  .objectRef<Partial<Pick<Row<"email_events">, "eventType" | "templateType" | "timestamp">>>(
    "NotifLatestEmailEvent",
  )
  .implement({
    description: "The newest event. All fields are null if there is none.",
    fields: (t) => ({
      eventType: t.exposeString("eventType", { nullable: true }),
      templateType: t.exposeString("templateType", { nullable: true }),
      timestamp: t.expose("timestamp", { type: "DateTime", nullable: true }),
    }),
  });

query("NotifGetLatestEmailEventByAssessmentId", {
  description: "The latest event of an assessment's mails of these kinds.",
  type: LatestEmailEvent,
  args: builder.args((t) => ({
    assessmentId: t.id({ required: true }),
    customerId: t.id({ required: true }),
    templateTypes: t.stringList({ required: true }),
  })),
  access: inAnyDepartment("apps:viewApplication"),
  resolve: async ({ assessmentId, templateTypes }, call) => {
    const { id } = await requireAssessment(call, assessmentId);
    return (await latestEmailEvent(call.ctx.db, id, templateTypes)) ?? {};
  },
});
