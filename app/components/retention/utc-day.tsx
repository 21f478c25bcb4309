import { useConsole } from "~/components/context/console-context";
import { formatDate } from "~/i18n/dates";

/** A UTC day, which is the same day wherever it is read: retention counts in those. */
export function useUtcDay(): (at: string) => string {
  const { language } = useConsole();
  return (at) => formatDate(new Date(at), language, "UTC");
}
