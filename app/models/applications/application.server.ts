import { fullName } from "~/models/users/full-name";
import { nullIfMissing } from "~/services/failure.server";
import { graphql } from "~/services/graphql";
import { pageQueryOf, queryOf } from "~/services/operation.server";
import type { ResultOf } from "~/services/regional-api.server";
import type { ApplicationStatus, ProgressStatus } from "./application-options";
import { progressStatuses, waitingStatuses } from "./application-options";
import type { ApplicationSearch } from "./application.schema";
import { isWebAddress } from "~/models/form/web-address";
import { positionInList } from "~/models/list/neighbours.server";
import { paginationFields } from "~/models/list/pagination.server";
import { isAgedOut } from "~/models/event-logs/kept-days";
import { omitEmpty } from "~/models/list/omit-empty";
import type { CustomerApi, ScopeIds } from "~/services/customer-api.server";

/** Fields of an assessment that `readResults` needs. */
export const assessmentFields = graphql(`
  fragment AssessmentFields on AppsAssessment @_unmask {
    _id
    insightsLink
    reportRemovedAt
    isViewed
    product
    results {
      fieldName
      fieldValue
    }
    stageId
    status
    submittedAt
  }
`);

/** Fields of an application that `toRow` needs. */
export const listedFields = graphql(
  `
    fragment ListedFields on AppsApplication @_unmask {
      _id
      status
      isManuallyProgressed
      stageId
      stageSince
      candidate {
        _id
        personalInformation {
          firstName
          lastName
          email
          phoneNumber
        }
        isDeidentified
      }
      assessments {
        ...AssessmentFields
      }
      createdAt
    }
  `,
  [assessmentFields],
);

const applicationsFields = graphql(
  `
    fragment ApplicationsFields on AppsApplicationList @_unmask {
      data {
        ...ListedFields
      }
      pagination {
        ...PaginationFields
      }
      canView
      asOf
    }
  `,
  [paginationFields, listedFields],
);
const fetchList = queryOf("AppsGetApplicationList", applicationsFields, "Applications");

const applicationFileFields = graphql(
  `
    fragment ApplicationFileFields on AppsApplicationList @_unmask {
      data {
        ...ListedFields
        declineReason
      }
      pagination {
        ...PaginationFields
      }
      canView
      asOf
    }
  `,
  [paginationFields, listedFields],
);
const fetchExportRows = queryOf("AppsGetApplicationList", applicationFileFields, "ApplicationFile");

const countsDocument = graphql(`
  query ApplicationCounts(
    $vacancyId: ID!
    $customerId: ID!
    $hierarchyId: ID!
    $organizationId: ID!
    $filter: AppsApplicationListFilter
  ) {
    AppsGetVacancyApplicationStatusCount(
      vacancyId: $vacancyId
      customerId: $customerId
      hierarchyId: $hierarchyId
      organizationId: $organizationId
      filter: $filter
    ) {
      statusCount {
        status
        count
      }
      isCounted
    }
    AppsGetVacancyStageCounts(
      vacancyId: $vacancyId
      customerId: $customerId
      hierarchyId: $hierarchyId
      organizationId: $organizationId
    ) {
      counts {
        stageId
        progress
        count
      }
    }
  }
`);

const reportedApplicationFields = graphql(`
  fragment ReportedApplicationFields on AppsApplicationThread @_unmask {
    application {
      vacancyId
      candidate {
        personalInformation {
          firstName
          lastName
        }
      }
      assessments {
        _id
        product
        submittedAt
      }
    }
    asOf
  }
`);
const fetchReportState = queryOf(
  "AppsGetApplicationThread",
  reportedApplicationFields,
  "ReportedApplication",
);

const fetchEmailState = queryOf(
  "NotifGetLatestEmailEventByAssessmentId",
  "eventType templateType timestamp",
  "ReportEmailState",
);

export type WireApplication = ResultOf<typeof listedFields>;
type WireAssessment = WireApplication["assessments"][number];

/** Flags suggesting that an answer is not the candidate's own, in the order of APP-22. */
const flags = {
  isPlagiarism: "plagiarism",
  isProfanity: "profanity",
  isOutlier: "outlier",
  isLowTextQuality: "lowTextQuality",
  isAgc: "aiGenerated",
} as const;

