/** Today: tasks for the caller, and the state of their vacancies, in one response (HOME). */
import type { CustomerCall } from "../../core/access";
import { choice, declareBounds } from "../../core/bounds";
import { builder } from "../../core/builder";
import {
  departmentCheck,
  departmentsFor,
  inAnyDepartment,
  mayOpenRows,
  scopeArgs,
} from "../../core/department-access";
import { TellableError } from "../../core/errors";
import { query } from "../../core/operation";
import { lastSignInsOf } from "../../core/record-entries.store";
import { sessionOf } from "../../core/sessions.store";
import { filterSequentially } from "../../store/sequential";
import { AssessmentStatus } from "../applications/application-types";
import { checkEventRange } from "../event-logs/event-logs.rules";
import { listVacancies, stagesOf } from "../vacancies/vacancies.store";
import { parseWorkflowCopy } from "../workflows/workflow-stages";
import { lineKinds, linesOfKind, type Line, type LineKind, type Moments } from "./today-lines";
import {
  activeVacancies,
  countArrivals,
  completedSince,
  daysSince,
  recentVacancyIds,
  type VacancyOfToday,
} from "./today.store";

declareBounds({ lists: { "HomeGetToday.kinds": choice } });

const dayMs = 24 * 3_600_000;
/** Limits: cards shown, own vacancies considered for them, days per chart. */
const todayLimits = { cards: 12, own: 100, days: 30 };

const firstDay = (now: number) => Math.floor(now / dayMs) - todayLimits.days + 1;

const Kind = builder.enumType("HomeLineKind", { values: lineKinds });

const LineType = builder.objectRef<Line & { kind: LineKind }>("HomeLine").implement({
  description:
    "A count of items that need the caller's attention, using the filter of the list that shows them.",
  fields: (t) => ({
    kind: t.expose("kind", { type: Kind }),
    count: t.exposeInt("count"),
    isExact: t.boolean({
      description: "False if counting stopped at a limit: `count` and `reports` are then minimums.",
      resolve: ({ isExact = true }) => isExact,
    }),
    reports: t.int({
      nullable: true,
      description: "Next retention run only: the number of reports it removes.",
      resolve: ({ reports }) => reports ?? null,
    }),
    days: t.int({
      nullable: true,
      description: "SMS credits only: the number of days they will last.",
      resolve: ({ days }) => days ?? null,
    }),
    at: t.field({
      type: "DateTime",
      nullable: true,
      description: "When a bulk action stopped, undo expires, a run is due or a change takes effect.",
      resolve: ({ at }) => at ?? null,
    }),
    startedAt: t.field({
      type: "DateTime",
      nullable: true,
      description: "Bulk actions only: when the job was started.",
      resolve: ({ startedAt }) => startedAt ?? null,
    }),
    id: t.id({
      nullable: true,
      description: "The id of the bulk action or upload.",
      resolve: ({ id }) => id ?? null,
    }),
    text: t.string({
      nullable: true,
      description: "A file name, an ATS name, an email address or the single sign-on certificates.",
      resolve: ({ text }) => text ?? null,
    }),
  }),
});

type StageShape = {
  id: string;
  name: string;
  counts: { progress: typeof AssessmentStatus.$inferType | null; count: number }[];
};

const StageCountType = builder.objectRef<StageShape["counts"][number]>("HomeStageCount").implement({
  fields: (t) => ({
    progress: t.expose("progress", {
      type: AssessmentStatus,
      nullable: true,
      description: "Null if the application has no assessment at the stage.",
    }),
    count: t.exposeInt("count"),
  }),
});

const StageType = builder.objectRef<StageShape>("HomeStage").implement({
  fields: (t) => ({
    _id: t.exposeID("id"),
    name: t.exposeString("name"),
    counts: t.expose("counts", { type: [StageCountType] }),
  }),
});

type CardShape = Pick<VacancyOfToday, "id" | "title" | "locationAddress" | "applicationCount"> & {
  canView: boolean;
  came: number;
  completed: number;
  stages: StageShape[];
  days: number[];
};

