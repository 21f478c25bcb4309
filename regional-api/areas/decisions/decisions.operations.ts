/** Register of decisions made by rules, and their review by people (DEC-01 to DEC-04). */
import { z } from "zod/v4";
import { type CustomerCall, rootOf } from "../../core/access";
import { choice, declareBounds, firstRow, pageSize, atMost } from "../../core/bounds";
import { builder, idArgs, rowType, argsOf } from "../../core/builder";
import { validate } from "../../core/validate";
import { departmentsFor, inAnyDepartment, mayOpenRows, scopeArgs } from "../../core/department-access";
import { Edited, editionAfter, personField, versionArg } from "../../core/versioned-type";
import { conflict, invalid, notFound } from "../../core/errors";
import { mutation, query } from "../../core/operation";
import { pageType, SortOrder } from "../../core/page-types";
import { countedPage, searchTextOf } from "../../core/paging";
import { IdResult } from "../../core/shared-types";
import type { Writer } from "../../store/engine";
import { flatMapSequentially } from "../../store/sequential";
import type { Row } from "../../store/tables";
import { applicationStatuses } from "../../../shared/application-statuses";
import { settableStatus } from "../applications/application-changes";
import { moveApplication, setApplicationStatus } from "../applications/application-moves.store";
import { AppliedRule } from "../applications/application-types";
import { applicationAmong } from "../applications/applications.store";
import { applicationKind } from "../applications/applications.record";
import { findCandidate } from "../applications/candidates.store";
import { countVacancies, findVacancy, listVacancies } from "../vacancies/vacancies.store";
import { ApplicationStatus } from "../workflows/application-enums";
import { parseRuleRecord } from "../workflows/stage-rules";
import { parseWorkflowCopy } from "../workflows/workflow-stages";
import { workflows } from "../workflows/workflows.entity";
import {
  toVisibleDecisions,
  requireDecision,
  requireReviewable,
  type VisibleDecision,
} from "./decision-access";
import { applicationOfDecision, decisionKind } from "./decisions.record";
import { contestDueDay, dayMs, reviewReason } from "./decisions.rules";
import {
  countDecisions,
  type Decision,
  type DecisionFilter,
  decisionSeqs,
  readDecisions,
  reviewStates,
  updateContest,
  updateReview,
} from "./decisions.store";
import { noteReview } from "./samples.store";

declareBounds({
  lists: {
    "DECGetChoices.vacancyIds": atMost(100, "vacancies", "Ask for"),
    "DECGetDecisions.vacancyIds": atMost(100, "vacancies", "Ask for"),
    "DECGetDecisions.workflowIds": atMost(500, "workflows", "Ask for"),
    "DECGetDecisions.results": choice,
  },
  pages: { "DECGetDecisions.skipEq": firstRow, "DECGetDecisions.limitEq": pageSize },
});

export const Result = builder.enumType("DECResult", { values: ["MOVED", ...applicationStatuses] as const });
const VerdictType = builder.enumType("DECVerdict", { values: ["CONFIRMED", "CHANGED"] as const });
const ContestState = builder.enumType("DECContest", { values: ["OPEN", "ANSWERED"] as const });
const ContestFilter = builder.enumType("DECContestFilter", { values: ["OPEN", "ANY"] as const });
const Review = builder.enumType("DECReviewState", { values: reviewStates });

const figures = z.object({
  recommendation: z.string().nullish(),
  recommendationScore: z.number().nullish(),
  plagiarismQuestionCount: z.number().nullish(),
  profanityQuestionCount: z.number().nullish(),
  isLowTextQuality: z.boolean().nullish(),
});