/** Result, score, comment, flags and reviews of an assessment. */
export function readResults({ results }: Pick<WireAssessment, "results">) {
  const values = new Map(results.map(({ fieldName, fieldValue }) => [fieldName, fieldValue]));
  const text = (name: string) => {
    const value = values.get(name);
    return typeof value === "string" ? value : null;
  };
  const number = (name: string) => {
    const value = values.get(name);
    return typeof value === "number" ? value : null;
  };
  const reviewers = values.get("reviewerIds");
  return {
    // Video stages have a rating where chats have a recommendation (APP-22).
    result: text("recommendation") ?? text("rating"),
    score: number("recommendationScore"),
    comment: text("comment"),
    flags: Object.entries(flags).flatMap(([field, flag]) => (values.get(field) === true ? [flag] : [])),
    reviews: Array.isArray(reviewers)
      ? { done: number("completedReviewerCount") ?? 0, total: reviewers.length }
      : null,
  };
}

const judgedOf = (assessment: WireAssessment) => {
  const { score, result } = readResults(assessment);
  return { score, result };
};

/** The insights link; null unless it is a web address, so other schemes are never followed (APP-34). */
function insightsLinkOf(assessment: WireAssessment | undefined): string | null {
  const link = assessment?.insightsLink;
  return link && isWebAddress(link) ? link : null;
}

/** True if a report existed and has been removed (CAND-28). */
export const isReportGone = (
  { isDeidentified }: { isDeidentified: boolean },
  assessment: Pick<WireAssessment, "submittedAt" | "reportRemovedAt"> | undefined,
): boolean =>
  assessment !== undefined &&
  (assessment.reportRemovedAt !== null || (isDeidentified && assessment.submittedAt !== null));

/** Whole days since a timestamp; null without one. */
export const daysSince = (at: string | null) =>
  at === null ? null : Math.max(0, Math.floor((Date.now() - Date.parse(at)) / 86_400_000));

/**
 * Maps an application to a table row: at its current stage. Export-only fields are filled only with `isOfFile`
 * (APP-90).
 */
export function toRow(application: WireApplication & { declineReason?: string | null }, isOfFile = false) {
  const { candidate, assessments } = application;
  const { personalInformation } = candidate;
  const current = assessments.find(({ stageId }) => stageId === application.stageId);
  const chat = assessments.find(({ product }) => product === "FI");
  const earlier = assessments
    .filter(({ stageId }) => stageId !== application.stageId)
    .map((assessment) => ({ stageId: assessment.stageId, ...judgedOf(assessment) }))
    .filter(({ score, result }) => score !== null || result !== null);
  const results = current && readResults(current);
  return omitEmpty({
    _id: application._id,
    name: fullName(personalInformation),
    email: personalInformation.email,
    phoneNumber: isOfFile && personalInformation.phoneNumber,
    isDeidentified: candidate.isDeidentified,
    status: application.status,
    ...(application.declineReason !== undefined && { declineReason: application.declineReason }),
    progress: current?.status ?? null,
    isManuallyProgressed: application.isManuallyProgressed,
    /** True if the candidate took part in a stage before the current one. */
    hasEarlierStage: assessments.some(({ stageId }) => stageId !== application.stageId),
    /** Results of the other stages; all came earlier, since applications never move back (APP-53). */
    earlier: earlier.length > 0 && earlier,
    createdAt: application.createdAt,
    submittedAt: current?.submittedAt ?? null,
    stageId: application.stageId,
    /** Only while a decision is pending. */
    daysInStage: waitingStatuses.includes(application.status) && daysSince(application.stageSince),
    // The link opens the insights of the candidate's current stage.
    hasInsights: insightsLinkOf(current) !== null,
    /** True if the report was removed, with the candidate or by retention (CAND-28, RET-07). */
    isReportGone: isReportGone(candidate, current),
    isViewed: current?.isViewed ?? true,
    hasReport: !candidate.isDeidentified && chat?.status === "APPS_ASSESSMENT_COMPLETED",
    isChatReportGone: isReportGone(candidate, chat),
    ...results,
    flags: results !== undefined && results.flags.length > 0 && results.flags,
  });
}

export type ApplicationRow = ReturnType<typeof toRow>;

type Vacancy = { externalVacancyId: string | null };

const noApplications = {
  rows: [],
  pagination: { totalItems: 0, totalPages: 1, currentPage: 1, pageSize: 0 },
  asOf: null,
  canView: true,
};

