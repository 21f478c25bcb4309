/** The Discover Insights figures (DI); docs/insights.md defines each of them. */
import { forbidden, invalid, notFound } from "../../core/errors";
import {
  ageLimit,
  dailyPeriod,
  dateOf,
  dayOf,
  figureNames,
  figuresOf,
  periodOf,
  ratio,
  scoreBuckets,
  trendOf,
  type FigureName,
  type Period,
} from "./insights.rules";
import type { Reader } from "../../store/engine";
import { hierarchiesOf } from "../../core/departments.store";
import {
  applicationsByDay,
  consentedSums,
  declinesByReason,
  median,
  scoreCounts,
  submittedSums,
  trendPoints,
  trendSums,
  type InsightSubject,
} from "./insights.store";
import type { Product } from "../../store/tables/hiring";
import { declineSettingOf, reasonsOf } from "../decline-reasons/decline-reasons.store";
import { findVacanciesByExternalIds } from "../vacancies/vacancies.store";
import { rootOf, type CustomerCall } from "../../core/access";
import { builder, rowType } from "../../core/builder";
import { query } from "../../core/operation";
import { atMost, choice, declareBounds, maxItems, type Bound, type Bounds } from "../../core/bounds";

/** Bounds of a figure's filter; each figure has its own filter type. */
const figureBounds = (filter: string, ...more: readonly (readonly [field: string, Bound])[]): Bounds =>
  Object.fromEntries(
    [
      ["customerIds", maxItems(1, "Request the figures of one customer only")] as const,
      ["organizationIds", maxItems(1, "Request the figures of one customer only")] as const,
      ["hierarchyIds", atMost(1_000, "departments")] as const,
      ...more,
    ].map(([field, bound]) => [`${filter}.${field}`, bound]),
  );
const product = ["product", choice] as const;
const cohorts = ["externalCohortIds", atMost(1_000, "vacancies")] as const;

declareBounds({
  lists: {
    ...figureBounds("DatalakeAssessmentFilter", product, cohorts),
    ...figureBounds("DatalakeChatAssessmentFilter", cohorts),
    ...figureBounds("DatalakeDropoutFilter", product, cohorts),
    ...figureBounds("DatalakeLeakageFilter", product, cohorts),
    ...figureBounds("DatalakeStartedFilter", product, cohorts),
    ...figureBounds("DatalakeTrendFilter", product, cohorts),
    ...figureBounds("DatalakeDeclineFilter", cohorts),
    ...figureBounds("DatalakeApplicationFilter", ["externalVacancyIds", atMost(1_000, "vacancies")]),
  },
});

const code = "fi:viewAllInsights";

// ---- filters ----

const ProductType = builder.enumType("DatalakeProduct", { values: ["FI", "SI"] as const });

type FieldsOf = Parameters<Parameters<typeof builder.inputType>[1]["fields"]>[0];

const placeFields = (t: FieldsOf) => ({
  organizationIds: t.idList({ required: true, description: "The customer's organisation." }),
  customerIds: t.idList({ required: true, description: "One customer." }),
  hierarchyIds: t.idList({
    description:
      "These departments and their descendants. If empty, all departments on which the caller has the permission.",
  }),
});
const cohortFields = (t: FieldsOf) => ({
  externalCohortIds: t.stringList({ description: "External ids of vacancies. All vacancies if empty." }),
});
const productFields = (t: FieldsOf) => ({
  product: t.field({ type: [ProductType], description: "Only chat interviews (FI) by default." }),
});
const submittedFields = (t: FieldsOf) => ({
  submittedAtFrom: t.field({ type: "DateTime" }),
  submittedAtTo: t.field({ type: "DateTime", description: "Inclusive." }),
});
const consentedFields = (t: FieldsOf) => ({
  consentedAtFrom: t.field({ type: "DateTime" }),
  consentedAtTo: t.field({ type: "DateTime", description: "Inclusive." }),
});

