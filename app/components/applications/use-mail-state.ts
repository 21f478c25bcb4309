import { useTexts } from "~/components/context/console-context";
import { applications } from "~/i18n/applications";

const { states } = applications.en.report;

/** A mail's state in words; an event that has none keeps its name (APP-50). */
export function useMailState(): (type: string) => string {
  const t = useTexts(applications);
  return (type) => (Object.hasOwn(states, type) ? t(`report.states.${type as keyof typeof states}`) : type);
}
