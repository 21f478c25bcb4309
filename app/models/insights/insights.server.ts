import { graphql } from "~/services/graphql";
import type { Scope } from "~/services/console-args";
import type { RegionalApi } from "~/services/regional-api.server";
import type { CardName, Figure } from "./cards";
import { type InsightsSearch, isReversed, periodOf } from "./insights-search";

/** An interview that was not submitted counts as lost when it was begun more than so many days ago (DI-19). */
export const lostAfterDays = 5;

const completedDocument = graphql(`
  query CompletedInterviews($filter: DatalakeAssessmentFilter!) {
    value: DatalakeCountCompletedAssessments(filter: $filter)
  }
`);
const completionDocument = graphql(`
  query CompletionRatio($filter: DatalakeAssessmentFilter!) {
    value: DatalakeAssessmentCompletionRatio(filter: $filter)
  }
`);
const dropoutDocument = graphql(`
  query DropoutRatio($filter: DatalakeDropoutFilter!) {
    value: DatalakeAssessmentDropoutRatio(filter: $filter)
  }
`);
const leakageDocument = graphql(`
  query LeakageRatio($filter: DatalakeLeakageFilter!) {
    value: DatalakeAssessmentLeakageRatio(filter: $filter)
  }
`);
const engagementDocument = graphql(`
  query EngagementRate($filter: DatalakeChatAssessmentFilter!) {
    engagement: DatalakeEngagementRatio(filter: $filter) {
      engagementCount
      completionTotalCount
      engagementRatio
    }
  }
`);
const npsDocument = graphql(`
  query AverageNps($filter: DatalakeAssessmentFilter!) {
    value: DatalakeAvgNPSScore(filter: $filter)
  }
`);
const timeDocument = graphql(`
  query MedianTimeTaken($filter: DatalakeAssessmentFilter!) {
    value: DatalakeMedianTimeTaken(filter: $filter)
  }
`);
const scoreDocument = graphql(`
  query MedianScore($filter: DatalakeAssessmentFilter!) {
    value: DatalakeMedianScore(filter: $filter)
  }
`);
const profanityDocument = graphql(`
  query ProfanityRatio($filter: DatalakeAssessmentFilter!) {
    value: DatalakeAssessmentProfanityRatio(filter: $filter)
  }
`);
const plagiarismDocument = graphql(`
  query PlagiarismRatio($filter: DatalakeAssessmentFilter!) {
    value: DatalakeAssessmentPlagiarismRatio(filter: $filter)
  }
`);
const garbageDocument = graphql(`
  query GarbageRatio($filter: DatalakeAssessmentFilter!) {
    value: DatalakeAssessmentGarbageRatio(filter: $filter)
  }
`);
const devicesDocument = graphql(`
  query DeviceTypeSplit($filter: DatalakeAssessmentFilter!) {
    split: DatalakeDeviceTypeSplit(filter: $filter) {
      data {
        label
        count
      }
    }
  }
`);
const scoresDocument = graphql(`
  query ScoreDistribution($filter: DatalakeChatAssessmentFilter!) {
    scores: DatalakeScoreDistribution(filter: $filter) {
      data {
        score
        count
      }
    }
  }
`);
const recommendationsDocument = graphql(`
  query RecommendationSplit($filter: DatalakeChatAssessmentFilter!) {
    split: DatalakeRecommendationSplit(filter: $filter) {
      data {
        label
        count
      }
    }
  }
`);
const daysDocument = graphql(`
  query ApplicationsByDay($filter: DatalakeApplicationFilter!) {
    days: DatalakeCountApplicationsByDay(filter: $filter) {
      data {
        date
        count
      }
    }
  }
`);

const number = async (answer: Promise<{ value: number | null }>): Promise<Figure> => ({
  kind: "number",
  value: (await answer).value,
});

const rows = (data: readonly { label: string; count: number }[]): Figure => ({
  kind: "rows",
  rows: data.map(({ label, count }) => ({ key: label, count })),
});