const AssessmentFilter = builder.inputType("DatalakeAssessmentFilter", {
  fields: (t) => ({ ...placeFields(t), ...productFields(t), ...cohortFields(t), ...submittedFields(t) }),
});
const ChatFilter = builder.inputType("DatalakeChatAssessmentFilter", {
  fields: (t) => ({ ...placeFields(t), ...cohortFields(t), ...submittedFields(t) }),
});
const DropoutFilter = builder.inputType("DatalakeDropoutFilter", {
  fields: (t) => ({
    ...placeFields(t),
    ...productFields(t),
    ...cohortFields(t),
    dropoutDayThreshold: t.int({
      required: true,
      description: "Only cases older than this many days are counted.",
    }),
    ...consentedFields(t),
  }),
});
const LeakageFilter = builder.inputType("DatalakeLeakageFilter", {
  fields: (t) => ({
    ...placeFields(t),
    ...productFields(t),
    ...cohortFields(t),
    leakageDayThreshold: t.int({
      required: true,
      description: "Only cases older than this many days are counted.",
    }),
    ...consentedFields(t),
  }),
});
const StartedFilter = builder.inputType("DatalakeStartedFilter", {
  fields: (t) => ({ ...placeFields(t), ...productFields(t), ...cohortFields(t), ...consentedFields(t) }),
});
const TrendFilter = builder.inputType("DatalakeTrendFilter", {
  fields: (t) => ({
    ...placeFields(t),
    ...productFields(t),
    ...cohortFields(t),
    lostDayThreshold: t.int({
      required: true,
      description: "An interview that was not submitted counts as lost after this many days.",
    }),
    from: t.field({ type: "DateTime", description: "Defaults to 30 days before the end." }),
    to: t.field({ type: "DateTime", description: "Inclusive. By default the end of today (UTC)." }),
  }),
});
const DeclineFilter = builder.inputType("DatalakeDeclineFilter", {
  fields: (t) => ({
    ...placeFields(t),
    ...cohortFields(t),
    declinedAtFrom: t.field({ type: "DateTime" }),
    declinedAtTo: t.field({ type: "DateTime", description: "Inclusive." }),
  }),
});
const ApplicationFilter = builder.inputType("DatalakeApplicationFilter", {
  fields: (t) => ({
    ...placeFields(t),
    externalVacancyIds: t.stringList({ description: "All vacancies if empty." }),
    createdAtFrom: t.field({ type: "DateTime", description: "Defaults to one month before the end." }),
    createdAtTo: t.field({ type: "DateTime", description: "Inclusive. By default the end of today (UTC)." }),
  }),
});

interface Places {
  organizationIds: string[];
  customerIds: string[];
  hierarchyIds?: string[] | null;
}

interface AssessmentArgs extends Places {
  product?: Product[] | null;
  externalCohortIds?: string[] | null;
}

/** Access: requires the code somewhere at the customer, and at or below each requested department (DI-36). */
const access = {
  code,
  scope: ({ filter }: { filter: Places }) => {
    const [organizationId, ...otherOrganizations] = filter.organizationIds;
    const [customerId, ...others] = filter.customerIds;
    if (
      customerId === undefined ||
      organizationId === undefined ||
      others.length + otherOrganizations.length > 0
    )
      throw invalid("Request the figures of one customer only");
    return { customerId, organizationId };
  },
  anyDepartment: true,
} as const;

/**
 * Returns the ids of the departments to count: the requested ones and their descendants, as far as the caller holds the
 * code. Archived departments count with their ancestors, so that archiving changes no past figure. Null means all.
 */
async function departmentsOf(call: CustomerCall, asked: readonly string[]): Promise<string[] | null> {
  const { ctx, caller, customer } = call;
  const nodes = await hierarchiesOf(ctx.db, customer.id);
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const pathOf = (id: string | null): string[] => {
    const node = id === null ? undefined : byId.get(id);
    return node ? [...pathOf(node.parentId), node.id] : [];
  };
  const holds = (hierarchyPath: readonly string[]) =>
    caller.grants.allows(code, { ...rootOf(customer), hierarchyPath });
  // Departments at or below which the caller holds the code; computed once, since up to 1,000 may be requested.
  const seen = new Set(
    nodes.flatMap(({ id, archivedAt }) => {
      const path = archivedAt === null ? pathOf(id) : [];
      return path.length > 0 && holds(path) ? path : [];
    }),
  );
  for (const id of asked) {
    if (byId.get(id)?.archivedAt !== null) throw notFound();
    if (!seen.has(id)) throw forbidden();
  }
  const wanted = new Set(asked);
  const counted = nodes.filter(({ id }) => {
    const path = pathOf(id);
    return (wanted.size === 0 || path.some((one) => wanted.has(one))) && holds(path);
  });
  return counted.length === nodes.length ? null : counted.map(({ id }) => id);
}

