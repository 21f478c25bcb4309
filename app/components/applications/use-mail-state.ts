import { useTexts } from "~/components/context/console-context";
import { applications } from "~/i18n/applications";
import { keptDays } from "~/models/event-logs/kept-days";

const { states } = applications.en.report;

/** A mail's state in words; an event that has none keeps its name (APP-50). */
export function useMailState(): (type: string) => string {
  const t = useTexts(applications);
  return (type) => (Object.hasOwn(states, type) ? t(`report.states.${type as keyof typeof states}`) : type);
}

/** What is said of a report's mail that nothing is known of: none was sent, or `isAged`, and it is not kept any more. */
export function useNoReportMail(isAged: boolean): string {
  const t = useTexts(applications);
  return isAged ? t("report.aged", { days: keptDays }) : t("report.none");
}
