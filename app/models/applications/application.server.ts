import { fullName } from "~/models/users/full-name";
import { ifThere } from "~/services/failure.server";
import { graphql } from "~/services/graphql";
import { pageQueryOf, queryOf } from "~/services/operation.server";
import type { ResultOf } from "~/services/regional-api.server";
import type { ApplicationStatus, ProgressStatus } from "./application-options";
import { progressStatuses, waitingStatuses } from "./application-options";
import type { ApplicationSearch } from "./application.schema";
import { isWebAddress } from "~/models/form/web-address";
import { type ListPlace, placeIn } from "~/models/list/neighbours.server";
import { paginationFields } from "~/models/list/pagination.server";
import { isAgedOut } from "~/models/event-logs/kept-days";
import { sparse } from "~/models/list/sparse";
import type { CustomerApi, ScopeIds } from "~/services/customer-api.server";

/** An assessment with what `readResults` reads. */
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

/** An application with what `toRow` reads. */
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
const askList = queryOf("AppsGetApplicationList", applicationsFields, "Applications");

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
const askReported = queryOf("AppsGetApplicationThread", reportedApplicationFields, "ReportedApplication");

const reportEmailStateFields = graphql(`
  fragment ReportEmailStateFields on NotifLatestEmailEvent @_unmask {
    eventType
    templateType
    timestamp
  }
`);
const askEmailState = queryOf(
  "NotifGetLatestEmailEventByAssessmentId",
  reportEmailStateFields,
  "ReportEmailState",
);

export type WireApplication = ResultOf<typeof listedFields>;
type WireAssessment = WireApplication["assessments"][number];

/** The hints at an answer that is not the candidate's own, in the order of APP-22. */
const flags = {
  isPlagiarism: "plagiarism",
  isProfanity: "profanity",
  isOutlier: "outlier",
  isLowTextQuality: "lowTextQuality",
  isAgc: "aiGenerated",
} as const;

/** The result of an assessment. */
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
    // APP-22: a video stage has a rating where a chat has a recommendation.
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

/** Links of the API that lead to anything but a web page are not followed (APP-34). */
function insightsLinkOf(assessment: WireAssessment | undefined): string | null {
  const link = assessment?.insightsLink;
  return link && isWebAddress(link) ? link : null;
}

/** Whether a report was there and is not any more (CAND-28). */
export const isReportGone = (
  { isDeidentified }: { isDeidentified: boolean },
  assessment: Pick<WireAssessment, "submittedAt" | "reportRemovedAt"> | undefined,
): boolean =>
  assessment !== undefined &&
  (assessment.reportRemovedAt !== null || (isDeidentified && assessment.submittedAt !== null));

/** Whole days since a moment. */
export const daysSince = (at: string | null) =>
  at === null ? null : Math.max(0, Math.floor((Date.now() - Date.parse(at)) / 86_400_000));

/**
 * An application as the table shows it: at the stage where it stands, or that the list is about. What only a file has
 * (APP-90) is left out of a page.
 */
