import type { applications } from "~/i18n/applications";
import type { Translate } from "~/i18n/texts";

// Statuses belong to applications; they stand here since rules, which are below applications, set them too.

/** The statuses of an application, in the order of APP-12 and RULE-10. */
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
/** One of them. */
export type ApplicationStatus = (typeof applicationStatuses)[number];

/** Names statuses; one that is none shows as itself. */
export const statusNameOf =
  (t: Translate<(typeof applications)["en"]>) =>
  (status: string): string => {
    const known = applicationStatuses.find((one) => one === status);
    return known ? t(`status.${known}`) : status;
  };
