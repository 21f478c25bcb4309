import { queryOf } from "~/services/operation.server";
import { type CardName, cards, type Figure, type Trends } from "./cards";
import { type InsightsSearch, isReversed, periodOf } from "./insights-search";
import type { CustomerApi } from "~/services/customer-api.server";

/** Days after which a started, unsubmitted interview counts as lost (DI-19). */
export const lostAfterDays = 5;

const fetchCompleted = queryOf("DatalakeCountCompletedAssessments", undefined, "CompletedInterviews");
const fetchCompletion = queryOf("DatalakeAssessmentCompletionRatio", undefined, "CompletionRatio");
const fetchDropout = queryOf("DatalakeAssessmentDropoutRatio", undefined, "DropoutRatio");
const fetchLeakage = queryOf("DatalakeAssessmentLeakageRatio", undefined, "LeakageRatio");
const fetchEngagement = queryOf(
  "DatalakeEngagementRatio",
  "engagementCount completionTotalCount engagementRatio",
  "EngagementRate",
);
const fetchNps = queryOf("DatalakeAvgNPSScore", undefined, "AverageNps");
const fetchTime = queryOf("DatalakeMedianTimeTaken", undefined);
const fetchScore = queryOf("DatalakeMedianScore", undefined);
const fetchProfanity = queryOf("DatalakeAssessmentProfanityRatio", undefined, "ProfanityRatio");
const fetchPlagiarism = queryOf("DatalakeAssessmentPlagiarismRatio", undefined, "PlagiarismRatio");
const fetchGarbage = queryOf("DatalakeAssessmentGarbageRatio", undefined, "GarbageRatio");
const labelCountsFields = "data { label count }";
const fetchDevices = queryOf("DatalakeDeviceTypeSplit", labelCountsFields);
const fetchRecommendations = queryOf("DatalakeRecommendationSplit", labelCountsFields);
const fetchReasons = queryOf("DatalakeDeclineReasonSplit", labelCountsFields);
const fetchScores = queryOf("DatalakeScoreDistribution", "data { score count }");
const fetchDays = queryOf("DatalakeCountApplicationsByDay", "data { date count }", "ApplicationsByDay");

const fetchTrends = queryOf(
  "DatalakeFigureTrends",
  "days pointDays dates figures { figure current previous values }",
);
const fetchStarted = queryOf("DatalakeCountStartedAssessments", undefined, "StartedInterviews");

const number = async (value: Promise<number | null>): Promise<Figure> => ({
  kind: "number",
  value: await value,
});

const rows = (data: readonly { label: string; count: number }[]): Figure => ({
  kind: "rows",
  rows: data.map(({ label, count }) => ({ key: label, count })),
});

/** The last month up to the end of today, in UTC: default range of figures by day (DI-14, DI-31). */
export function lastMonth(now: Date): { createdAtFrom: string; createdAtTo: string } {
  const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()];
  // Falls back to the previous month's last day if it has no such day.
  const from = Math.min(Date.UTC(year, month - 1, day), Date.UTC(year, month, 0));
  const to = Date.UTC(year, month, day + 1) - 1;
  return { createdAtFrom: new Date(from).toISOString(), createdAtTo: new Date(to).toISOString() };
}

const product = { product: ["FI" as const] };

const placesOf = ({ ids }: CustomerApi, { department }: InsightsSearch) => ({
  organizationIds: [ids.organizationId],
  customerIds: [ids.customerId],
  // Without a department the API counts all where the user may see insights (DI-36).
  ...(department !== undefined && { hierarchyIds: [department] }),
});
const cohortsOf = ({ vacancy }: InsightsSearch) => (vacancy.length > 0 ? { externalCohortIds: vacancy } : {});

/**
 * Loads a card's figure for the interviews that the address selects (DI-13 to DI-19, DI-30, DI-31). A reversed range
 * matches nothing. Throws ApiError.
 */
