/** A vacancy's funnel, and a score's rank within the vacancy (PIPE-12 to PIPE-14). */
import type { CustomerCall } from "../../core/access";
import { declareBounds, firstRow, pageSize } from "../../core/bounds";
import { builder, idArgs } from "../../core/builder";
import { holdsOn, inAnyDepartment, requireOn, scopeArgs } from "../../core/department-access";
import { notFound } from "../../core/errors";
import { query } from "../../core/operation";
import { Pagination } from "../../core/page-types";
import { pageOf, type PageOf } from "../../core/paging";
import { mapSequentially } from "../../store/sequential";
import type { Row } from "../../store/tables";
import { findVacancy } from "../vacancies/vacancies.store";
import { parseRuleRecord, type Trigger } from "../workflows/stage-rules";
import { parseWorkflowCopy } from "../workflows/workflow-stages";
import { StageTrigger } from "../workflows/workflow-types";
import { withVisibleNames, requireApplication } from "./application-access";
import { Application, type ApplicationShape, AppliedRule } from "./application-types";
import { completeApplication, readApplications } from "./applications.store";
import { decisionsOfApplication } from "./rule-decisions.store";
import { bestSeqs, countFunnel, funnelNumbers, funnelSteps, listFunnel, scoreSteps } from "./funnel.store";

declareBounds({
  pages: {
    "AppsGetFunnelApplications.skipEq": firstRow,
    "AppsGetFunnelApplications.limitEq": pageSize,
  },
});

/** Returns the vacancy with its stages if the caller may list its applications. */
async function requireListedVacancy(call: CustomerCall, vacancyId: string) {
  const found = await findVacancy(call.ctx.db, vacancyId);
  const vacancy = await requireOn(call, found, "apps:listApplication", "apps:listApplication");
  return { vacancy, stages: parseWorkflowCopy(vacancy.workflow).stages };
}

interface FunnelStage {
  readonly stageId: string;
  readonly name: string;
  readonly came: number;
  readonly completed: number;
  readonly wentOn: number | null;
  readonly medianStayMs: number | null;
}

const Stage = builder.objectRef<FunnelStage>("AppsFunnelStage").implement({
  fields: (t) => ({
    stageId: t.exposeID("stageId"),
    name: t.exposeString("name"),
    came: t.exposeInt("came", {
      description: "The number of candidates who reached the stage in the period.",
    }),
    completed: t.exposeInt("completed", {
      description: "How many of them completed the stage, at any time.",
    }),
    wentOn: t.exposeInt("wentOn", {
      nullable: true,
      description: "How many of them reached the next stage. Null for the last stage.",
    }),
    medianStayDays: t.float({
      nullable: true,
      description: "The median number of days between the two, for candidates who moved on.",
      resolve: ({ medianStayMs }) => (medianStayMs === null ? null : medianStayMs / (24 * 3_600_000)),
    }),
  }),
});

const periodArgs = builder.args((t) => ({
  from: t.field({
    type: "DateTime",
    description: "Only candidates who reached a stage at or after this time.",
  }),
  before: t.field({
    type: "DateTime",
    description: "Only candidates who reached the stage before this time.",
  }),
}));

query("AppsGetVacancyFunnel", {
  description: "The progress of a vacancy's candidates through its stages.",
  type: [Stage],
  args: { ...idArgs("vacancyId"), ...scopeArgs, ...periodArgs },
  access: inAnyDepartment("apps:listApplication"),
  resolve: async ({ vacancyId, from, before }, call) => {
    const { db } = call.ctx;
    const { vacancy, stages } = await requireListedVacancy(call, vacancyId);
    return mapSequentially(
      [...stages.entries()],
      async ([index, { _id: stageId, name }]): Promise<FunnelStage> => {
        const nextStageId = stages[index + 1]?._id;
        const filter = {
          ...{ vacancyId: vacancy.id, stageId, nextStageId },
          ...{ from: from ?? undefined, before: before ?? undefined },
        };
        return { stageId, name, ...(await funnelNumbers(db, filter)) };
      },
    );
  },
});

const Step = builder.enumType("AppsFunnelStep", { values: funnelSteps });

interface RowShape {
  readonly application: ApplicationShape;
  readonly cameAt: number;
  readonly completedAt: number | null;
  readonly wentOnAt: number | null;
}

const FunnelRow = builder.objectRef<RowShape>("AppsFunnelApplication").implement({
  fields: (t) => ({
    application: t.expose("application", { type: Application }),
    cameAt: t.expose("cameAt", { type: "DateTime" }),
    completedAt: t.expose("completedAt", { type: "DateTime", nullable: true }),
    wentOnAt: t.expose("wentOnAt", { type: "DateTime", nullable: true }),
  }),
});

const FunnelPage = builder
  .objectRef<{ data: RowShape[]; canView: boolean; pagination: PageOf }>("AppsFunnelApplicationList")
  .implement({
    fields: (t) => ({
      data: t.expose("data", { type: [FunnelRow] }),
      canView: t.exposeBoolean("canView", { description: "Whether the caller may open the applications." }),
      pagination: t.expose("pagination", { type: Pagination }),
    }),
  });

