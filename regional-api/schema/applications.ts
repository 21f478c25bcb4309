/** Applications of a vacancy: the list, its counts, and what recruiters do to many at once (APP). */
import { z } from "zod/v4";
import { refusals, stagesAfter, type Refusal } from "../domain/application-moves";
import { applicationStatuses } from "../domain/application-status";
import { checked } from "../domain/checked";
import { conflict, invalid, notFound } from "../domain/errors";
import { myInsightsLink } from "../domain/interview-links";
import { pageOf, type PageOf } from "../domain/paging";
import { parseWorkflowCopy, type Stage } from "../domain/workflow-stages";
import { markViewed, messageAbout, moveApplication, setApplicationStatus } from "../store/application-moves";
import {
  applicationSeqs,
  applicationSorts,
  countApplications,
  findApplication,
  findAssessment,
  findStageAssessment,
  narrowedBySearch,
  readApplications,
  stageCounts,
  statusCounts,
  type ApplicationFilter,
  type ApplicationOrder,
} from "../store/applications";
import { latestEmailEvent, mailCandidate } from "../store/candidate-messages";
import { findCandidate } from "../store/candidates";
import { findCustomer } from "../store/customers";
import type { Row } from "../store/schema";
import { findVacancy, findVacancyByExternalId } from "../store/vacancies";
import type { CustomerCall } from "./access";
import {
  changeCodes,
  departmentCheck,
  requireApplication,
  requireDepartment,
  scopeArgs,
  somewhere,
} from "./application-access";
import {
  Application,
  ApplicationStatus,
  AssessmentStatus,
  Recommendation,
  type ApplicationShape,
} from "./application-types";
import { builder } from "./builder";
import { IdResult } from "./common";
import { requireOn } from "./department-access";
import { mutation, query } from "./operation";
import { Pagination, SortOrder } from "./paging";

// ---- list ----