const CardType = builder.objectRef<CardShape>("HomeVacancy").implement({
  fields: (t) => ({
    _id: t.exposeID("id"),
    title: t.exposeString("title"),
    locationAddress: t.exposeString("locationAddress", { nullable: true }),
    applicationCount: t.exposeInt("applicationCount"),
    canView: t.exposeBoolean("canView"),
    came: t.exposeInt("came", { description: "Applications since the caller's last visit." }),
    completed: t.exposeInt("completed", {
      description: "Candidates who have completed their stage's assessment since the caller's last visit.",
    }),
    stages: t.expose("stages", { type: [StageType] }),
    days: t.exposeIntList("days", {
      description: "Applications per day for the last 30 days (UTC), oldest first.",
    }),
  }),
});

interface TodayShape {
  readonly since: number;
  readonly hasSignedInBefore: boolean;
  readonly lines: (Line & { kind: LineKind })[];
  readonly failed: LineKind[];
  readonly vacancies: CardShape[] | null;
  readonly isOwn: boolean;
}

const Today = builder.objectRef<TodayShape>("HomeToday").implement({
  fields: (t) => ({
    since: t.expose("since", {
      type: "DateTime",
      description: "The time of the caller's previous sign-in, or one day ago if there is none.",
    }),
    hasSignedInBefore: t.exposeBoolean("hasSignedInBefore"),
    lines: t.expose("lines", { type: [LineType] }),
    failed: t.expose("failed", { type: [Kind], description: "The kinds that could not be counted." }),
    vacancies: t.expose("vacancies", {
      type: [CardType],
      nullable: true,
      description: "Null if not requested, or if they could not be read.",
    }),
    isOwn: t.exposeBoolean("isOwn", {
      description: "Whether the vacancies are those with the caller among their people.",
    }),
  }),
});

/** Maximum time in ms between the creation of a session and the audit entry of its sign-in. */
const ownWithin = 5_000;

/** Returns the time of the sign-in before the caller's current session, to the second. */
async function lastVisit({ ctx, caller }: CustomerCall) {
  const session = await sessionOf(ctx.db, caller.user.id, caller.sessionId);
  const began = session?.createdAt ?? ctx.now;
  const signIns = await lastSignInsOf(ctx.readerOf(caller.homeRegion), caller.user.id, 10);
  // The first entry belongs to the current session.
  const [, before] = signIns.filter(({ at }) => at <= began + ownWithin);
  const at = before?.at ?? ctx.now - dayMs;
  return { since: Math.floor(at / 1000) * 1000, hasSignedInBefore: before !== undefined };
}

/** Returns the result, or null on failure, so that the other parts are still shown. */
async function nullOnFailure<Result>(
  { ctx }: CustomerCall,
  part: string,
  load: () => Promise<Result>,
): Promise<Result | null> {
  try {
    return await load();
  } catch (error) {
    if (error instanceof TellableError) throw error;
    ctx.goOn();
    ctx.logFailure(error, part);
    // After an error, a PostgreSQL snapshot is unusable.
    ctx.release();
    await ctx.hold();
    return null;
  }
}

/**
 * Returns the vacancies that name the caller; if there are none, those with the latest applications, filled
 * up with the newest.
 */
async function vacanciesOf(call: CustomerCall): Promise<{ rows: VacancyOfToday[]; isOwn: boolean }> {
  const { ctx, caller, customer } = call;
  const hierarchyIds = await departmentsFor(call, "apps:listVacancy");
  if (hierarchyIds.length === 0) return { rows: [], isOwn: false };
  const listed = {
    customerId: customer.id,
    hierarchyIds,
    isArchived: false,
    sort: "createdAt",
    order: "desc",
  } as const;
  const { email } = caller.user;
  const own = await listVacancies(ctx.db, { ...listed, managerText: email }, todayLimits.own, 0);
  if (own.length > 0) {
    const ids = own.map(({ id }) => id);
    const lastDays = new Map<string, number>();
    for (const { scopeId, day } of await daysSince(ctx.db, ids, firstDay(ctx.now)))
      lastDays.set(scopeId, Math.max(day, lastDays.get(scopeId) ?? 0));
    // A stable sort keeps vacancies without recent applications in order, newest first.
    const active = ids.sort((a, b) => (lastDays.get(b) ?? 0) - (lastDays.get(a) ?? 0));
    return { rows: await activeVacancies(ctx.db, active.slice(0, todayLimits.cards)), isOwn: true };
  }
  const recent = await activeVacancies(ctx.db, await recentVacancyIds(ctx.db, customer.id, hierarchyIds));
  if (recent.length >= todayLimits.cards) return { rows: recent.slice(0, todayLimits.cards), isOwn: false };
  const newest = await listVacancies(ctx.db, listed, todayLimits.cards, 0);
  const others = newest.filter(({ id }) => !recent.some((one) => one.id === id)).map(({ id }) => id);
  const rows = [...recent, ...(await activeVacancies(ctx.db, others))];
  return { rows: rows.slice(0, todayLimits.cards), isOwn: false };
}

