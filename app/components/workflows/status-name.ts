import { useTexts } from "~/components/context/console-context";
import { applications } from "~/i18n/applications";
import { applicationStatuses } from "~/models/workflows/statuses";

/** Names application statuses; one that is none shows as itself. */
export function useStatusName(): (status: string) => string {
  const t = useTexts(applications);
  return (status) => {
    const known = applicationStatuses.find((one) => one === status);
    return known ? t(`status.${known}`) : status;
  };
}