export function toRow(application: WireApplication, isOfFile = false) {
  const { candidate, assessments } = application;
  const { personalInformation } = candidate;
  const current = assessments.find(({ stageId }) => stageId === application.stageId);
  const chat = assessments.find(({ product }) => product === "FI");
  const earlier = assessments
    .filter(({ stageId }) => stageId !== application.stageId)
    .map((assessment) => ({ stageId: assessment.stageId, ...judgedOf(assessment) }))
    .filter(({ score, result }) => score !== null || result !== null);
  const results = current && readResults(current);
  return sparse({
    _id: application._id,
    name: fullName(personalInformation),
    email: personalInformation.email,
    phoneNumber: isOfFile && personalInformation.phoneNumber,
    isDeidentified: candidate.isDeidentified,
    status: application.status,
    progress: current?.status ?? null,
    isManuallyProgressed: application.isManuallyProgressed,
    /** Whether the person took part before the stage where they stand now. */
    hasEarlierStage: assessments.some(({ stageId }) => stageId !== application.stageId),
    /** The results of earlier stages: nobody goes back, so all others came before (APP-53). */
    earlier: earlier.length > 0 && earlier,
    createdAt: application.createdAt,
    submittedAt: current?.submittedAt ?? null,
    stageId: application.stageId,
    /** Of whom something is still to be decided. */
    daysInStage: waitingStatuses.includes(application.status) && daysSince(application.stageSince),
    // The way to insights leads to those of the stage where the person stands.
    hasInsights: insightsLinkOf(current) !== null,
    /** Its report is gone, with its person or because its time was over (CAND-28, RET-07). */
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
  // Without an external id there is no way to have applied.
  if (externalVacancyId === null) return noApplications;
  const filter = applicationFilter(api.ids, externalVacancyId, stageId, search);
  const { data, pagination, asOf, canView } = await askList(api, { filter });
  return { rows: data.map((row) => toRow(row, isOfFile)), pagination, asOf, canView };
}

/** The filter of a stage's list by its address. */
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

const askIds = pageQueryOf("AppsGetApplicationList", "_id", "ApplicationIds");

/** Where an application stands in the list that an address asks for (GEN-31); who was decided on stays in it. Throws ApiError. */
export async function findPlaceInList(
  api: CustomerApi,
  { externalVacancyId }: Vacancy,
  stageId: string,
  search: ApplicationSearch,
  decided: string[],
  applicationId: string,
): Promise<ListPlace | null> {
  if (externalVacancyId === null) return null;
  return placeIn(search.list, applicationId, async (page) => {
    const list = { ...search.list, page };
    const filter = applicationFilter(api.ids, externalVacancyId, stageId, { ...search, list });
    return await askIds(api, { filter: { ...filter, keptApplicationIds: decided } });
  });
}

async function findWire(api: CustomerApi, { externalVacancyId }: Vacancy, applicationId: string) {
  if (externalVacancyId === null) return undefined;
  // The search finds whole ids at any stage; parts of names and emails that look like one do not count.
  const filter = { ...api.ids, externalVacancyId, skipEq: 0, limitEq: 30, searchText: applicationId };
  const { data, asOf, canView } = await askList(api, { filter });
  const application = data.find(({ _id }) => _id === applicationId);
  return application && { application, asOf, canView };
}

/** The application of a vacancy with an id, whatever its stage (APP-10). Throws ApiError. */
export async function findApplication(
  api: CustomerApi,
  vacancy: Vacancy,
  applicationId: string,
  isOfFile = false,
): Promise<{ row: ApplicationRow; asOf: string; canView: boolean } | null> {
  const found = await findWire(api, vacancy, applicationId);
  if (!found) return null;
  const { application, ...rest } = found;
  return { ...rest, row: toRow(application, isOfFile) };
}

/** These applications of the vacancy and no other, in the order of a stage's list, whatever has become of them. Throws ApiError. */
export async function findApplications(
  api: CustomerApi,
  { externalVacancyId }: Vacancy,
  stageId: string,
  ids: readonly string[],
  { list }: Pick<ApplicationSearch, "list">,
) {
  if (externalVacancyId === null) return noApplications;
  const { data, ...rest } = await askList(api, {
    filter: {
      ...api.ids,
      externalVacancyId,
      ...{ skipEq: 0, limitEq: 100 },
      assessmentStatusFilter: { stageId },
      sort: { fieldName: list.sort, order: list.order, filter: { stageId } },
      // A list of nobody that keeps these.
      applicationStatusList: [],
      keptApplicationIds: ids.slice(0, 100),
    },
  });
  return { rows: data.map((row) => toRow(row)), ...rest };
}

/** These applications of the vacancy, whatever their stage and status. Throws ApiError. */
export async function getAmong(api: CustomerApi, { externalVacancyId }: Vacancy, ids: readonly string[]) {
  if (externalVacancyId === null) return { data: [], canView: true };
  const filter = { ...api.ids, externalVacancyId, skipEq: 0, limitEq: 30 };
  // A list of nobody that keeps these.
  return askList(api, { filter: { ...filter, applicationStatusList: [], keptApplicationIds: [...ids] } });
}

/** Where an application's assessment at its stage is evaluated; null when it is not, or not for the web. */
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
/** How many stand at a stage, in all and by progress; `ALL` includes those without an assessment there. */
export type StageCounts = Record<ProgressStatus, number>;

/**
 * How many applications of a vacancy's stage have each status, of those that the other filters leave (APP-13); null when
 * a search finds too many to count. Statuses of none are left out. And how many stand at each of its stages (APP-54).
 * One call. Throws ApiError.
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
  /** Whether no event may mean that it is not kept any more. */
  isAged: boolean;
};

/** Whether the mail with the report of a chat, sent when that was submitted, is too old to be known of. */
export const isReportMailAged = (
  chat: Pick<WireAssessment, "submittedAt"> | undefined,
  asOf: string,
): boolean => chat?.submittedAt != null && isAgedOut(chat.submittedAt, asOf);

/**
 * The newest thing that happened to the mail with an application's report, and whose it is; `event` is null when none
 * is known of (APP-49), all of it when the vacancy has no such application. Throws ApiError.
 */
export async function getReportEmailState(
  api: CustomerApi,
  vacancyId: string,
  applicationId: string,
): Promise<ReportEmailState | null> {
  const asked = { _id: applicationId };
  const reported = await ifThere(askReported(api, asked));
  if (reported?.application.vacancyId !== vacancyId) return null;
  const { application, asOf } = reported;
  const name = fullName(application.candidate.personalInformation);
  const chat = application.assessments.find(({ product }) => product === "FI");
  if (!chat) return { name, event: null, isAged: false };
  const variables = { assessmentId: chat._id, templateTypes: ["MI_REPORT"] };
  const { eventType, timestamp } = await askEmailState(api, variables);
  const event = eventType && timestamp ? { eventType, timestamp } : null;
  return { name, event, isAged: isReportMailAged(chat, asOf) };
}