const Figures = builder.objectRef<z.infer<typeof figures>>("DECFigures").implement({
  description: "The results that the rule evaluated, as they were at the time.",
  fields: (t) => ({
    recommendation: t.string({ nullable: true, resolve: (all) => all.recommendation ?? null }),
    recommendationScore: t.float({ nullable: true, resolve: (all) => all.recommendationScore ?? null }),
    plagiarismQuestionCount: t.int({
      nullable: true,
      resolve: (all) => all.plagiarismQuestionCount ?? null,
    }),
    profanityQuestionCount: t.int({ nullable: true, resolve: (all) => all.profanityQuestionCount ?? null }),
    isLowTextQuality: t.boolean({ nullable: true, resolve: (all) => all.isLowTextQuality ?? null }),
  }),
});

export const DecisionType = builder.objectRef<VisibleDecision>("DECDecision").implement({
  description: "A rule's decision about an application.",
  interfaces: [Edited],
  fields: (t) => ({
    _id: t.exposeID("id"),
    decidedAt: t.expose("decidedAt", { type: "DateTime" }),
    vacancyId: t.exposeID("vacancyId"),
    vacancyName: t.string({ resolve: ({ application }) => application.vacancyName }),
    canViewVacancy: t.boolean({
      description: "Whether the caller may read the vacancy with AppsGetVacancyById.",
      resolve: ({ canViewVacancy }) => canViewVacancy === true,
    }),
    applicationId: t.exposeID("applicationId"),
    candidate: t.string({
      nullable: true,
      description: "The candidate's name. Null if the candidate has been de-identified.",
      resolve: ({ application: { candidate } }) =>
        candidate.deidentifiedAt === null ? `${candidate.firstName} ${candidate.lastName}`.trim() : null,
    }),
    currentStatus: t.field({ type: ApplicationStatus, resolve: ({ application }) => application.status }),
    workflowId: t.exposeID("workflowId"),
    rule: t.field({ type: AppliedRule, resolve: ({ rule }) => parseRuleRecord(rule) }),
    figures: t.field({ type: Figures, resolve: (row) => figures.parse(JSON.parse(row.figures)) }),
    result: t.expose("result", { type: Result }),
    stageName: t.string({
      nullable: true,
      description: "The stage the application was moved to. Null if it was not moved.",
      resolve: async ({ result, vacancyId, after }, _args, { db }) => {
        if (result !== "MOVED") return null;
        const vacancy = await findVacancy(db, vacancyId);
        const stages = vacancy ? parseWorkflowCopy(vacancy.workflow).stages : [];
        return stages.find(({ _id }) => _id === after)?.name ?? null;
      },
    }),
    isWaiting: t.boolean({
      description: "Whether the decline is not yet applied because the rule leaves declines to a person.",
      resolve: ({ isWaiting }) => isWaiting === 1,
    }),
    verdict: t.expose("verdict", { type: VerdictType, nullable: true }),
    changedTo: t.expose("changedTo", {
      type: ApplicationStatus,
      nullable: true,
      description: "The status that the reviewer set in place of the rule's result.",
    }),
    reviewReason: t.exposeString("reviewReason", {
      nullable: true,
      description: "Null if there is none, or if the candidate has been de-identified.",
    }),
    reviewedAt: t.expose("reviewedAt", { type: "DateTime", nullable: true }),
    reviewedBy: t.string(personField(({ reviewedBy }) => reviewedBy)),
    isReviewedByWriter: t.boolean({
      description: "Whether the person who reviewed it wrote the rule.",
      resolve: ({ rule, reviewedBy }) =>
        reviewedBy !== null && parseRuleRecord(rule).writtenBy === reviewedBy,
    }),
    ruleWriter: t.string(
      personField(
        ({ rule }) => parseRuleRecord(rule).writtenBy,
        "The display name of the rule's author. Null if unknown.",
      ),
    ),
    isOwnRule: t.boolean({
      description: "Whether the caller wrote the rule.",
      resolve: ({ rule, callerId }) => parseRuleRecord(rule).writtenBy === callerId,
    }),
    contest: t.expose("contest", {
      type: ContestState,
      nullable: true,
      description: "The state of the candidate's objection to the decision. Null if there is none.",
    }),
    contestedAt: t.expose("contestedAt", { type: "DateTime", nullable: true }),
    contestedBy: t.string(
      personField(
        ({ contestedBy }) => contestedBy,
        "The display name of the person who noted the objection.",
      ),
    ),
    answerDueAt: t.field({
      type: "DateTime",
      nullable: true,
      description: "The start of the UTC day by which the candidate must be answered.",
      resolve: ({ contestedAt }) => (contestedAt === null ? null : contestDueDay(contestedAt)),
    }),
    isAnswerLate: t.boolean({
      description: "Whether that day has passed without an answer to the candidate.",
      resolve: ({ contest, contestedAt }, _args, { now }) =>
        contest === "OPEN" && contestedAt !== null && contestDueDay(contestedAt) + dayMs <= now,
    }),
    canReview: t.exposeBoolean("canReview"),
  }),
});

