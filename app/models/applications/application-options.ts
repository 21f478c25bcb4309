/** What applications can be listed by. Kept apart from the reading of addresses, which browsers need not load. */

/** In the order of APP-12; INTERVIEW is offered only when there are some. */
export const applicationStatuses = [
  "APPS_APPLICATION_NEW",
  "APPS_APPLICATION_LONGLISTED",
  "APPS_APPLICATION_SHORTLISTED",
  "APPS_APPLICATION_HIRED",
  "APPS_APPLICATION_DECLINED",
  "APPS_APPLICATION_OFFERED",
  "APPS_APPLICATION_WITHDRAWN",
  "APPS_APPLICATION_INTERVIEW",
] as const;
export type ApplicationStatus = (typeof applicationStatuses)[number];

/** The statuses that people set (APP-38). */
export const settableStatuses = applicationStatuses.filter(
  (status) => status !== "APPS_APPLICATION_INTERVIEW",
);

/** What a chat recommends, or a video is rated (APP-14). */
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
export const filterNames = ["q", "status", "result", "from", "to", "tz", "unviewed"] as const;
