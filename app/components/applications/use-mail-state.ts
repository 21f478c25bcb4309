import { useTexts } from "~/components/context/console-context";
import { applications } from "~/i18n/applications";
import { keptDays } from "~/models/event-logs/kept-days";

const { states } = applications.en.report;

/** Returns a function that labels a mail's state; events without a text keep their API name (APP-50). */
export function useMailState(): (type: string) => string {
  const t = useTexts(applications);
  return (type) => (Object.hasOwn(states, type) ? t(`report.states.${type as keyof typeof states}`) : type);
}

/** Text for a report mail without events: none was sent or, if `isAged`, it is no longer stored. */
export function useNoReportMailText(isAged: boolean): string {
  const t = useTexts(applications);
  return isAged ? t("report.aged", { days: keptDays }) : t("report.none");
}
