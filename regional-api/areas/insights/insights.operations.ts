/** The Discover Insights figures (DI); docs/insights.md defines each of them. */
import {
  dailyPeriod,
  ageLimit,
  dateOf,
  dayOf,
  periodOf,
  ratio,
  scoreBuckets,
  type Period,
} from "./insights.rules";
import type { Reader } from "../../store/engine";
import {
  applicationsByDay,
  consentedSums,
  declinesByReason,
  median,
  scoreCounts,
  submittedSums,
  type InsightSubject,
} from "./insights.store";
import type { SubmittedFact } from "../../store/schema/insight-facts";
import { declineSettingOf, reasonsOf } from "../decline-reasons/decline-reasons.store";
import type { CustomerCall } from "../../core/access";
import { builder, rowType } from "../../core/builder";
import { query } from "../../core/operation";
import { atMost, declareBounds } from "../../core/bounds";
import {
  access,
  type AssessmentArgs,
  assessmentsOf,
  checkThreshold,
  cohortFields,
  cohortsBound,
  type FieldsOf,
  figureBounds,
  nothing,
  placeFields,
  productBound,
  productFields,
  subjectOf,
} from "./insight-subject";

declareBounds({
  lists: {
    ...figureBounds("DatalakeAssessmentFilter", productBound, cohortsBound),
    ...figureBounds("DatalakeChatAssessmentFilter", cohortsBound),
    ...figureBounds("DatalakeDropoutFilter", productBound, cohortsBound),
    ...figureBounds("DatalakeLeakageFilter", productBound, cohortsBound),
    ...figureBounds("DatalakeStartedFilter", productBound, cohortsBound),
    ...figureBounds("DatalakeDeclineFilter", cohortsBound),
    ...figureBounds("DatalakeApplicationFilter", ["externalVacancyIds", atMost(1_000, "vacancies")]),
  },
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

const submittedPeriod = (filter: { submittedAtFrom?: number | null; submittedAtTo?: number | null }) =>
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
      measure(call.ctx.db, await assessmentsOf(call, filter), submittedPeriod(filter)),
  });
}

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

const sumsOf = async <Name extends SubmittedFact>(
  call: CustomerCall,
  filter: AssessmentArgs & Parameters<typeof submittedPeriod>[0],
  names: readonly Name[],
) => submittedSums(call.ctx.db, await assessmentsOf(call, filter), submittedPeriod(filter), names);

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
    const sums = await sumsOf(call, filter, names);
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
    const sums = await sumsOf(call, filter, names);
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
    const counts = await scoreCounts(call.ctx.db, await assessmentsOf(call, filter), submittedPeriod(filter));
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
    const { rated, submitted } = await sumsOf(call, filter, ["rated", "submitted"]);
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
