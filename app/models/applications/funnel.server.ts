import { daysOf } from "~/models/list/days";
import { dayFilter, listSearch, textFilter, zoneFilter, choiceFilter } from "~/models/list/list-search";
import { pageArgs } from "~/models/list/list-state";
import type { PageOf } from "~/models/list/paging";
import { paginationFields } from "~/models/list/pagination.server";
import { fullName } from "~/models/users/full-name";
import { triggerFields } from "~/models/workflows/trigger.server";
import type { CustomerApi } from "~/services/customer-api.server";
import { graphql } from "~/services/graphql";
import { queryOf } from "~/services/operation.server";
import type { ResultOf } from "~/services/regional-api.server";
import { assessmentFields, readResults } from "./application.server";
import { funnelSteps } from "./funnel-steps";

const fetchFunnel = queryOf("AppsGetVacancyFunnel", "stageId name came completed wentOn medianStayDays");

export type FunnelStage = Awaited<ReturnType<typeof fetchFunnel>>[number];

export type FunnelDays = { from?: string | undefined; to?: string | undefined; tz?: string | undefined };

const periodOf = (days: FunnelDays, timeZone: string) => {
  const { start, end } = daysOf(days, timeZone);
  return { ...(start && { from: start }), ...(end && { before: end }) };
};

/** Funnel of a vacancy for candidates who reached its stages in a period (PIPE-12). Throws ApiError. */
export const getFunnel = (api: CustomerApi, vacancyId: string, days: FunnelDays, timeZone: string) =>
  fetchFunnel(api, { vacancyId, ...periodOf(days, timeZone) });

const rowsFields = graphql(
  `
    fragment FunnelRowsFields on AppsFunnelApplicationList @_unmask {
      data {
        application {
          _id
          status
          candidate {
            personalInformation {
              firstName
              lastName
              email
            }
          }
        }
        cameAt
        completedAt
        wentOnAt
      }
      canView
      pagination {
        ...PaginationFields
      }
    }
  `,
  [paginationFields],
);
const fetchRows = queryOf("AppsGetFunnelApplications", rowsFields);

/** Parser for the URL of the candidates behind a funnel number. */
export const funnelSearch = listSearch({
  sorts: ["cameAt"],
  defaultSort: "cameAt",
  defaultOrder: "desc",
  filters: {
    stageId: textFilter(),
    step: choiceFilter(funnelSteps),
    from: dayFilter(),
    to: dayFilter(),
    tz: zoneFilter(),
  },
});

const noRows = { data: [], canView: false, pagination: { totalItems: 0, totalPages: 1, currentPage: 1 } };

/** A page of the candidates behind a funnel number. Throws ApiError. */
export async function getFunnelRows(
  api: CustomerApi,
  vacancyId: string,
  { stageId, step = "CAME", from, to, tz, ...page }: ReturnType<typeof funnelSearch.parse>,
  timeZone: string,
) {
  const days = { from, to, tz };
  // A reversed date range matches nothing.
  if (stageId === undefined || daysOf(days, timeZone).isReversed) return noRows as PageOf<FunnelRow>;
  const { data, canView, pagination } = await fetchRows(api, {
    ...{ vacancyId, stageId, step },
    ...pageArgs(page),
    ...periodOf(days, timeZone),
  });
  const rows = data.map(({ application, ...times }): FunnelRow => ({
    _id: application._id,
    name: fullName(application.candidate.personalInformation),
    email: application.candidate.personalInformation.email,
    status: application.status,
    canView,
    ...times,
  }));
  return { data: rows, pagination };
}

export type FunnelRow = {
  _id: string;
  name: string;
  email: string | null;
  status: ResultOf<typeof rowsFields>["data"][number]["application"]["status"];
  canView: boolean;
  cameAt: string;
  completedAt: string | null;
  wentOnAt: string | null;
};

const contextFields = graphql(
  `
    fragment ScoreContextFields on AppsScoreContext @_unmask {
      score
      steps
      thresholds {
        score
        rule {
          ...TriggerFields
        }
      }
      decisions {
        decisionId
        isWaiting
        rule {
          workflowName
          trigger {
            ...TriggerFields
          }
        }
      }
    }
  `,
  [triggerFields],
);
const fetchContext = queryOf("AppsGetScoreContext", contextFields);

export type ScoreContext = ResultOf<typeof contextFields>;

/** A candidate's score relative to the vacancy's others (PIPE-13). Throws ApiError. */
export const getScoreContext = (api: CustomerApi, applicationId: string): Promise<ScoreContext> =>
  fetchContext(api, { _id: applicationId });

const bestFields = graphql(
  `
    fragment BestFields on AppsApplication @_unmask {
      _id
      candidate {
        personalInformation {
          firstName
          lastName
        }
      }
      assessments {
        ...AssessmentFields
      }
    }
  `,
  [assessmentFields],
);
const fetchTopTen = queryOf("AppsGetBestApplications", bestFields);

/** The vacancy's ten best candidates, with the name as the only personal data (PIPE-14). Throws ApiError. */
export async function getBestCandidates(api: CustomerApi, vacancyId: string) {
  return (await fetchTopTen(api, { vacancyId })).map(({ _id, candidate, assessments }) => {
    const chat = assessments.find(({ product }) => product === "FI");
    const { score, flags } = chat ? readResults(chat) : { score: null, flags: [] };
    return { _id, name: fullName(candidate.personalInformation), score, flags };
  });
}

const fetchStageCounts = queryOf("AppsGetVacancyStageCounts", "counts { stageId progress count }");

/** Application counts by stage and progress. Throws ApiError. */
export const getStageCounts = (api: CustomerApi, vacancyId: string) => fetchStageCounts(api, { vacancyId });

/** Counts per stage of a vacancy, by progress. */
export function pipelineOf(
  stages: readonly { _id: string; name: string }[],
  { counts }: Awaited<ReturnType<typeof fetchStageCounts>>,
) {
  return stages.map((stage) => {
    const own = counts.filter(({ stageId }) => stageId === stage._id);
    const countOf = (...wanted: (typeof own)[number]["progress"][]) =>
      own.reduce((sum, { progress, count }) => sum + (wanted.includes(progress) ? count : 0), 0);
    const progress = {
      // Applications without an assessment count as not started.
      NOT_STARTED: countOf("APPS_ASSESSMENT_ORDER_COMPLETED", null),
      IN_PROGRESS: countOf("APPS_ASSESSMENT_INPROGRESS"),
      COMPLETED: countOf("APPS_ASSESSMENT_COMPLETED"),
      DROPPED_OUT: countOf("APPS_ASSESSMENT_DROPPED_OUT"),
    };
    const total = own.reduce((sum, { count }) => sum + count, 0);
    return { _id: stage._id, name: stage.name, progress, total };
  });
}

export type PipelineStage = ReturnType<typeof pipelineOf>[number];
export type BestRow = Awaited<ReturnType<typeof getBestCandidates>>[number];