const DecisionPage = pageType("DECDecisionPage", DecisionType);

const filterArgs = builder.args((t) => ({
  vacancyIds: t.idList(),
  workflowIds: t.idList(),
  results: t.field({ type: [Result] }),
  review: t.field({ type: Review, description: "WAITING: decisions waiting for a person." }),
  contest: t.field({ type: ContestFilter }),
  decidedFrom: t.field({ type: "DateTime" }),
  decidedBefore: t.field({ type: "DateTime" }),
}));

interface DecisionQuery {
  readonly vacancyIds?: readonly string[] | null | undefined;
  readonly workflowIds?: readonly string[] | null | undefined;
  readonly results?: readonly Decision["result"][] | null | undefined;
  readonly review?: DecisionFilter["review"] | null;
  readonly contest?: DecisionFilter["contest"] | null;
  readonly decidedFrom?: number | null | undefined;
  readonly decidedBefore?: number | null | undefined;
}

/** True if the caller may see all decisions of the customer, so that no row needs a department check. */
const maySeeAll = ({ caller: { grants }, customer, hierarchyId }: CustomerCall) =>
  hierarchyId === customer.rootHierarchyId &&
  !grants.denies() &&
  grants.allows("apps:viewDecision", rootOf(customer));

/** Translates an API filter, limited to departments where the caller may see decisions. */
export const decisionFilterOf = async (
  call: CustomerCall,
  asked: DecisionQuery,
): Promise<DecisionFilter> => ({
  customerId: call.customer.id,
  hierarchyIds: maySeeAll(call) ? undefined : await departmentsFor(call, "apps:viewDecision"),
  vacancyIds: asked.vacancyIds ? [...new Set(asked.vacancyIds)] : undefined,
  workflowIds: asked.workflowIds ? [...new Set(asked.workflowIds)] : undefined,
  results: asked.results ? [...new Set(asked.results)] : undefined,
  review: asked.review ?? undefined,
  contest: asked.contest ?? undefined,
  from: asked.decidedFrom ?? undefined,
  before: asked.decidedBefore ?? undefined,
});

query("DECGetDecisions", {
  description: "Decisions by rules about applications: those waiting for a person first, then by time.",
  type: DecisionPage,
  args: {
    ...scopeArgs,
    ...filterArgs,
    ...builder.args((t) => ({
      order: t.field({ type: SortOrder, description: "Sort by time. Newest first if omitted." }),
      skipEq: t.int({ required: true, description: "The number of rows to skip." }),
      limitEq: t.int({ required: true }),
    })),
  },
  access: inAnyDepartment("apps:viewDecision"),
  resolve: async ({ order, skipEq, limitEq, ...asked }, call) => {
    const { db } = call.ctx;
    const filter = await decisionFilterOf(call, asked);
    const { data: seqs, pagination } = await countedPage(skipEq, limitEq, {
      count: (end) => countDecisions(db, filter, end),
      rows: (part) => decisionSeqs(db, filter, order ?? "desc", part),
    });
    return { data: await toVisible(call, await readDecisions(db, seqs)), pagination };
  },
});