/** The last month up to the end of today, in UTC: what is counted by day without a range (DI-14, DI-31). */
export function lastMonth(now: Date): { createdAtFrom: string; createdAtTo: string } {
  const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()];
  // The last day of the month before where that has no such day.
  const from = Math.min(Date.UTC(year, month - 1, day), Date.UTC(year, month, 0));
  const to = Date.UTC(year, month, day + 1) - 1;
  return { createdAtFrom: new Date(from).toISOString(), createdAtTo: new Date(to).toISOString() };
}

/**
 * Reads a card's figure for the interviews that the address asks for (DI-13 to DI-19, DI-30, DI-31). Days the wrong way
 * round find nothing. Throws ApiError.
 */
export async function getFigure(
  api: RegionalApi,
  scope: Scope,
  card: CardName,
  search: InsightsSearch,
  now = new Date(),
): Promise<Figure> {
  if (isReversed(search)) return { kind: "number", value: null };
  const places = {
    organizationIds: [scope.organizationId],
    customerIds: [scope.customerId],
    // Without one the API counts every department on which the person may see insights (DI-44).
    ...(search.department !== undefined && { hierarchyIds: [search.department] }),
  };
  const { from, to } = periodOf(search);
  const cohorts = search.vacancy.length > 0 ? { externalCohortIds: search.vacancy } : {};
  const submitted = { ...(from && { submittedAtFrom: from }), ...(to && { submittedAtTo: to }) };
  const consented = { ...(from && { consentedAtFrom: from }), ...(to && { consentedAtTo: to }) };
  const product = { product: ["FI" as const] };
  const chats = { ...places, ...cohorts, ...submitted };
  const filter = { ...chats, ...product };

  switch (card) {
    case "completedCount":
      return number(api.query(completedDocument, { filter }));
    case "completionRatio":
      return number(api.query(completionDocument, { filter }));
    case "dropoutRatio":
      return number(
        api.query(dropoutDocument, {
          filter: { ...places, ...product, ...cohorts, ...consented, dropoutDayThreshold: lostAfterDays },
        }),
      );
    case "leakageRatio":
      return number(
        api.query(leakageDocument, {
          filter: { ...places, ...product, ...cohorts, ...consented, leakageDayThreshold: lostAfterDays },
        }),
      );
    case "engagementRate": {
      const { engagement } = await api.query(engagementDocument, { filter: chats });
      const of = { count: engagement.engagementCount, total: engagement.completionTotalCount };
      return { kind: "number", value: engagement.engagementRatio, of };
    }
    case "averageNps":
      return number(api.query(npsDocument, { filter }));
    case "medianTime": {
      const { value } = await api.query(timeDocument, { filter });
      return { kind: "number", value: value === null ? null : value / 1000 };
    }
    case "medianScore":
      return number(api.query(scoreDocument, { filter }));
    case "profanityRatio":
      return number(api.query(profanityDocument, { filter }));
    case "plagiarismRatio":
      return number(api.query(plagiarismDocument, { filter }));
    case "garbageRatio":
      return number(api.query(garbageDocument, { filter }));
    case "deviceType":
      return rows((await api.query(devicesDocument, { filter })).split.data);
    case "scoreDistribution": {
      const { scores } = await api.query(scoresDocument, { filter: chats });
      return rows(scores.data.map(({ score, count }) => ({ label: String(score), count })));
    }
    case "recommendationSplit":
      return rows((await api.query(recommendationsDocument, { filter: chats })).split.data);
    case "countByDay": {
      const days = {
        ...places,
        ...(search.vacancy.length > 0 && { externalVacancyIds: search.vacancy }),
        ...(from && { createdAtFrom: from }),
        ...(to && { createdAtTo: to }),
        ...(!from && !to && lastMonth(now)),
      };
      const answer = await api.query(daysDocument, { filter: days });
      return rows(answer.days.data.map(({ date, count }) => ({ label: date, count })));
    }
  }
}
