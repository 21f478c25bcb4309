/** The statuses of an application, in the order of APP-12, APP-25 and RULE-10. */
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

/** Statuses that await a decision; the columns of a vacancy's board (PIPE-01). */
export const waitingStatuses = applicationStatuses.filter(
  (status) => !/_(HIRED|DECLINED|WITHDRAWN)$/.test(status),
);