async function toVisible(call: CustomerCall, rows: Awaited<ReturnType<typeof readDecisions>>) {
  const mayOpen = await mayOpenRows(call, "apps:viewVacancy");
  return (await toVisibleDecisions(call, rows)).map((row) => ({ ...row, canViewVacancy: mayOpen(row) }));
}

const oneArgs = { ...idArgs("_id"), ...scopeArgs };

query("DECGetDecision", {
  description: "One decision made by a rule.",
  type: DecisionType,
  args: oneArgs,
  access: inAnyDepartment("apps:viewDecision"),
  resolve: async ({ _id }, call) => {
    const { seq } = await requireDecision(call, _id);
    const [decision] = await toVisible(call, await readDecisions(call.ctx.db, [seq]));
    if (!decision) throw notFound();
    return decision;
  },
});

type Choice = { id: string; name: string; isArchived: boolean };

const ChoiceType = rowType<Choice>()("DECChoice", { _id: "ID", name: "String", isArchived: "Boolean" });

const Choices = builder
  .objectRef<{ workflows: Choice[]; vacancies: Choice[]; vacancyCount: number }>("DECChoices")
  .implement({
    description: "The filter options for decisions.",
    fields: (t) => ({
      workflows: t.expose("workflows", { type: [ChoiceType] }),
      vacancies: t.expose("vacancies", {
        type: [ChoiceType],
        description: "The requested vacancies, followed by the newest active ones that match.",
      }),
      vacancyCount: t.exposeInt("vacancyCount", {
        description: "The number of active vacancies that match.",
      }),
    }),
  });

/** Maximum vacancies offered at once; others are found by part of the title. */
const maxOffered = 100;
const maxWorkflows = 500;

query("DECGetChoices", {
  description: "The workflows and vacancies whose decisions the caller may see.",
  type: Choices,
  args: {
    ...scopeArgs,
    ...builder.args((t) => ({
      vacancyIds: t.idList({ description: "Vacancies to include in the result." }),
      find: t.string({ description: "A part of a title or of an external ID." }),
    })),
  },
  access: inAnyDepartment("apps:viewDecision"),
  resolve: async ({ vacancyIds, find }, call) => {
    const { ctx, customer } = call;
    const { db } = ctx;
    const customerId = customer.id;
    const hierarchyIds = await departmentsFor(call, "apps:viewDecision");
    const listed = { customerId, hierarchyIds, sort: "createdAt", order: "desc", isArchived: false } as const;
    const searchText = searchTextOf(find);
    const filter = { ...listed, ...(searchText !== undefined && { searchText }) };
    const found = hierarchyIds.length === 0 ? [] : await listVacancies(db, filter, maxOffered, 0);
    const named = await flatMapSequentially(new Set(vacancyIds ?? []), async (id) => {
      const vacancy = await findVacancy(db, id);
      return vacancy?.customerId === customerId && hierarchyIds.includes(vacancy.hierarchyId)
        ? [vacancy]
        : [];
    });
    const others = found.filter(({ id }) => !named.some((one) => one.id === id));
    const sorted = { customerId, sort: "name", order: "asc" } as const;
    const flows = await flatMapSequentially([false, true], (isArchived) =>
      workflows.lists.rows(db, { ...sorted, isArchived }, maxWorkflows, 0),
    );
    return {
      workflows: flows.map(({ id, name, archivedAt }) => ({ id, name, isArchived: archivedAt !== null })),
      vacancies: [...named, ...others].map(({ id, title, archivedAt }) => ({
        id,
        name: title,
        isArchived: archivedAt !== null,
      })),
      vacancyCount: hierarchyIds.length === 0 ? 0 : await countVacancies(db, filter),
    };
  },
});

/**
 * Executes a decision held for review. Throws a Conflict Error if the application's status has changed since
 * the decision.
 */
