import {
  applicationStatuses,
  type ApplicationStatus,
  waitingStatuses,
} from "../../../shared/application-statuses";

/** Options of the application list, in a file of their own so browsers do not load the URL parser. */

/** Application statuses. INTERVIEW is offered as a filter only if such applications exist (APP-12). */
export { applicationStatuses, type ApplicationStatus, waitingStatuses };

/** Statuses that users can set (APP-38). */
export const settableStatuses = applicationStatuses.filter(
  (status) => status !== "APPS_APPLICATION_INTERVIEW",
);

/** Recommendations of a chat; also the ratings of a video (APP-14). */
export const applicationResults = ["YES", "MAYBE", "NO"] as const;

/** Progress values in the URL, mapped to the assessment status sent to the API (APP-04, APP-05). */
export const progressStatuses = {
  ALL: null,
  NOT_STARTED: "APPS_ASSESSMENT_ORDER_COMPLETED",
  IN_PROGRESS: "APPS_ASSESSMENT_INPROGRESS",
  COMPLETED: "APPS_ASSESSMENT_COMPLETED",
  DROPPED_OUT: "APPS_ASSESSMENT_DROPPED_OUT",
} as const;
export type ProgressStatus = keyof typeof progressStatuses;
export const progressNames = Object.keys(progressStatuses) as [ProgressStatus, ...ProgressStatus[]];

/** True if the list sorts and filters by submission date; applications in progress have none (APP-15, APP-26). */
export const hasSubmissions = (progress: ProgressStatus) => progress === "ALL" || progress === "COMPLETED";

/** Query parameters set by the filter row (APP-21). */
export const applicationFilterNames = [
  "q",
  "status",
  "result",
  "from",
  "to",
  "tz",
  "unviewed",
  "overdue",
] as const;
