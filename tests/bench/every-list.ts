/**
 * Every list of the console, and the other screens of hiring whose calls read many rows: the address, its sorts and
 * filters, and the API operation behind it.
 */
import { demoCustomers, demoGroups, demoId, demoVacancyId } from "../../regional-api/seed/ids";

export type List = {
  name: string;
  /** `{ids}` stands for five candidates of the busiest vacancy, `{id}` for the first of them. */
  path: string;
  /** The API field that returns its rows. */
  operation: string;
  /** Milliseconds (p95) that the API may take, if not those of a list. */
  budget?: number;
  /** Valid values of `sort`; empty if the list has a fixed order. */
  sorts: readonly string[];
  filters: readonly string[];
  /** Uses the customer with 2,000 departments instead of the one with the most of everything else. */
  isOfLogistics?: true;
};

/** The end of log searches: an address without one redirects to one that has it. */
const now = new Date().toISOString();
const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
const busiest = demoVacancyId("acmeRetail", 0);
const firstStage = demoId(`stage:${demoCustomers.acmeRetail.uniqueName}:0:0`);
export const busiestPath = `/vacancies/${busiest}?progressStatus=COMPLETED`;
const days = (from: number, to: number) => `from=${day(from)}&to=${day(to)}&tz=UTC`;

/** A screen of the busiest vacancy. */
const ofBusiest = (name: string, path: string, operation: string, budget?: number): List => ({
  ...{ name, path: `/vacancies/${busiest}/${path}`, operation, sorts: [], filters: [] },
  ...(budget !== undefined && { budget }),
});

/** A list and its archive: the same rows with one more sort. */
const withArchive = (list: List): List[] => [
  list,
  {
    ...list,
    name: `${list.name}, archived`,
    path: `${list.path}/archive`,
    sorts: [...list.sorts, "archivedAt"],
  },
];