const StageFilter = builder.inputType("AppsStageFilter", {
  fields: (t) => ({ stageId: t.id({ required: true }) }),
});
const AssessmentStatusFilter = builder.inputType("AppsAssessmentStatusFilter", {
  fields: (t) => ({ stageId: t.id({ required: true }), status: t.field({ type: AssessmentStatus }) }),
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

const ListFilter = builder.inputType("AppsApplicationListFilter", {
  fields: (t) => ({
    organizationId: t.id({ required: true }),
    customerId: t.id({ required: true }),
    hierarchyId: t.id({ required: true }),
    externalVacancyId: t.string({ required: true }),
    skipEq: t.int({ required: true, description: "Pages before this one, not rows." }),
    limitEq: t.int({ required: true }),
    assessmentStatusFilter: t.field({
      type: AssessmentStatusFilter,
      description: "Without it the applications of all stages are listed.",
    }),
    assessmentResultFilter: t.field({ type: AssessmentResultFilter }),
    assessmentViewedFilter: t.field({ type: AssessmentViewedFilter }),
    assessmentSubmittedAtFilter: t.field({ type: AssessmentSubmittedAtFilter }),
    applicationStatusList: t.field({ type: [ApplicationStatus] }),
    searchText: t.string(),
    sort: t.field({ type: ApplicationSort }),
  }),
});

type ListFilterShape = typeof ListFilter.$inferInput;

interface ListShape {
  data: ApplicationShape[];
  pagination: PageOf;
  asOf: number;
}

const ApplicationList = builder.objectRef<ListShape>("AppsApplicationList").implement({
  fields: (t) => ({
    data: t.expose("data", { type: [Application] }),
    pagination: t.expose("pagination", { type: Pagination }),
    asOf: t.expose("asOf", {
      type: "DateTime",
      description:
        "When this was so: sent back as `unchangedSince`, it keeps later changes from being overwritten.",
    }),
  }),
});

/** What a filter asks for, of one stage or all. Throws when its parts speak of different stages. */
function filterOf(
  vacancy: Row<"vacancies">,
  asked: ListFilterShape,
): { filter: ApplicationFilter; order: ApplicationOrder } {
  const { assessmentStatusFilter, assessmentResultFilter, assessmentViewedFilter, sort } = asked;
  const { assessmentSubmittedAtFilter: submitted } = asked;
  const stageId = assessmentStatusFilter?.stageId;
  const parts = [assessmentResultFilter, assessmentViewedFilter, submitted, sort?.filter];
  if (parts.some((part) => part && part.stageId !== stageId))
    throw invalid("All filters of a list are about one stage");
  if ([...(asked.searchText ?? "")].length > 200) throw invalid("The search text is too long");
  const stages = parseWorkflowCopy(vacancy.workflow).stages.map(({ _id }) => _id);
  return {
    filter: {
      vacancyId: vacancy.id,
      stageIds: stageId === undefined ? stages : [stageId],
      ...(assessmentStatusFilter?.status && { assessmentStatus: assessmentStatusFilter.status }),
      ...(asked.applicationStatusList && { statuses: [...new Set(asked.applicationStatusList)] }),
      ...(assessmentResultFilter && { results: [...new Set(assessmentResultFilter.results)] }),
      ...(assessmentViewedFilter && { isViewed: assessmentViewedFilter.isViewed }),
      ...(submitted?.gte != null && { submittedFrom: submitted.gte }),
      ...(submitted?.lt != null && { submittedBefore: submitted.lt }),
      ...(asked.searchText?.trim() && { searchText: asked.searchText.trim() }),
    },
    order: { sort: sort?.fieldName ?? "submittedAt", order: sort?.order ?? "desc" },
  };
}

query("AppsGetApplicationList", {
  type: ApplicationList,
  args: builder.args((t) => ({ filter: t.field({ type: ListFilter, required: true }) })),
  access: { code: "apps:listApplication", scope: ({ filter }) => filter, anyDepartment: true },
  resolve: ({ filter: asked }, call) => {
    const { db, now } = call.ctx;
    const vacancy = findVacancyByExternalId(db, call.customer.id, asked.externalVacancyId);
    const known = requireOn(call, vacancy, "apps:listApplication", "apps:listApplication");
    const { filter: wanted, order } = filterOf(known, asked);
    const filter = narrowedBySearch(db, call.customer.id, wanted);
    // APP-29: the only list whose skip counts pages.
    const skip = asked.skipEq * asked.limitEq;
    const page = pageOf(countApplications(db, filter), skip, asked.limitEq);
    const seqs = applicationSeqs(db, filter, order, asked.limitEq, page.offset);
    const { organizationId } = call.customer;
    const data = readApplications(db, seqs).map((row) => ({ ...row, organizationId }));
    // What happens within this millisecond counts as later: rather told once too often than lost.
    return { data, pagination: page, asOf: now - 1 };
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
  .objectRef<{ statusCount: ReturnType<typeof statusCounts> }>("AppsVacancyApplicationStatusCount")
  .implement({ fields: (t) => ({ statusCount: t.expose("statusCount", { type: [StatusCount] }) }) });

query("AppsGetVacancyApplicationStatusCount", {
  type: StatusCounts,
  args: { ...builder.args((t) => ({ vacancyId: t.id({ required: true }) })), ...scopeArgs },
  access: somewhere("apps:listApplication"),
  resolve: ({ vacancyId }, call) => {
    const { db } = call.ctx;
    const vacancy = findVacancy(db, vacancyId);
    const { id } = requireOn(call, vacancy, "apps:listApplication", "apps:listApplication");
    return { statusCount: statusCounts(db, id) };
  },
});

const StageCount = builder
  .objectRef<ReturnType<typeof stageCounts>[number]>("AppsVacancyStageCount")
  .implement({
    fields: (t) => ({
      stageId: t.exposeID("stageId"),
      progress: t.expose("progress", {
        type: AssessmentStatus,
        nullable: true,
        description: "Null for applications without an assessment at the stage.",
      }),
      count: t.exposeInt("count"),
    }),
  });
const StageCounts = builder
  .objectRef<{ counts: ReturnType<typeof stageCounts> }>("AppsVacancyStageCounts")
  .implement({ fields: (t) => ({ counts: t.expose("counts", { type: [StageCount] }) }) });

query("AppsGetVacancyStageCounts", {
  type: StageCounts,
  args: { ...builder.args((t) => ({ vacancyId: t.id({ required: true }) })), ...scopeArgs },
  access: somewhere("apps:listApplication"),
  resolve: ({ vacancyId }, call) => {
    const { db } = call.ctx;
    const { id } = requireOn(
      call,
      findVacancy(db, vacancyId),
      "apps:listApplication",
      "apps:listApplication",
    );
    return { counts: stageCounts(db, id) };
  },
});

// ---- many at once ----

/** What became of one of the applications that something was asked for. */
interface OutcomeShape {
  id: string;
  refusal: Refusal | null;
}

const RefusalType = builder.enumType("AppsApplicationRefusal", { values: refusals });

// The application is read when it is shown: stored answers (idempotency) must hold nothing about a person.
const Outcome = builder.objectRef<OutcomeShape>("AppsApplicationOutcome").implement({
  fields: (t) => ({
    _id: t.exposeID("id"),
    refusal: t.expose("refusal", {
      type: RefusalType,
      nullable: true,
      description: "Why nothing was done; null when it was.",
    }),
    application: t.field({
      type: Application,
      nullable: true,
      resolve: ({ id, refusal }, _args, { db }) => {
        if (refusal === "NOT_FOUND") return null;
        const found = findApplication(db, id);
        const [row] = found ? readApplications(db, [found.seq]) : [];
        const customer = row && findCustomer(db, row.customerId);
        return row && customer ? { ...row, organizationId: customer.organizationId } : null;
      },
    }),
  }),
});

const maxIds = 500;

const bulkArgs = {
  ...scopeArgs,
  ...builder.args((t) => ({
    _ids: t.idList({ required: true }),
    unchangedSince: t.field({
      type: "DateTime",
      description: "The list's `asOf`: applications that were changed later are refused.",
    }),
  })),
};

interface Subject {
  application: Row<"applications">;
  candidate: Row<"candidates">;
}

/**
 * Does `act` to each application that is still as the caller saw it; each for itself, so that one that changed does
 * not keep the rest from being done, and none is lost without being told. Throws when not one is known (GEN-16).
 */
function each(
  call: CustomerCall,
  { _ids, unchangedSince }: { _ids: readonly string[]; unchangedSince?: number | null },
  act: (subject: Subject) => Refusal | null,
): OutcomeShape[] {
  const { db } = call.ctx;
  if (_ids.length === 0) throw invalid("Please select at least one application");
  if (_ids.length > maxIds) throw invalid(`Send at most ${maxIds} applications`);
  const isAllowed = departmentCheck(call, changeCodes);
  const since = unchangedSince ?? Number.POSITIVE_INFINITY;
  const outcomes = [...new Set(_ids)].map((id): OutcomeShape => {
    const application = findApplication(db, id);
    const isKnown = application?.customerId === call.customer.id && isAllowed(application.hierarchyId);
    const candidate = isKnown ? findCandidate(db, application.candidateId) : undefined;
    if (!application || !candidate) return { id, refusal: "NOT_FOUND" };
    if ((candidate.deidentifiedAt ?? 0) > since) return { id, refusal: "DEIDENTIFIED" };
    if (application.updatedAt > since) return { id, refusal: "CHANGED" };
    return { id, refusal: act({ application, candidate }) };
  });
  if (outcomes.every(({ refusal }) => refusal === "NOT_FOUND")) throw notFound();
  return outcomes;
}

const authorOf = ({ ctx, caller }: CustomerCall) => ({ changedBy: caller.user.id, now: ctx.now });

// APP-38: any of these may follow any other; INTERVIEW is set by rules and by the hiring systems alone.
const settableStatus = z
  .enum(applicationStatuses)
  .exclude(["APPS_APPLICATION_INTERVIEW"], "Please select a status");

mutation("AppsUpdateApplicationStatus", {
  type: [Outcome],
  args: {
    ...bulkArgs,
    ...builder.args((t) => ({ status: t.field({ type: ApplicationStatus, required: true }) })),
  },
  access: somewhere("apps:editApplication"),
  resolve: (args, call) => {
    const status = checked(settableStatus, args.status);
    return each(call, args, ({ application }) => {
      setApplicationStatus(call.ctx.db, { application, status, ...authorOf(call) });
      return null;
    });
  },
});

/** Vacancies with their stages, each read once per call. */
function vacancyReader({ ctx }: CustomerCall) {
  const known = new Map<string, { vacancy: Row<"vacancies">; stages: readonly Stage[] }>();
  return (id: string) => {
    let entry = known.get(id);
    if (!entry) {
      const vacancy = findVacancy(ctx.db, id);
      if (!vacancy) throw notFound();
      known.set(id, (entry = { vacancy, stages: parseWorkflowCopy(vacancy.workflow).stages }));
    }
    return entry;
  };
}

mutation("AppsMoveApplication", {
  type: [Outcome],
  args: {
    ...bulkArgs,
    ...builder.args((t) => ({
      stageId: t.id({ required: true }),
      isManuallyProgressed: t.boolean({ required: true }),
    })),
  },
  access: somewhere("apps:editApplication"),
  resolve: (args, call) => {
    const vacancyOf = vacancyReader(call);
    return each(call, args, ({ application, candidate }) => {
      if (candidate.deidentifiedAt !== null) return "DEIDENTIFIED";
      const { vacancy, stages } = vacancyOf(application.vacancyId);
      const stage = stagesAfter(stages, application.stageId).find(({ _id }) => _id === args.stageId);
      if (!stage) return "NOT_A_LATER_STAGE";
      const { isManuallyProgressed } = args;
      const move = { application, vacancy, stage, isManuallyProgressed, ...authorOf(call) };
      moveApplication(call.ctx.db, move);
      return null;
    });
  },
});

/** What can still be done by the candidate (APP-44). */
const openStatuses: readonly string[] = ["APPS_ASSESSMENT_ORDER_COMPLETED", "APPS_ASSESSMENT_INPROGRESS"];

mutation("AppsResendApplicationAssessmentLink", {
  type: [Outcome],
  args: bulkArgs,
  access: somewhere("apps:editApplication"),
  resolve: (args, call) => {
    const { db, now } = call.ctx;
    const vacancyOf = vacancyReader(call);
    return each(call, args, ({ application, candidate }) => {
      if (candidate.email === null) return "DEIDENTIFIED";
      const { vacancy, stages } = vacancyOf(application.vacancyId);
      const stage = stages.find(({ _id }) => _id === application.stageId);
      const assessment = findStageAssessment(db, application.id, application.stageId);
      if (!stage || !assessment || !openStatuses.includes(assessment.status)) return "ASSESSMENT_CLOSED";
      const message = messageAbout(db, { candidate, vacancy, stage, assessment });
      const template = `RESEND_${stage.product}_INVITE` as const;
      return mailCandidate(db, candidate.email, { ...message, template }, now) ? null : "MESSAGE_OFF";
    });
  },
});

// ---- one ----

const idArgs = { ...builder.args((t) => ({ _id: t.id({ required: true }) })), ...scopeArgs };

mutation("AppsResendApplicationMiReport", {
  type: IdResult,
  args: idArgs,
  access: somewhere("apps:editApplication"),
  resolve: ({ _id }, call) => {
    const { db, now, awsRegion } = call.ctx;
    const application = requireApplication(call, _id, changeCodes);
    const candidate = findCandidate(db, application.candidateId);
    const { vacancy, stages } = vacancyReader(call)(application.vacancyId);
    const stage = stages.find(({ product }) => product === "FI");
    const assessment = stage && findStageAssessment(db, application.id, stage._id);
    if (!candidate?.email) throw conflict("The candidate was de-identified");
    if (!stage || assessment?.status !== "APPS_ASSESSMENT_COMPLETED")
      throw conflict("The chat interview is not completed");
    const message = {
      ...messageAbout(db, { candidate, vacancy, stage, assessment }),
      template: "MI_REPORT" as const,
      link: myInsightsLink(awsRegion, assessment.id),
    };
    if (!mailCandidate(db, candidate.email, message, now)) throw conflict("This message is turned off");
    return { id: application.id };
  },
});

/** An assessment of the call's customer, in a department whose applications the caller may view. */
function requireAssessment(call: CustomerCall, id: string): Row<"assessments"> {
  const assessment = findAssessment(call.ctx.db, id);
  if (assessment?.customerId !== call.customer.id) throw notFound();
  requireDepartment(call, assessment.hierarchyId, ["apps:viewApplication"]);
  return assessment;
}

// APP-34: whoever may look at an application may have looked.
mutation("AppsMarkAssessmentViewed", {
  type: IdResult,
  args: idArgs,
  access: somewhere("apps:viewApplication"),
  resolve: ({ _id }, call) => {
    const { id } = requireAssessment(call, _id);
    markViewed(call.ctx.db, id, call.ctx.now);
    return { id };
  },
});

const LatestEmailEvent = builder
  .objectRef<Partial<Pick<Row<"email_events">, "eventType" | "templateType" | "timestamp">>>(
    "NotifLatestEmailEvent",
  )
  .implement({
    description: "The newest event, or nothing but nulls when there is none.",
    fields: (t) => ({
      eventType: t.exposeString("eventType", { nullable: true }),
      templateType: t.exposeString("templateType", { nullable: true }),
      timestamp: t.expose("timestamp", { type: "DateTime", nullable: true }),
    }),
  });

query("NotifGetLatestEmailEventByAssessmentId", {
  type: LatestEmailEvent,
  args: builder.args((t) => ({
    assessmentId: t.id({ required: true }),
    customerId: t.id({ required: true }),
    templateTypes: t.stringList({ required: true }),
  })),
  access: somewhere("apps:viewApplication"),
  resolve: ({ assessmentId, templateTypes }, call) => {
    if (templateTypes.length > 50) throw invalid("Ask for at most 50 template types");
    const { id } = requireAssessment(call, assessmentId);
    return latestEmailEvent(call.ctx.db, id, templateTypes) ?? {};
  },
});