/** Ids of the customer's vacancies with these external ids, within the counted departments; null if none given. */
async function vacanciesOf(
  { ctx, customer }: CustomerCall,
  externalIds: readonly string[],
  departments: readonly string[] | null,
): Promise<string[] | null> {
  if (externalIds.length === 0) return null;
  const counted = departments && new Set(departments);
  const vacancies = await findVacanciesByExternalIds(ctx.db, customer.id, externalIds);
  return vacancies.filter(({ hierarchyId }) => counted?.has(hierarchyId) ?? true).map(({ id }) => id);
}

/** Resolves a filter to the assessments or applications to count. */
async function subjectOf(
  call: CustomerCall,
  { hierarchyIds }: Places,
  externalIds: readonly string[] | null | undefined,
  products: readonly Product[] | null | undefined,
): Promise<InsightSubject> {
  const departments = await departmentsOf(call, hierarchyIds ?? []);
  return {
    customerId: call.customer.id,
    // DI-38
    products: products?.length ? [...new Set(products)] : ["FI"],
    departments,
    vacancyIds: await vacanciesOf(call, externalIds ?? [], departments),
  };
}

const assessmentsOf = (call: CustomerCall, filter: AssessmentArgs) =>
  subjectOf(call, filter, filter.externalCohortIds, filter.product);

const submittedIn = (filter: { submittedAtFrom?: number | null; submittedAtTo?: number | null }) =>
  periodOf(filter.submittedAtFrom, filter.submittedAtTo);

// ---- single figures ----

/** Declares a query that returns one figure about submitted interviews. */
function figure(
  name: string,
  description: string,
  measure: (db: Reader, subject: InsightSubject, period: Period) => Promise<number | null>,
): void {
  query(name, {
    description,
    type: "Float",
    nullable: true,
    args: builder.args((t) => ({ filter: t.field({ type: AssessmentFilter, required: true }) })),
    access,
    resolve: async ({ filter }, call) =>
      measure(call.ctx.db, await assessmentsOf(call, filter), submittedIn(filter)),
  });
}

const nothing = "Null if there is nothing to count.";

figure(
  "DatalakeCountCompletedAssessments",
  "The number of submitted interviews.",
  async (db, subject, period) => (await submittedSums(db, subject, period, ["submitted"])).submitted,
);

figure(
  "DatalakeAssessmentCompletionRatio",
  `Submitted interviews (by time of submission) divided by started ones (by time of consent). Can exceed 1 within a period. ${nothing}`,
  async (db, subject, period) =>
    ratio(
      (await submittedSums(db, subject, period, ["submitted"])).submitted,
      (await consentedSums(db, subject, period, ["consented"])).consented,
    ),
);

for (const [name, flag] of [
  ["Plagiarism", "plagiarism"],
  ["Profanity", "profanity"],
  ["Garbage", "garbage"],
] as const)
  figure(
    `DatalakeAssessment${name}Ratio`,
    `The share, 0 to 1, of submitted interviews that were flagged. ${nothing}`,
    async (db, subject, period) => {
      const sums = await submittedSums(db, subject, period, ["submitted", flag]);
      return ratio(sums[flag], sums.submitted);
    },
  );

figure(
  "DatalakeAvgNPSScore",
  `The mean rating, 0 to 10, that candidates gave when they submitted. ${nothing}`,
  async (db, subject, period) => {
    const { ratings, rated } = await submittedSums(db, subject, period, ["ratings", "rated"]);
    return ratio(ratings, rated);
  },
);