export const everyList: readonly List[] = [
  {
    name: "candidates of a vacancy",
    path: `/vacancies/${busiest}?progressStatus=ALL`,
    operation: "AppsGetApplicationList",
    sorts: ["submittedAt", "createdAt", "recommendationScore", "name"],
    filters: [
      "q=a",
      "q=an",
      "q=anna",
      "q=nobody+here",
      "status=APPS_APPLICATION_NEW",
      "status=APPS_APPLICATION_REJECTED&status=APPS_APPLICATION_HIRED&sort=name&order=asc",
      "result=MAYBE",
      "result=NO&sort=name&order=asc",
      "unviewed=1",
      days(200, 100),
      `${days(300, 0)}&q=an&result=YES&sort=name&order=asc`,
    ],
  },
  {
    name: "candidates, completed",
    path: busiestPath,
    operation: "AppsGetApplicationList",
    sorts: ["submittedAt", "createdAt", "recommendationScore", "name"],
    filters: ["q=an", "result=YES", "unviewed=1"],
  },
  {
    name: "candidates of all vacancies",
    path: "/candidates",
    operation: "AppsGetCompletedApplications",
    sorts: ["submittedAt"],
    filters: [
      "unviewed=1",
      "unviewed=1&status=APPS_APPLICATION_NEW",
      "status=APPS_APPLICATION_HIRED",
      "status=APPS_APPLICATION_HIRED&sort=submittedAt&order=asc",
      `from=${day(60)}T00:00&to=${day(30)}T00:00&tz=UTC`,
    ],
  },
  { name: "Today", path: "", operation: "HomeGetToday", budget: 100, sorts: [], filters: [] },
  {
    name: "overdue candidates",
    path: "/candidates/overdue",
    operation: "AppsGetOverdueApplications",
    sorts: ["stageDueAt"],
    filters: [],
  },
  ofBusiest("board", "board", "AppsGetVacancyBoard", 150),
  ofBusiest("comparison", "compare?ids={ids}", "AppsGetApplicationList"),
  ofBusiest("review: candidate", "applications/{id}", "AppsGetApplicationThread"),
  ofBusiest("review: scores", "applications/{id}", "AppsGetScoreContext"),
  ofBusiest("review: list", "applications/{id}?progressStatus=COMPLETED&beside=1", "AppsGetApplicationList"),
  ofBusiest("report: funnel", "report", "AppsGetVacancyFunnel"),
  ofBusiest("report: best scores", "report", "AppsGetBestApplications"),
  ofBusiest("report: pipeline", "report", "AppsGetVacancyStageCounts"),
  {
    ...ofBusiest("candidates of a funnel", `funnel?stageId=${firstStage}`, "AppsGetFunnelApplications"),
    filters: ["step=COMPLETED", "step=WENT_ON", `step=WENT_ON&${days(200, 100)}`],
  },
  {
    name: "decisions by rules",
    path: "/decisions",
    operation: "DECGetDecisions",
    sorts: ["decidedAt"],
    filters: [
      // Row 90,000 of 100,000.
      "page=3000",
      "result=MOVED",
      "result=MOVED&page=1000",
      "review=UNREVIEWED&page=3000",
      "review=REVIEWED",
      "contested=ANY",
      `vacancy=${busiest}&page=200`,
      days(200, 100),
    ],
  },
  {
    name: "samples of decisions",
    path: "/decisions/samples",
    operation: "DECGetSamples",
    sorts: [],
    filters: [],
  },
  ...withArchive({
    name: "vacancies",
    path: "/vacancies",
    operation: "AppsGetVacancyListV2",
    sorts: ["title", "createdAt", "externalVacancyId"],
    filters: [
      "q=a",
      "q=manager",
      "q=nothing+like+it",
      "manager=smith",
      "applicants=with",
      "applicants=without",
      `${days(700, 300)}`,
      `q=a&manager=an&applicants=with&sort=title&order=asc`,
    ],
  }),
  ...withArchive({
    name: "users",
    path: "/users",
    operation: "ORGGetUsers",
    sorts: ["username", "email", "groups", "createdAt", "lastActive"],
    filters: [
      "due=invitation",
      "due=password",
      "search=a",
      "search=an",
      "search=smith",
      "search=nobody+here",
      `groupIds=${demoGroups.retailRecruiters.id}`,
      `groupIds=${demoGroups.retailHiringManagers.id}&search=an&sort=username&order=asc`,
    ],
  }),
  ...withArchive({
    name: "groups",
    path: "/groups",
    operation: "ORGGetGroups",
    sorts: ["name", "createdAt"],
    filters: [],
  }).map((list) => ({ ...list, sorts: ["name", "createdAt"] })),
  {
    name: "people of a group",
    path: `/groups/${demoGroups.retailRecruiters.id}?tab=users`,
    operation: "ORGGetUsers",
    sorts: ["username", "email", "lastActive"],
    filters: ["search=an", "search=nobody+here"],
  },
  {
    name: "policies",
    path: "/policies",
    operation: "CommonGetPolicies",
    sorts: ["name", "updatedAt"],
    filters: ["search=a", "search=nothing+like+it"],
  },
  ...withArchive({
    name: "workflows",
    path: "/workflow-sets/workflows",
    operation: "AppsGetWorkflowList",
    sorts: ["name", "stages", "createdAt"],
    filters: [],
  }),
  ...withArchive({
    name: "workflow sets",
    path: "/workflow-sets",
    operation: "AppsGetWorkflowSetList",
    sorts: ["name", "workflowOptions", "createdAt"],
    filters: [],
  }),
  {
    name: "email events",
    path: `/notifications?${days(6, 0)}&until=${now}`,
    operation: "NotifGetEmailEventsByCustomerId",
    sorts: ["timestamp"],
    filters: [
      "templateType=FI_INVITE&templateType=SI_INVITE",
      "bounced=1",
      "recipient=an",
      "recipient=@example",
      "recipient=nobody@nowhere",
      "recipient=example&templateType=FI_INVITE",
    ],
  },
  {
    name: "text message events",
    path: `/notifications?tab=sms&search=1&tz=UTC&until=${now}`,
    operation: "NotifGetSMSEventList",
    sorts: ["timestamp"],
    filters: ["status=DELIVERED", "status=SPAM&templateType=FI_INVITE", "phone=%2B61400000000", days(6, 0)],
  },
  {
    name: "ATS requests",
    path: `/ats-requests?search=1&atsName=PEOPLE_FLOW&tz=UTC&until=${now}`,
    operation: "AtsGetRequestList",
    sorts: ["createdAt"],
    filters: [
      "requestType=ORDER_ASSESSMENT",
      "status=FAILED",
      "status=STARTED&requestType=REUSE_REVIEW",
      "masterId=nothing",
      `from=${day(40)}T00:00&to=${day(20)}T00:00`,
    ],
  },
  {
    name: "record of changes",
    path: "/record?tz=UTC",
    operation: "AudGetEntries",
    sorts: [],
    filters: ["kind=USER", days(300, 200)],
  },
  {
    name: "holds",
    path: "/settings/compliance/holds",
    operation: "RETGetHolds",
    sorts: [],
    filters: ["state=past", "state=released"],
  },
  {
    name: "runs of retention",
    path: "/settings/compliance/runs",
    operation: "RETGetRuns",
    sorts: [],
    filters: [],
  },
  {
    name: "bulk jobs",
    path: "/bulk-jobs",
    operation: "BulkGetJobs",
    sorts: [],
    filters: [],
  },
  ...withArchive({
    name: "customers",
    path: "/customers",
    operation: "ORGGetCustomers",
    sorts: ["displayName", "createdAt"],
    filters: ["search=a"],
  }),
  ...withArchive({
    name: "organisations",
    path: "/organisations",
    operation: "ORGGetOrganizations",
    sorts: ["displayName", "createdAt"],
    filters: ["search=a"],
  }),
  {
    name: "departments",
    path: "/departments",
    operation: "IDPGetHierarchyTree",
    sorts: [],
    filters: ["search=Branch+1/7", "open=all"],
    isOfLogistics: true,
  },
  {
    name: "edit departments",
    path: "/departments/edit",
    operation: "ORGGetHierarchy",
    sorts: [],
    filters: [],
    isOfLogistics: true,
  },
  {
    name: "ATS tenants",
    path: "/settings/ats-tenants",
    operation: "AtsGetTenantsByCustomer",
    sorts: ["atsName", "createdAt", "updatedAt"],
    filters: [],
  },
];