/** One page of the applications at a stage (APP-28 to APP-30). Throws ApiError. */
export async function getApplications(
  api: CustomerApi,
  { externalVacancyId }: Vacancy,
  stageId: string,
  search: ApplicationSearch,
  isOfFile = false,
) {
  // Without an external id, no one can have applied.
  if (externalVacancyId === null) return noApplications;
  const filter = applicationFilter(api.ids, externalVacancyId, stageId, search);
  const { data, pagination, asOf, canView } = await (isOfFile ? fetchExportRows : fetchList)(api, { filter });
  return { rows: data.map((row) => toRow(row, isOfFile)), pagination, asOf, canView };
}

/** API filter for a stage's list, from the parsed URL. */
export function applicationFilter(
  ids: ScopeIds,
  externalVacancyId: string,
  stageId: string,
  { list, progress, filters, submittedFrom, submittedBefore }: ApplicationSearch,
) {
  const status = progressStatuses[progress];
  return {
    ...ids,
    externalVacancyId,
    skipEq: list.page - 1,
    limitEq: list.size,
    assessmentStatusFilter: { stageId, ...(status && { status }) },
    sort: { fieldName: list.sort, order: list.order, filter: { stageId } },
    ...(filters.result.length > 0 && { assessmentResultFilter: { stageId, results: filters.result } }),
    ...(filters.unviewed && { assessmentViewedFilter: { stageId, isViewed: false } }),
    ...((submittedFrom || submittedBefore) && {
      assessmentSubmittedAtFilter: { stageId, gte: submittedFrom, lt: submittedBefore },
    }),
    ...(filters.status.length > 0 && { applicationStatusList: filters.status }),
    ...(filters.overdue && { isOverdue: true }),
    ...(filters.q && { searchText: filters.q }),
  };
}

const fetchIds = pageQueryOf("AppsGetApplicationList", "_id", "ApplicationIds");

const fetchNamesById = pageQueryOf(
  "AppsGetApplicationList",
  "_id status candidate { personalInformation { firstName lastName } }",
  "NamedApplications",
);

type OpenedCandidate = { applicationId: string; decided: readonly string[]; isBeside: boolean };

/**
 * Position of an application in the list that the URL describes (GEN-31); candidates decided on stay in it (APP-88).
 * With `isBeside` the same call has the rows of the list's page (PIPE-10). Throws ApiError.
 */
export async function findPlaceInList(
  api: CustomerApi,
  { externalVacancyId }: Vacancy,
  stageId: string,
  search: ApplicationSearch,
  { applicationId, decided, isBeside }: OpenedCandidate,
) {
  if (externalVacancyId === null) return null;
  const at = (page: number) => {
    const list = { ...search.list, page };
    const filter = applicationFilter(api.ids, externalVacancyId, stageId, { ...search, list });
    return { filter: { ...filter, keptApplicationIds: [...decided] } };
  };
  const { page: opened } = search.list;
  const shown = isBeside ? fetchNamesById(api, at(opened)) : undefined;
  const place = await positionInList(
    search.list,
    applicationId,
    async (page) => (page === opened && shown) || fetchIds(api, at(page)),
  );
  return { place, beside: shown ? sideListOf(await shown, decided) : undefined };
}

function sideListOf(
  { data, pagination }: Awaited<ReturnType<typeof fetchNamesById>>,
  decided: readonly string[],
) {
  const rows = data.map(({ _id, status, candidate }) => ({
    ...{ _id, status, name: fullName(candidate.personalInformation) },
    isDecided: decided.includes(_id),
  }));
  return { rows, ...pagination };
}

async function findWire(
  api: CustomerApi,
  { externalVacancyId }: Vacancy,
  applicationId: string,
  isOfFile = false,
) {
  if (externalVacancyId === null) return undefined;
  // Search matches whole ids at any stage; ignore hits where a name or email merely contains the id.
  const filter = { ...api.ids, externalVacancyId, skipEq: 0, limitEq: 30, searchText: applicationId };
  const { data, asOf, canView } = await (isOfFile ? fetchExportRows : fetchList)(api, { filter });
  const application = data.find(({ _id }) => _id === applicationId);
  return application && { application, asOf, canView };
}

/** Finds an application of a vacancy by id, at any stage (APP-10). Throws ApiError. */
export async function findApplication(
  api: CustomerApi,
  vacancy: Vacancy,
  applicationId: string,
  isOfFile = false,
): Promise<{ row: ApplicationRow; asOf: string; canView: boolean } | null> {
  const found = await findWire(api, vacancy, applicationId, isOfFile);
  if (!found) return null;
  const { application, ...rest } = found;
  return { ...rest, row: toRow(application, isOfFile) };
}

