import { applicationStatuses } from "../../../shared/application-statuses";
import type { applications } from "~/i18n/applications";
import type { Translate } from "~/i18n/texts";

/** Name of a status; unknown ones are shown as they are. */
export const statusNameOf =
  (t: Translate<(typeof applications)["en"]>) =>
  (status: string): string => {
    const known = applicationStatuses.find((one) => one === status);
    return known ? t(`status.${known}`) : status;
  };