figure(
  "DatalakeMedianScore",
  `The median score, 0 to 100, of submitted interviews. ${nothing}`,
  (db, subject, period) => median(db, subject, period, "recommendationScore"),
);

figure(
  "DatalakeMedianTimeTaken",
  `The median time from consent to submission, in milliseconds. ${nothing}`,
  (db, subject, period) => median(db, subject, period, "durationMs"),
);

query("DatalakeAssessmentDropoutRatio", {
  description: `The share, 0 to 1, of started assessments that were started before the threshold and have answers but were not submitted. ${nothing}`,
  type: "Float",
  nullable: true,
  args: builder.args((t) => ({ filter: t.field({ type: DropoutFilter, required: true }) })),
  access,
  resolve: ({ filter }, call) =>
    staleRatio(call, filter, { name: "dropped", days: filter.dropoutDayThreshold }),
});

query("DatalakeAssessmentLeakageRatio", {
  description: `The share, 0 to 1, of started assessments that were started before the threshold and have no answer. ${nothing}`,
  type: "Float",
  nullable: true,
  args: builder.args((t) => ({ filter: t.field({ type: LeakageFilter, required: true }) })),
  access,
  resolve: ({ filter }, call) =>
    staleRatio(call, filter, { name: "leaked", days: filter.leakageDayThreshold }),
});

query("DatalakeCountStartedAssessments", {
  description: "The number of interviews that candidates consented to.",
  type: "Float",
  args: builder.args((t) => ({ filter: t.field({ type: StartedFilter, required: true }) })),
  access,
  resolve: async ({ filter }, call) => {
    const period = periodOf(filter.consentedAtFrom, filter.consentedAtTo);
    const subject = await assessmentsOf(call, filter);
    return (await consentedSums(call.ctx.db, subject, period, ["consented"])).consented;
  },
});

const checkThreshold = (days: number) => {
  if (days < 0 || days > 3_650) throw invalid("The threshold is 0 to 3650 days");
};

/** Share of the interviews begun in the period that are `name` and more than `days` days old; null if none began. */
async function staleRatio(
  call: CustomerCall,
  filter: AssessmentArgs & { consentedAtFrom?: number | null; consentedAtTo?: number | null },
  { name, days }: { name: "dropped" | "leaked"; days: number },
): Promise<number | null> {
  checkThreshold(days);
  const { db, now } = call.ctx;
  const subject = await assessmentsOf(call, filter);
  const period = periodOf(filter.consentedAtFrom, filter.consentedAtTo);
  const limit = ageLimit(now, days);
  const old = { ...period, to: Math.min(period.to ?? limit, limit) };
  return ratio(
    (await consentedSums(db, subject, old, [name]))[name],
    (await consentedSums(db, subject, period, ["consented"])).consented,
  );
}

// ---- figures with several values ----

interface LabelCount {
  label: string;
  count: number;
}
const LabelCountType = rowType<LabelCount>()("DatalakeLabelCount", { label: "String", count: "Int" });
const LabelCounts = builder.objectRef<{ data: LabelCount[] }>("DatalakeLabelCounts").implement({
  fields: (t) => ({ data: t.expose("data", { type: [LabelCountType] }) }),
});

query("DatalakeDeviceTypeSplit", {
  description: "Submitted interviews by device: Desktop, Mobile, Tablet, Unknown.",
  type: LabelCounts,
  args: builder.args((t) => ({ filter: t.field({ type: AssessmentFilter, required: true }) })),
  access,
  resolve: async ({ filter }, call) => {
    const names = ["desktop", "mobile", "tablet", "unknownDevice"] as const;
    const sums = await submittedSums(
      call.ctx.db,
      await assessmentsOf(call, filter),
      submittedIn(filter),
      names,
    );
    const labels = { desktop: "Desktop", mobile: "Mobile", tablet: "Tablet", unknownDevice: "Unknown" };
    return { data: names.map((name) => ({ label: labels[name], count: sums[name] })) };
  },
});