query("AppsGetFunnelApplications", {
  description: "The candidates behind one number of a vacancy's funnel, latest arrival first.",
  type: FunnelPage,
  args: {
    ...idArgs("vacancyId", "stageId"),
    ...scopeArgs,
    ...periodArgs,
    ...builder.args((t) => ({
      step: t.field({ type: Step, required: true }),
      skipEq: t.int({ required: true }),
      limitEq: t.int({ required: true }),
    })),
  },
  access: inAnyDepartment("apps:listApplication"),
  resolve: async ({ vacancyId, stageId, step, from, before, skipEq, limitEq }, call) => {
    const { db } = call.ctx;
    const { vacancy, stages } = await requireListedVacancy(call, vacancyId);
    const index = stages.findIndex(({ _id }) => _id === stageId);
    if (index < 0) throw notFound();
    const nextStageId = stages[index + 1]?._id;
    const query = {
      ...{ vacancyId: vacancy.id, stageId, nextStageId, step },
      ...{ from: from ?? undefined, before: before ?? undefined },
    };
    const page = pageOf(await countFunnel(db, query), skipEq, limitEq);
    const rows = await listFunnel(db, query, limitEq, page.offset);
    const found = await Promise.all(rows.map(({ applicationId }) => completeApplication(db, applicationId)));
    const seen = await withVisibleNames(
      call,
      found.filter((one) => one !== undefined),
    );
    const { organizationId } = call.customer;
    const data = rows.flatMap(({ applicationId, createdAt, submittedAt }): RowShape[] => {
      const application = seen.find(({ id }) => id === applicationId);
      if (!application) return [];
      const next = application.assessments.find((one) => one.stageId === nextStageId);
      return [
        {
          application: { ...application, organizationId },
          ...{ cameAt: createdAt, completedAt: submittedAt, wentOnAt: next?.createdAt ?? null },
        },
      ];
    });
    return {
      data,
      canView: await holdsOn(call, "apps:viewApplication", vacancy.hierarchyId),
      pagination: page,
    };
  },
});

/** Returns the score that a rule requires, or null. */
const thresholdOf = ({ conditions }: Trigger): number | null => {
  const threshold = conditions.find(({ onField }) => onField === "recommendationScore")?.comparisonValue;
  return typeof threshold === "number" ? threshold : null;
};

const Threshold = builder.objectRef<Trigger>("AppsScoreThreshold").implement({
  fields: (t) => ({
    score: t.float({ resolve: (rule) => thresholdOf(rule) ?? 0 }),
    rule: t.field({ type: StageTrigger, resolve: (rule) => rule }),
  }),
});

interface ContextShape {
  readonly score: number | null;
  readonly steps: number[];
  readonly thresholds: Trigger[];
  readonly decisions: Row<"rule_decisions">[];
}

const ScoreDecision = builder.objectRef<Row<"rule_decisions">>("AppsScoreDecision").implement({
  fields: (t) => ({
    decisionId: t.exposeID("id"),
    rule: t.field({ type: AppliedRule, resolve: ({ rule }) => parseRuleRecord(rule) }),
    isWaiting: t.boolean({ resolve: ({ isWaiting }) => isWaiting === 1 }),
  }),
});

const ScoreContext = builder.objectRef<ContextShape>("AppsScoreContext").implement({
  fields: (t) => ({
    score: t.exposeFloat("score", {
      nullable: true,
      description: "The recommendation score of the candidate's chat.",
    }),
    steps: t.exposeIntList("steps", {
      description: "A histogram of the vacancy's chat scores: 0 to 9, 10 to 19, up to 90 to 100.",
    }),
    thresholds: t.expose("thresholds", {
      type: [Threshold],
      description: "The score thresholds of the rules in force.",
    }),
    decisions: t.expose("decisions", {
      type: [ScoreDecision],
      description:
        "Decisions by rules about the application, oldest first, each with the rule as it read at the time.",
    }),
  }),
});

query("AppsGetScoreContext", {
  description: "How a candidate's score compares with the vacancy's other scores.",
  type: ScoreContext,
  args: { ...idArgs("_id"), ...scopeArgs },
  access: inAnyDepartment("apps:viewApplication"),
  resolve: async ({ _id }, call) => {
    const { db } = call.ctx;
    const application = await requireApplication(call, _id, ["apps:viewApplication"]);
    const vacancy = await findVacancy(db, application.vacancyId);
    const complete = await completeApplication(db, application.id);
    const [first] = vacancy ? parseWorkflowCopy(vacancy.workflow).stages : [];
    const isInForce = (rule: Trigger) =>
      vacancy?.archivedAt === null && rule.enabled && thresholdOf(rule) !== null;
    return {
      score: complete?.assessments.find(({ product }) => product === "FI")?.recommendationScore ?? null,
      steps: await scoreSteps(db, application.vacancyId),
      thresholds: (first?.triggers ?? []).filter(isInForce),
      decisions: await decisionsOfApplication(db, application.id),
    };
  },
});

query("AppsGetBestApplications", {
  description: "The ten candidates of a vacancy with the best scores, without those declined or withdrawn.",
  type: [Application],
  args: { ...idArgs("vacancyId"), ...scopeArgs },
  access: inAnyDepartment("apps:listApplication"),
  resolve: async ({ vacancyId }, call) => {
    const { db } = call.ctx;
    const { vacancy } = await requireListedVacancy(call, vacancyId);
    const rows = await withVisibleNames(call, await readApplications(db, await bestSeqs(db, vacancy.id, 10)));
    return rows.map((row) => ({ ...row, organizationId: call.customer.organizationId }));
  },
});