async function executeDecision(
  { ctx, caller }: CustomerCall<Writer>,
  { result, before, after }: Decision,
  application: Row<"applications">,
): Promise<void> {
  const { db, now, config } = ctx;
  const author = { changedBy: caller.user.id, now };
  if (result !== "MOVED") {
    if (application.status !== before && application.status !== result)
      throw conflict("The status has changed since it was read");
    await setApplicationStatus(db, { application, status: result, ...author });
    return;
  }
  if (application.stageId !== before) return;
  const vacancy = await findVacancy(db, application.vacancyId);
  const stage = vacancy && parseWorkflowCopy(vacancy.workflow).stages.find(({ _id }) => _id === after);
  if (!stage) throw notFound();
  const candidate = await findCandidate(db, application.candidateId);
  if (candidate?.deidentifiedAt !== null) throw conflict("The candidate was de-identified");
  await moveApplication(db, { application, vacancy, stage, isManuallyProgressed: false, config, ...author });
}

mutation("DECReviewDecision", {
  description: "Confirms a rule's decision or sets another status. A waiting decision is applied.",
  type: IdResult,
  args: {
    ...oneArgs,
    ...versionArg,
    ...builder.args((t) => ({
      verdict: t.field({ type: VerdictType, required: true }),
      status: t.field({
        type: ApplicationStatus,
        description: "The new status, if the decision is changed.",
      }),
      reason: t.string({
        description: "Required if the status changes, or if the decision is waiting for a person.",
      }),
    })),
  },
  access: inAnyDepartment("apps:reviewDecision"),
  changes: {
    of: decisionKind,
    ids: ({ _id }) => [_id],
    also: [{ of: applicationKind, ids: async ({ _id }, { db }) => [await applicationOfDecision(db, _id)] }],
  },
  resolve: async ({ _id, version, verdict, status: given, reason: typed }, call) => {
    const { db, now } = call.ctx;
    const decision = await requireReviewable(call, _id);
    const edition = await editionAfter(call, decision, version);
    const reason = validate(reviewReason, typed ?? "");
    if (reason === "" && (verdict === "CHANGED" || decision.isWaiting === 1))
      throw invalid("Please enter a reason");
    const application = await applicationAmong(db, decision.applicationId);
    if (!application) throw notFound();
    const changedTo = verdict === "CHANGED" ? validate(settableStatus, given) : null;
    if (changedTo === null) {
      if (decision.isWaiting === 1) await executeDecision(call, decision, application);
    } else {
      if (changedTo === decision.result) throw invalid("The rule already gives this status");
      const change = { application, status: changedTo, changedBy: call.caller.user.id, now };
      await setApplicationStatus(db, change);
    }
    await updateReview.run(db, {
      id: decision.id,
      isWaiting: 0,
      verdict,
      reviewReason: reason || null,
      reviewedBy: call.caller.user.id,
      reviewedAt: now,
      changedTo,
      contest: decision.contest === null ? null : "ANSWERED",
      ...edition,
    });
    await noteReview(db, decision.id, verdict);
    return { id: decision.id };
  },
});

mutation("DECContestDecision", {
  description: "Notes that the candidate contests a decision, or removes that note.",
  type: IdResult,
  args: {
    ...oneArgs,
    ...versionArg,
    ...argsOf({ isContested: "Boolean" }),
  },
  access: inAnyDepartment("apps:reviewDecision"),
  changes: { of: decisionKind, ids: ({ _id }) => [_id] },
  resolve: async ({ _id, version, isContested }, call) => {
    const { db, now } = call.ctx;
    const decision = await requireReviewable(call, _id);
    const edition = await editionAfter(call, decision, version);
    await updateContest.run(db, {
      id: decision.id,
      contest: isContested ? "OPEN" : null,
      contestedBy: isContested ? call.caller.user.id : null,
      contestedAt: isContested ? now : null,
      ...edition,
    });
    return { id: decision.id };
  },
});
