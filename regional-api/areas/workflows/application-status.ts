import type { ApplicationStatus } from "../../store/tables/hiring";

/** The statuses an application may have (APP-25). */
export const applicationStatuses = [
  "APPS_APPLICATION_NEW",
  "APPS_APPLICATION_LONGLISTED",
  "APPS_APPLICATION_SHORTLISTED",
  "APPS_APPLICATION_HIRED",
  "APPS_APPLICATION_DECLINED",
  "APPS_APPLICATION_OFFERED",
  "APPS_APPLICATION_WITHDRAWN",
  "APPS_APPLICATION_INTERVIEW",
] as const satisfies readonly ApplicationStatus[];