query("DatalakeRecommendationSplit", {
  description:
    "Submitted chat interviews by recommendation: Yes, Maybe, No. Recommendations without interviews are omitted.",
  type: LabelCounts,
  args: builder.args((t) => ({ filter: t.field({ type: ChatFilter, required: true }) })),
  access,
  resolve: async ({ filter }, call) => {
    const names = ["yes", "maybe", "no"] as const;
    const sums = await submittedSums(
      call.ctx.db,
      await assessmentsOf(call, filter),
      submittedIn(filter),
      names,
    );
    const labels = { yes: "Yes", maybe: "Maybe", no: "No" };
    return { data: names.map((name) => ({ label: labels[name], count: sums[name] })) };
  },
});

query("DatalakeDeclineReasonSplit", {
  description:
    "Candidates declined for each of the customer's reasons, in their order, archived ones only if given. Declines that were undone, or have no reason, are not counted.",
  type: LabelCounts,
  args: builder.args((t) => ({ filter: t.field({ type: DeclineFilter, required: true }) })),
  access,
  resolve: async ({ filter }, call) => {
    const { db } = call.ctx;
    const reasons = reasonsOf(await declineSettingOf(db, call.customer.id));
    const subject = await subjectOf(call, filter, filter.externalCohortIds, []);
    const period = periodOf(filter.declinedAtFrom, filter.declinedAtTo);
    const counts = await declinesByReason(
      db,
      subject,
      period,
      reasons.map(({ id }) => id),
    );
    const data = reasons.map(({ id, name, isArchived }) => ({
      label: name,
      count: counts.get(id) ?? 0,
      isArchived,
    }));
    return { data: data.filter(({ count, isArchived }) => count > 0 || !isArchived) };
  },
});

const ScoreCountType = builder
  .objectRef<{ score: number; count: number }>("DatalakeScoreCount")
  .implement({ fields: (t) => ({ score: t.exposeInt("score"), count: t.exposeInt("count") }) });
const ScoreDistribution = builder
  .objectRef<{ data: { score: number; count: number }[] }>("DatalakeScoreDistribution")
  .implement({ fields: (t) => ({ data: t.expose("data", { type: [ScoreCountType] }) }) });

query("DatalakeScoreDistribution", {
  description:
    "Submitted chat interviews by score. 0, 10, … 90 each count the scores up to the next one; 100 stands alone.",
  type: ScoreDistribution,
  args: builder.args((t) => ({ filter: t.field({ type: ChatFilter, required: true }) })),
  access,
  resolve: async ({ filter }, call) => {
    const counts = await scoreCounts(call.ctx.db, await assessmentsOf(call, filter), submittedIn(filter));
    return { data: scoreBuckets.map((score, index) => ({ score, count: counts[index] ?? 0 })) };
  },
});

interface EngagementShape {
  engagementCount: number;
  completionTotalCount: number;
}
const Engagement = builder.objectRef<EngagementShape>("DatalakeEngagement").implement({
  fields: (t) => ({
    engagementCount: t.exposeInt("engagementCount", {
      description: "Submitted interviews that have a rating.",
    }),
    completionTotalCount: t.exposeInt("completionTotalCount", { description: "Submitted interviews." }),
    engagementRatio: t.float({
      nullable: true,
      description: `0 to 1. ${nothing}`,
      resolve: ({ engagementCount, completionTotalCount }) => ratio(engagementCount, completionTotalCount),
    }),
  }),
});

query("DatalakeEngagementRatio", {
  description: "The number of submitted chat interviews that the candidate rated.",
  type: Engagement,
  args: builder.args((t) => ({ filter: t.field({ type: ChatFilter, required: true }) })),
  access,
  resolve: async ({ filter }, call) => {
    const { rated, submitted } = await submittedSums(
      call.ctx.db,
      await assessmentsOf(call, filter),
      submittedIn(filter),
      ["rated", "submitted"],
    );
    return { engagementCount: rated, completionTotalCount: submitted };
  },
});

