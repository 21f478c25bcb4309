import { useConsole } from "~/components/context/console-context";
import { formatDate, formatDateTime, formatTime } from "~/i18n/dates";

/** `day` is a calendar day, not a moment: the same in every zone; `time` is a moment below its day's heading. */
export type TimeKind = "date" | "dateTime" | "time" | "day";

/** Returns a renderer of `<time>` in the person's zone and format; for table cells, where components cost too much. */
export function useTime(): (at: string | null | undefined, kind?: TimeKind) => JSX.Element | string {
  const { language, timeZone } = useConsole();
  return (at, kind = "date") => {
    const date = new Date(at ?? Number.NaN);
    if (Number.isNaN(date.getTime())) return "-";
    if (kind === "day") return <time dateTime={at?.slice(0, 10)}>{formatDate(date, language, "UTC")}</time>;
    const full = formatDateTime(date, timeZone);
    const shown = {
      date: formatDate(date, language, timeZone),
      dateTime: full,
      time: formatTime(date, timeZone),
    };
    return (
      <time
        // To the second, as displayed.
        dateTime={`${(at?.endsWith("Z") ? at : date.toISOString()).slice(0, 19)}Z`}
        title={kind === "dateTime" ? undefined : full}
      >
        {shown[kind]}
      </time>
    );
  };
}

/** One moment: machine-readable in UTC, shown in the person's zone; "-" if empty (SHELL-20, SHELL-21). */
export function Time({ at, kind }: { at: string | null | undefined; kind?: TimeKind }) {
  return <>{useTime()(at, kind)}</>;
}
