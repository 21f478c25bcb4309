/** Retention: plan, confirmation of changes, runs, and rows under a hold (RET-02 to RET-05, RET-10). */
import { z } from "zod/v4";
import type { CustomerCall } from "../../core/access";
import { takeSlot } from "../../core/concurrency";
import { declareBounds, firstRow, pageSize } from "../../core/bounds";
import { builder, rowType, argsOf } from "../../core/builder";
import {
  holdsOn,
  inAnyDepartment,
  onRootDepartment,
  requireOn,
  scopeArgs,
} from "../../core/department-access";
import { query } from "../../core/operation";
import { pageType } from "../../core/page-types";
import { pageOf } from "../../core/paging";
import { settingsCodes } from "../../core/settings-codes";
import { requireApplication } from "../applications/application-access";
import { defaultPeriods, effectOf, outcomeOf, type Periods } from "../compliance/compliance.rules";
import { findCustomerSetting } from "../compliance/customer-settings.store";
import { findRetentionChange } from "../compliance/retention-changes.store";
import { HoldType } from "../holds/holds.operations";
import { dayMs } from "../holds/holds.rules";
import { holdsOfCandidate, holdsOfCustomer, holdsOfVacancy, type Hold } from "../holds/holds.store";
import { findVacancy } from "../vacancies/vacancies.store";
import { nextRunOf, planOf, countRemovedOn, type MonthOfPlan, type Plan } from "./plan";
import { periodsOf } from "./retention.rules";
import { countRuns, listRuns, type RunOfCustomer } from "./retention.store";

declareBounds({ pages: { "RETGetRuns.skipEq": firstRow, "RETGetRuns.limitEq": pageSize } });

/** Maximum number of vacancies in a plan. */
const maxVacancies = 50;

const RunType = builder.objectRef<RunOfCustomer>("RETRun").implement({
  description: "A retention run of the region, with its effect on the customer.",
  fields: (t) => ({
    _id: t.exposeID("id"),
    day: t.field({
      type: "DateTime",
      description: "The UTC day of the run.",
      resolve: ({ day }) => day * dayMs,
    }),
    startedAt: t.expose("startedAt", { type: "DateTime" }),
    endedAt: t.expose("endedAt", {
      type: "DateTime",
      nullable: true,
      description: "Null while the run is in progress.",
    }),
    candidates: t.exposeInt("candidates"),
    reports: t.exposeInt("reports"),
    keptCandidates: t.exposeInt("keptCandidates", {
      description: "The number of candidates kept by a hold.",
    }),
    keptReports: t.exposeInt("keptReports"),
    failed: t.exposeInt("failed", {
      description: "The number of removals that failed. The server log has the reasons.",
    }),
  }),
});

const RunPage = pageType("RETRunPage", RunType);

const Month = rowType<MonthOfPlan>()("RETPlanMonth", {
  month: "DateTime",
  candidates: "Int",
  reports: "Int",
});

const Counts = rowType<{ candidates: number; reports: number }>()("RETCounts", {
  candidates: "Int",
  reports: "Int",
});

const VacancyOfPlan = builder
  .objectRef<{ vacancyId: string; candidates: number }>("RETPlanVacancy")
  .implement({
    fields: (t) => ({
      _id: t.exposeID("vacancyId"),
      title: t.string({
        resolve: async ({ vacancyId }, _args, { db }) => (await findVacancy(db, vacancyId))?.title ?? "",
      }),
      candidates: t.exposeInt("candidates"),
    }),
  });

interface PlanShape extends Plan {
  readonly lastRun: RunOfCustomer | null;
}

const PlanType = builder.objectRef<PlanShape>("RETPlan").implement({
  description: "What the runs of the next twelve months will remove if nothing changes. Months are in UTC.",
  fields: (t) => ({
    nextRunAt: t.expose("nextRunAt", { type: "DateTime", description: "The UTC day of the next run." }),
    months: t.field({ type: [Month], resolve: ({ months }) => [...months] }),
    vacancies: t.field({
      type: [VacancyOfPlan],
      description: "The candidates' vacancies, those with the most candidates first, at most 50.",
      resolve: ({ vacancies }) => vacancies.slice(0, maxVacancies),
    }),
    vacancyCount: t.int({ resolve: ({ vacancies }) => vacancies.length }),
    due: t.expose("due", { type: Counts, description: "What the next run will remove." }),
    kept: t.expose("kept", { type: Counts, description: "What would be removed but is kept by a hold." }),
    oldestAt: t.expose("oldestAt", {
      type: "DateTime",
      nullable: true,
      description: "The last activity of the candidate to be removed first.",
    }),
    lastRun: t.expose("lastRun", { type: RunType, nullable: true }),
  }),
});

/** A customer's current periods and the pending change. */
async function storedPeriods({ ctx, customer }: CustomerCall) {
  const setting = await findCustomerSetting(ctx.db, customer.id);
  const current: Periods = setting
    ? {
        candidateMonths: setting.candidatePiiRetentionPeriod,
        videoMonths: setting.videoRetentionPeriod,
      }
    : defaultPeriods;
  return { current, waits: (await findRetentionChange(ctx.db, customer.id)) ?? null };
}

const counting = new Map<string, Promise<unknown>>();

/** Runs one expensive count per customer at a time. Throws if too many calls are queued. */
async function countOneAtATime<Result>(call: CustomerCall, count: () => Promise<Result>): Promise<Result> {
  const { ctx, customer } = call;
  const giveBack = takeSlot("RETENTION_COUNT", call);
  const before = counting.get(customer.id);
  const work = (async () => {
    if (before) {
      // Releases the snapshot while waiting, since it would occupy a connection on a database server.
      ctx.release();
      await before;
      ctx.goOn();
      await ctx.hold();
    }
    return count();
  })();
  const ended = work.then(
    () => undefined,
    () => undefined,
  );
  counting.set(customer.id, ended);
  try {
    return await work;
  } finally {
    giveBack();
    if (counting.get(customer.id) === ended) counting.delete(customer.id);
  }
}

