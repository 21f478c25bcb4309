import { linkColumn, numberColumn, textColumn, timeColumn } from "~/components/table/columns";
import { columnsOf } from "~/components/table/use-columns";
import { Badge } from "~/components/ui/badge";
import { retention } from "~/i18n/retention";
import type { Hold } from "~/models/retention/hold.server";
import { holdOnText } from "~/models/retention/hold-words";
import type { RetentionRun } from "~/models/retention/retention.server";

/** Columns of the retention runs (RET-05). */
export const runColumns = columnsOf<RetentionRun>(({ translate, time, column }) => {
  const t = translate(retention);
  return [
    column.day("day", t("runs.day")),
    numberColumn({ id: "candidates", header: t("runs.candidates"), value: (run) => run.candidates }),
    numberColumn({ id: "reports", header: t("runs.videos"), value: (run) => run.reports }),
    numberColumn({
      id: "keptCandidates",
      header: t("runs.keptCandidates"),
      value: (run) => run.keptCandidates,
    }),
    numberColumn({ id: "keptReports", header: t("runs.keptVideos"), value: (run) => run.keptReports }),
    numberColumn({ id: "failed", header: t("runs.failed"), value: (run) => run.failed }),
    timeColumn({ id: "startedAt", header: t("runs.started"), time, at: (run) => run.startedAt }),
    textColumn({
      id: "took",
      header: t("runs.took"),
      nowrap: true,
      value: ({ startedAt, endedAt }) =>
        endedAt === null
          ? t("runs.underWay")
          : t("runs.seconds", {
              figure: ((Date.parse(endedAt) - Date.parse(startedAt)) / 1000).toFixed(1),
            }),
    }),
  ];
});

/** Columns of the holds (RET-11). */
export const holdColumns = columnsOf<Hold>(({ translate, column }) => {
  const t = translate(retention);
  const state = ({ releasedAt, isPastReview }: Hold) =>
    t(releasedAt !== null ? "holds.released" : isPastReview ? "holds.past" : "holds.active");
  return [
    linkColumn({
      id: "on",
      header: t("holds.on"),
      value: (hold) => <bdi>{holdOnText(t, hold.on)}</bdi>,
      csv: (hold) => holdOnText(t, hold.on),
    }),
    column.cut("reason", t("holds.reason")),
    textColumn({
      id: "state",
      header: t("holds.state"),
      nowrap: true,
      csv: state,
      value: (hold) => (
        <Badge tone={hold.releasedAt !== null ? "gray" : hold.isPastReview ? "amber" : "green"}>
          {state(hold)}
        </Badge>
      ),
    }),
    column.day("reviewAt", t("holds.reviewAt"), { under: "state" }),
    textColumn({
      id: "placedBy",
      header: t("holds.placedBy"),
      nowrap: true,
      value: ({ placedBy }) => placedBy ?? t("change.removedUser"),
    }),
    column.date("placedAt", t("holds.placedAt"), { under: "placedBy" }),
  ];
});
