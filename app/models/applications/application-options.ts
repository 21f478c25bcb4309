import {
  applicationStatuses,
  type ApplicationStatus,
  waitingStatuses,
} from "../../../shared/application-statuses";

/** The options of the list of applications, apart from reading addresses, which browsers need not load. */

/** INTERVIEW is offered as a filter only when there are some (APP-12). */
export { applicationStatuses, type ApplicationStatus, waitingStatuses };

/** The statuses that people set (APP-38). */
export const settableStatuses = applicationStatuses.filter(
  (status) => status !== "APPS_APPLICATION_INTERVIEW",
);

/** The recommendations of a chat, and the ratings of a video (APP-14). */
export const applicationResults = ["YES", "MAYBE", "NO"] as const;

/** Progress as the address says it, with the assessment's status that is sent (APP-04, APP-05). */
export const progressStatuses = {
  ALL: null,
  NOT_STARTED: "APPS_ASSESSMENT_ORDER_COMPLETED",
  IN_PROGRESS: "APPS_ASSESSMENT_INPROGRESS",
  COMPLETED: "APPS_ASSESSMENT_COMPLETED",
  DROPPED_OUT: "APPS_ASSESSMENT_DROPPED_OUT",
} as const;
export type ProgressStatus = keyof typeof progressStatuses;
export const progressNames = Object.keys(progressStatuses) as [ProgressStatus, ...ProgressStatus[]];

/** Whether submissions can be sorted by and asked for by day: those in progress have none (APP-15, APP-26). */
export const hasSubmissions = (progress: ProgressStatus) => progress === "ALL" || progress === "COMPLETED";

/** The parameters that the filter row sets (APP-21). */
export const filterNames = ["q", "status", "result", "from", "to", "tz", "unviewed", "overdue"] as const;