/** Returns the customer's effective and pending periods. */
async function periodsOfCall(call: CustomerCall) {
  const { current, waits } = await storedPeriods(call);
  return { customerId: call.customer.id, ...periodsOf(current, waits) };
}

/** Returns the time and the removals of the customer's next run. */
export const nextRun = async (call: CustomerCall) =>
  nextRunOf(call.ctx.db, await periodsOfCall(call), call.ctx.now, call.ctx.goOn);

query("RETGetPlan", {
  description: "What retention will remove, and what its last run removed.",
  type: PlanType,
  args: scopeArgs,
  access: onRootDepartment(settingsCodes.read),
  resolve: (_args, call) =>
    countOneAtATime(call, async () => {
      const { db, now, goOn } = call.ctx;
      const plan = await planOf(db, await periodsOfCall(call), now, goOn);
      const [lastRun] = await listRuns(db, call.customer.id, 1, 0);
      return { ...plan, lastRun: lastRun ?? null };
    }),
});

const months = z.number().int().min(1).max(9999);

interface PreviewShape {
  readonly candidates: number;
  readonly reports: number;
  readonly from: number | null;
  readonly keptSince: number | null;
}

const Preview = rowType<PreviewShape>()("RETPreview", {
  candidates: "Int",
  reports: "Int",
  from: "DateTime?",
  keptSince: "DateTime?",
});

query("RETPreviewChange", {
  type: Preview,
  description:
    "What the first run under these periods would remove if they were saved now. `from` is the UTC day of that run, null if no period becomes shorter. Videos removed together with their candidate are included. `keptSince` is the start of a hold on the whole customer, null if there is none.",
  args: {
    ...scopeArgs,
    ...argsOf({ candidateMonths: "Int", videoMonths: "Int" }),
  },
  access: onRootDepartment(settingsCodes.read),
  validate: z.object({ candidateMonths: months, videoMonths: months }),
  resolve: ({ candidateMonths, videoMonths }, call) =>
    countOneAtATime(call, async () => {
      const { db, now, goOn } = call.ctx;
      const { current, waits } = await storedPeriods(call);
      const { now: atOnce, waiting, isNew } = outcomeOf(current, waits, { candidateMonths, videoMonths });
      if (waiting === null) return { candidates: 0, reports: 0, from: null, keptSince: null };
      const takesEffectAt = waits && !isNew ? waits.takesEffectAt : effectOf(now);
      const periods = { customerId: call.customer.id, ...periodsOf(atOnce, { ...waiting, takesEffectAt }) };
      const removed = await countRemovedOn(db, periods, takesEffectAt, { now, goOn });
      const [hold] = await holdsOfCustomer(db, call.customer.id);
      return { ...removed, from: takesEffectAt, keptSince: hold?.placedAt ?? null };
    }),
});

query("RETGetRuns", {
  type: RunPage,
  description: "The retention runs, newest first, kept for 400 days.",
  args: {
    ...scopeArgs,
    ...argsOf({ skipEq: "Int", limitEq: "Int" }),
  },
  access: onRootDepartment(settingsCodes.read),
  resolve: async ({ skipEq, limitEq }, { ctx, customer }) => {
    const page = pageOf(await countRuns(ctx.db), skipEq, limitEq);
    return { data: await listRuns(ctx.db, customer.id, limitEq, page.offset), pagination: page };
  },
});

// ---- rows under a hold ----

interface KeptShape {
  readonly since: number | null;
  readonly holds: readonly Hold[] | null;
}

const Kept = builder.objectRef<KeptShape>("RETKept").implement({
  fields: (t) => ({
    since: t.expose("since", {
      type: "DateTime",
      nullable: true,
      description: "When a hold on it was placed. Null if there is no hold.",
    }),
    holds: t.field({
      type: [HoldType],
      nullable: true,
      description: "Null if the caller may not see holds.",
      resolve: ({ holds }) => (holds === null ? null : [...holds]),
    }),
  }),
});

/**
 * Returns the visible part of holds: all callers see since when, only callers who may see holds see the
 * holds.
 */
const visibleHolds = async (call: CustomerCall, holds: readonly Hold[]): Promise<KeptShape> => ({
  since: holds[0]?.placedAt ?? null,
  holds: (await holdsOn(call, "org:viewHold", call.customer.rootHierarchyId)) ? holds : null,
});

const idArg = (description: string) => builder.args((t) => ({ _id: t.id({ required: true, description }) }));

query("RETGetCandidateHolds", {
  description: "The holds on a candidate's data.",
  type: Kept,
  args: { ...idArg("The id of the application."), ...scopeArgs },
  access: inAnyDepartment("apps:listApplication"),
  resolve: async ({ _id }, call) => {
    const { candidateId } = await requireApplication(call, _id, ["apps:listApplication"]);
    return visibleHolds(call, await holdsOfCandidate(call.ctx.db, candidateId));
  },
});

query("RETGetVacancyHolds", {
  description: "The holds on a vacancy's data.",
  type: Kept,
  args: { ...idArg("The id of the vacancy."), ...scopeArgs },
  access: inAnyDepartment("apps:viewVacancy"),
  resolve: async ({ _id }, call) => {
    const { db } = call.ctx;
    const { id } = await requireOn(call, await findVacancy(db, _id), "apps:viewVacancy", "apps:listVacancy");
    return visibleHolds(call, await holdsOfVacancy(db, call.customer.id, id));
  },
});