const DayCountType = builder.objectRef<{ date: string; count: number }>("DatalakeDayCount").implement({
  fields: (t) => ({
    date: t.exposeString("date", { description: "YYYY-MM-DD, a day in UTC." }),
    count: t.exposeInt("count"),
  }),
});
const DayCounts = builder
  .objectRef<{ data: { date: string; count: number }[] }>("DatalakeDayCounts")
  .implement({ fields: (t) => ({ data: t.expose("data", { type: [DayCountType] }) }) });

query("DatalakeCountApplicationsByDay", {
  description: "All applications by the day they were received. Includes days without applications.",
  type: DayCounts,
  args: builder.args((t) => ({ filter: t.field({ type: ApplicationFilter, required: true }) })),
  access,
  resolve: async ({ filter }, call) => {
    const period = dailyPeriod(filter.createdAtFrom, filter.createdAtTo, call.ctx.now);
    const subject = await subjectOf(call, filter, filter.externalVacancyIds, []);
    const counts = new Map(
      (await applicationsByDay(call.ctx.db, subject, period)).map(({ day, count }) => [day, count]),
    );
    const first = dayOf(period.from);
    const data = Array.from({ length: dayOf(period.to - 1) - first + 1 }, (_, index) => ({
      date: dateOf(first + index),
      count: counts.get(first + index) ?? 0,
    }));
    return { data };
  },
});

// ---- change and line ----

interface FigureTrend {
  figure: FigureName;
  current: number | null;
  previous: number | null;
  values: (number | null)[];
}
interface FigureTrends {
  days: number;
  pointDays: number;
  dates: string[];
  figures: FigureTrend[];
}
const Figure = builder.enumType("DatalakeFigure", { values: figureNames });
const FigureTrendType = builder.objectRef<FigureTrend>("DatalakeFigureTrend").implement({
  description: "In the unit of the figure's own query.",
  fields: (t) => ({
    figure: t.expose("figure", { type: Figure }),
    current: t.exposeFloat("current", { nullable: true, description: nothing }),
    previous: t.exposeFloat("previous", {
      nullable: true,
      description: `The same number of days earlier; of a period that is still running, up to the same point. ${nothing}`,
    }),
    values: t.expose("values", {
      type: ["Float"],
      nullable: { list: false, items: true },
      description:
        "By date. Null where there is nothing to count, or where too few days have passed to count as lost. Medians are estimates.",
    }),
  }),
});
const FigureTrendsType = builder.objectRef<FigureTrends>("DatalakeFigureTrends").implement({
  fields: (t) => ({
    days: t.exposeInt("days", { description: "The number of days in the period." }),
    pointDays: t.exposeInt("pointDays", {
      description: "The number of days each date stands for: 1, or 32 in periods of more than 186 days.",
    }),
    dates: t.exposeStringList("dates", { description: "YYYY-MM-DD, whole days in UTC." }),
    figures: t.expose("figures", { type: [FigureTrendType] }),
  }),
});

query("DatalakeFigureTrends", {
  description: "Every figure in a period, in the one before, and by day. Null if the period has not begun.",
  type: FigureTrendsType,
  nullable: true,
  args: builder.args((t) => ({ filter: t.field({ type: TrendFilter, required: true }) })),
  access,
  resolve: async ({ filter }, call): Promise<FigureTrends | null> => {
    const { db, now } = call.ctx;
    checkThreshold(filter.lostDayThreshold);
    const subject = await assessmentsOf(call, filter);
    const trend = trendOf(filter.from, filter.to, now);
    if (!trend) return null;
    const { shift, points } = trend;
    const limit = ageLimit(now, filter.lostDayThreshold);
    const current = await trendSums(db, subject, trend.current, limit);
    const previous = await trendSums(db, subject, trend.previous, limit - shift);
    const line = await trendPoints(db, subject, points, limit);
    return {
      days: trend.days,
      pointDays: points.span,
      dates: line.map((_, index) => dateOf((points.first + index) * points.span)),
      figures: figureNames.map((figure) => ({
        figure,
        current: figuresOf[figure](current),
        previous: figuresOf[figure](previous),
        values: line.map(figuresOf[figure]),
      })),
    };
  },
});