async function cardsOf(call: CustomerCall, since: number) {
  const { ctx, customer } = call;
  const { db, now } = ctx;
  const { rows, isOwn } = await vacanciesOf(call);
  const mayCount = departmentCheck(call, ["apps:listApplication"]);
  const ids = (await filterSequentially(rows, ({ hierarchyId }) => mayCount(hierarchyId))).map(
    ({ id }) => id,
  );
  const first = firstDay(now);
  const parameters = { customerId: customer.id, since, ids };
  const [counts, came, completed, days] = [
    await stagesOf(db, ids),
    await countArrivals(db, parameters),
    await completedSince(db, parameters),
    await daysSince(db, ids, first),
  ];
  const mayOpen = await mayOpenRows(call, "apps:viewVacancy");
  const cards = rows.map((row): CardShape => {
    const own = counts.filter(({ vacancyId }) => vacancyId === row.id);
    return {
      ...row,
      canView: mayOpen(row),
      came: came.get(row.id) ?? 0,
      completed: completed.get(row.id) ?? 0,
      stages: parseWorkflowCopy(row.workflow).stages.map(({ _id, name }) => ({
        id: _id,
        name,
        counts: sumsOf(own.filter(({ stageId }) => stageId === _id)),
      })),
      days: Array.from(
        { length: todayLimits.days },
        (_, index) =>
          days.find(({ scopeId, day }) => scopeId === row.id && day === first + index)?.count ?? 0,
      ),
    };
  });
  return { cards, isOwn };
}

function sumsOf(
  counts: readonly { assessmentStatus: StageShape["counts"][number]["progress"] | ""; count: number }[],
) {
  const sums = new Map<StageShape["counts"][number]["progress"], number>();
  for (const { assessmentStatus, count } of counts)
    sums.set(assessmentStatus || null, (sums.get(assessmentStatus || null) ?? 0) + count);
  return [...sums].map(([progress, count]) => ({ progress, count }));
}

query("HomeGetToday", {
  description:
    "Items that need the caller's attention, within their permissions, and the state of their vacancies.",
  type: Today,
  args: {
    ...scopeArgs,
    ...builder.args((t) => ({
      kinds: t.field({ type: [Kind], required: true, description: "The kinds of lines to count." }),
      hasVacancies: t.boolean({ required: true }),
      bouncedFrom: t.field({ type: "DateTime", required: true }),
      withoutApplicantsBefore: t.field({ type: "DateTime", required: true }),
      failedFrom: t.field({ type: "DateTime", required: true }),
    })),
  },
  access: inAnyDepartment("edge:access"),
  resolve: async ({ kinds, hasVacancies, ...moments }, call) => {
    checkEventRange({ gte: moments.bouncedFrom, lte: call.ctx.now }, "email", call.ctx.now);
    const visit = await lastVisit(call);
    const requestMoments: Moments = { ...moments, since: visit.since };
    const lines: TodayShape["lines"] = [];
    const failed: LineKind[] = [];
    for (const kind of lineKinds.filter((one) => kinds.includes(one))) {
      const found = await nullOnFailure(call, kind, () => linesOfKind(call, kind, requestMoments));
      if (found) lines.push(...found.map((line) => ({ ...line, kind })));
      else failed.push(kind);
    }
    const found = hasVacancies
      ? await nullOnFailure(call, "VACANCIES", () => cardsOf(call, visit.since))
      : null;
    return { ...visit, lines, failed, vacancies: found?.cards ?? null, isOwn: found?.isOwn ?? false };
  },
});