export async function getFigure(
  api: CustomerApi,
  card: CardName,
  search: InsightsSearch,
  now = new Date(),
): Promise<Figure> {
  if (isReversed(search)) return { kind: "number", value: null };
  const places = placesOf(api, search);
  const { from, to } = periodOf(search);
  const cohorts = cohortsOf(search);
  const submitted = { ...(from && { submittedAtFrom: from }), ...(to && { submittedAtTo: to }) };
  const consented = { ...(from && { consentedAtFrom: from }), ...(to && { consentedAtTo: to }) };
  const chats = { ...places, ...cohorts, ...submitted };
  const filter = { ...chats, ...product };

  switch (card) {
    case "completedCount":
      return number(fetchCompleted(api, { filter }));
    case "completionRatio":
      return number(fetchCompletion(api, { filter }));
    case "dropoutRatio":
      return number(
        fetchDropout(api, {
          filter: { ...places, ...product, ...cohorts, ...consented, dropoutDayThreshold: lostAfterDays },
        }),
      );
    case "leakageRatio":
      return number(
        fetchLeakage(api, {
          filter: { ...places, ...product, ...cohorts, ...consented, leakageDayThreshold: lostAfterDays },
        }),
      );
    case "engagementRate": {
      const engagement = await fetchEngagement(api, { filter: chats });
      const of = { count: engagement.engagementCount, total: engagement.completionTotalCount };
      return { kind: "number", value: engagement.engagementRatio, of };
    }
    case "averageNps":
      return number(fetchNps(api, { filter }));
    case "medianTime": {
      const value = await fetchTime(api, { filter });
      return { kind: "number", value: value === null ? null : value / 1000 };
    }
    case "medianScore":
      return number(fetchScore(api, { filter }));
    case "profanityRatio":
      return number(fetchProfanity(api, { filter }));
    case "plagiarismRatio":
      return number(fetchPlagiarism(api, { filter }));
    case "garbageRatio":
      return number(fetchGarbage(api, { filter }));
    case "startedCount":
      return number(fetchStarted(api, { filter: { ...places, ...product, ...cohorts, ...consented } }));
    case "deviceType":
      return rows((await fetchDevices(api, { filter })).data);
    case "scoreDistribution": {
      const scores = await fetchScores(api, { filter: chats });
      return rows(scores.data.map(({ score, count }) => ({ label: String(score), count })));
    }
    case "recommendationSplit":
      return rows((await fetchRecommendations(api, { filter: chats })).data);
    case "declineReasons": {
      const declined = { ...(from && { declinedAtFrom: from }), ...(to && { declinedAtTo: to }) };
      return rows((await fetchReasons(api, { filter: { ...places, ...cohorts, ...declined } })).data);
    }
    case "countByDay": {
      const days = {
        ...places,
        ...(search.vacancy.length > 0 && { externalVacancyIds: search.vacancy }),
        ...(from && { createdAtFrom: from }),
        ...(to && { createdAtTo: to }),
        ...(!from && !to && lastMonth(now)),
      };
      const answer = await fetchDays(api, { filter: days });
      return rows(answer.data.map(({ date, count }) => ({ label: date, count })));
    }
  }
}

/**
 * Loads the change and the line of every single figure, in one call (DI-57). Null if nothing can be compared. Throws
 * ApiError.
 */
export async function getTrends(api: CustomerApi, search: InsightsSearch): Promise<Trends | null> {
  if (isReversed(search)) return null;
  const range = periodOf(search);
  const filter = { ...placesOf(api, search), ...product, ...cohortsOf(search), ...range };
  const trends = await fetchTrends(api, { filter: { ...filter, lostDayThreshold: lostAfterDays } });
  if (!trends) return null;
  const { figures, ...others } = trends;
  // In the unit of the cards.
  const inUnit = (card: CardName, value: number | null) =>
    value !== null && cards[card].look === "duration" ? value / 1000 : value;
  const of: Trends["of"] = {};
  for (const { figure, current, previous, values } of figures)
    of[figure] = {
      current: inUnit(figure, current),
      previous: inUnit(figure, previous),
      values: values.map((value) => inUnit(figure, value)),
    };
  return { ...others, isWhole: range.from !== undefined, of };
}
