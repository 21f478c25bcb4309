import { useConsole } from "~/components/context/console-context";
import { formatDate } from "~/i18n/dates";

/** Formats a UTC day, the same in every time zone: retention counts in UTC days. */
export function useUtcDay(): (at: string) => string {
  const { language } = useConsole();
  return (at) => formatDate(new Date(at), language, "UTC");
}