/** These applications of the vacancy, at any stage and status. Throws ApiError. */
export async function getAmong(api: CustomerApi, { externalVacancyId }: Vacancy, ids: readonly string[]) {
  if (externalVacancyId === null) return { data: [], canView: true };
  const filter = { ...api.ids, externalVacancyId, skipEq: 0, limitEq: 30 };
  // Matches no status, so only the kept ids are returned.
  return fetchList(api, { filter: { ...filter, applicationStatusList: [], keptApplicationIds: [...ids] } });
}

/** Insights link of an application's current assessment; null if there is none or it is no web address. */
export async function findInsights(
  api: CustomerApi,
  vacancy: Vacancy,
  applicationId: string,
): Promise<{ assessmentId: string; href: string } | null> {
  const application = (await findWire(api, vacancy, applicationId))?.application;
  const assessment = application?.assessments.find(({ stageId }) => stageId === application.stageId);
  const href = insightsLinkOf(assessment);
  return assessment && href ? { assessmentId: assessment._id, href } : null;
}

export type StatusCounts = Partial<Record<ApplicationStatus, number>>;
/** Applications at a stage, in total and by progress; `ALL` includes those without an assessment there. */
export type StageCounts = Record<ProgressStatus, number>;

/**
 * Application counts by status at a stage, after the other filters (APP-13); null if a search matches too many to
 * count; zero counts are omitted. Also the counts per stage and progress (APP-54). One call. Throws ApiError.
 */
export async function getCounts(
  api: CustomerApi,
  vacancy: Vacancy & { _id: string; workflow: { stages: readonly { _id: string }[] } },
  stageId: string,
  search: ApplicationSearch,
) {
  const { externalVacancyId } = vacancy;
  const filter =
    externalVacancyId === null ? undefined : applicationFilter(api.ids, externalVacancyId, stageId, search);
  const answer = await api.query(countsDocument, { vacancyId: vacancy._id, filter });
  const { counts } = answer.AppsGetVacancyStageCounts;
  const countsOf = (stageId: string) => {
    const own = counts.filter((one) => one.stageId === stageId);
    const sum = (wanted: string | null) =>
      own.reduce(
        (total, { progress, count }) => (wanted === null || progress === wanted ? total + count : total),
        0,
      );
    return Object.fromEntries(
      Object.entries(progressStatuses).map(([name, status]) => [name, sum(status)]),
    ) as StageCounts;
  };
  const { statusCount, isCounted } = answer.AppsGetVacancyApplicationStatusCount;
  return {
    statuses: isCounted
      ? (Object.fromEntries(statusCount.map(({ status, count }) => [status, count])) as StatusCounts)
      : null,
    stages: Object.fromEntries(vacancy.workflow.stages.map(({ _id }) => [_id, countsOf(_id)])) as Partial<
      Record<string, StageCounts>
    >,
  };
}

export type ReportEmailState = {
  name: string;
  event: { eventType: string; timestamp: string } | null;
  /** True if a missing event may only mean that it has expired. */
  isAged: boolean;
};

/** True if the report mail, sent when the chat was submitted, is older than events are kept. */
export const isReportMailAged = (
  chat: Pick<WireAssessment, "submittedAt"> | undefined,
  asOf: string,
): boolean => chat?.submittedAt != null && isAgedOut(chat.submittedAt, asOf);

/**
 * Latest event of the mail with an application's report, and the recipient; `event` is null if none is known (APP-49).
 * Returns null if the vacancy has no such application. Throws ApiError.
 */
export async function getReportEmailState(
  api: CustomerApi,
  vacancyId: string,
  applicationId: string,
): Promise<ReportEmailState | null> {
  const scope = { _id: applicationId };
  const reported = await nullIfMissing(fetchReportState(api, scope));
  if (reported?.application.vacancyId !== vacancyId) return null;
  const { application, asOf } = reported;
  const name = fullName(application.candidate.personalInformation);
  const chat = application.assessments.find(({ product }) => product === "FI");
  if (!chat) return { name, event: null, isAged: false };
  const variables = { assessmentId: chat._id, templateTypes: ["MI_REPORT"] };
  const { eventType, timestamp } = await fetchEmailState(api, variables);
  const event = eventType && timestamp ? { eventType, timestamp } : null;
  return { name, event, isAged: isReportMailAged(chat, asOf) };
}
