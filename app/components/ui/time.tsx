import { useConsole } from "~/components/context/console-context";
import { formatDate, formatDateTime } from "~/i18n/dates";

/** `day` is a calendar day, not a moment: the same in every zone. */
export type TimeKind = "date" | "dateTime" | "day";

/** Returns a renderer of `<time>` in the person's zone and format; for table cells, where components cost too much. */
export function useTime(): (at: string | null | undefined, kind?: TimeKind) => JSX.Element | string {
  const { language, timeZone } = useConsole();
  return (at, kind = "date") => {
    const date = new Date(at ?? Number.NaN);
    if (Number.isNaN(date.getTime())) return "-";
    if (kind === "day") return <time dateTime={at?.slice(0, 10)}>{formatDate(date, language, "UTC")}</time>;
    return (
      <time
        // To the second, as displayed.
        dateTime={`${(at?.endsWith("Z") ? at : date.toISOString()).slice(0, 19)}Z`}
        title={kind === "date" ? formatDateTime(date, timeZone) : undefined}
      >
        {kind === "date" ? formatDate(date, language, timeZone) : formatDateTime(date, timeZone)}
      </time>
    );
  };
}

/** One moment: machine-readable in UTC, shown in the person's zone; "-" if empty (SHELL-20, SHELL-21). */
export function Time({ at, kind }: { at: string | null | undefined; kind?: TimeKind }) {
  return <>{useTime()(at, kind)}</>;
}
