import { useLocation } from "@remix-run/react";
import { useTexts } from "~/components/context/console-context";
import { actionsColumn, type Column, linkColumn, textColumn, timeColumn } from "~/components/table/columns";
import { Badge } from "~/components/ui/badge";
import { useHydrated } from "remix-utils/use-hydrated";
import { Icon } from "~/components/ui/icons";
import { useTime } from "~/components/ui/time";
import type { Tone } from "~/components/ui/tones";
import { applications } from "~/i18n/applications";
import { hasSubmissions, progressNames, progressStatuses } from "~/models/applications/application-options";
import type { ApplicationsData } from "~/models/applications/application-screen.server";
import { actionsCell } from "./application-actions";
import { insightsFormId } from "./insights-form";

type Row = ApplicationsData["rows"][number];

const resultTones: Record<string, Tone> = { YES: "green", MAYBE: "amber", NO: "red" };
const statusTones: Partial<Record<Row["status"], Tone>> = {
  APPS_APPLICATION_NEW: "accent",
  APPS_APPLICATION_SHORTLISTED: "cyan",
  APPS_APPLICATION_LONGLISTED: "cyan",
  APPS_APPLICATION_INTERVIEW: "purple",
  APPS_APPLICATION_OFFERED: "purple",
  APPS_APPLICATION_HIRED: "green",
};

const progressOf = (row: Row) => progressNames.find((name) => progressStatuses[name] === row.progress);

/**
 * The columns of the applications at a stage (APP-22), the last with what can be done to one. Two that belong together
 * share a cell, each with its heading: the table fits the width of a laptop.
 */
export function useApplicationColumns(data: ApplicationsData, vacancyPath: string): Column<Row>[] {
  const t = useTexts(applications);
  const time = useTime();
  const hydrated = useHydrated();
  const { search } = useLocation();
  const { stage, progress, may } = data;
  return [
    linkColumn({
      id: "name",
      header: t("columns.name"),
      sort: "name",
      className: "col-name",
      // Names of any script keep to themselves; nothing in them moves their neighbours.
      value: (row) => (
        <span className="candidate-name" title={row.name}>
          {row.hasInsights && !row.isViewed && (
            <span className="unviewed-dot" title={t("unviewed")}>
              <span className="visually-hidden">{t("unviewed")}</span>
            </span>
          )}
          <bdi>{row.name}</bdi>
        </span>
      ),
    }),
    textColumn({
      id: "email",
      header: t("columns.email"),
      under: "name",
      className: "col-email",
      value: (row) => row.email && <span title={row.email}>{row.email}</span>,
    }),
    textColumn({
      id: "status",
      header: t("columns.status"),
      className: "col-status",
      value: (row) => <Badge tone={statusTones[row.status] ?? "gray"}>{t(`status.${row.status}`)}</Badge>,
    }),
    textColumn({
      id: "progressed",
      header: t("columns.progressed"),
      under: "status",
      // APP-23, APP-24: nobody is progressed to a first stage, nor who was invited straight to a later one.
      value: (row) =>
        row.isManuallyProgressed
          ? t("manually")
          : stage?.isFirst || !row.hasEarlierStage
            ? null
            : t("automatically"),
    }),
    textColumn({
      id: "progress",
      header: t("columns.progress"),
      className: "col-progress",
      value: (row) => {
        const at = progressOf(row);
        return at ? t(`progress.${at}`) : null;
      },
    }),
    textColumn({
      id: "reviews",
      header: t("columns.reviews"),
      under: "progress",
      value: ({ reviews }) => reviews && t("reviews", reviews),
    }),
    ...judgedColumns(t, stage?.product === "SI"),
    timeColumn({
      id: "created",
      header: t("columns.created"),
      sort: "createdAt",
      className: "col-times",
      time,
      at: (row) => row.createdAt,
    }),
    timeColumn({
      id: "submitted",
      header: t("columns.submitted"),
      sort: hasSubmissions(progress) ? "submittedAt" : undefined,
      under: "created",
      time,
      at: (row) => row.submittedAt,
    }),
    textColumn({
      id: "insights",
      header: t("columns.insights"),
      className: "col-insights",
      value: (row) => insightsCell(row, t),
    }),
    actionsColumn({
      id: "actions",
      header: t("columns.actions"),
      className: "col-actions",
      value: (row) => actionsCell(row, t, { may, hydrated, vacancyPath, search }),
    }),
  ];
}

/** APP-22: what a chat is judged by, or a video. */
function judgedColumns(t: Translator, isVideo: boolean): Column<Row>[] {
  const result = textColumn<Row>({
    id: "result",
    header: t(isVideo ? "columns.rating" : "columns.result"),
    className: "col-result",
    value: ({ result: value }) =>
      value && <Badge tone={resultTones[value] ?? "gray"}>{resultText(t, value)}</Badge>,
  });
  if (isVideo)
    return [
      result,
      textColumn({
        id: "comment",
        header: t("columns.comment"),
        className: "col-comment",
        value: (row) =>
          row.comment && (
            <span className="candidate-comment" dir="auto" title={row.comment}>
              {row.comment}
            </span>
          ),
      }),
    ];
  return [
    result,
    textColumn({
      id: "score",
      header: t("columns.score"),
      sort: "recommendationScore",
      under: "result",
      value: ({ score }) =>
        score !== null && (
          <span className="candidate-score">
            {score}
            <progress max={100} value={score} aria-hidden="true" />
          </span>
        ),
    }),
    textColumn({
      id: "flags",
      header: t("columns.flags"),
      className: "col-flags",
      value: ({ flags }) => flags.length > 0 && flagsCell(flags, t),
    }),
  ];
}

type Translator = ReturnType<typeof useTexts<(typeof applications)["en"]>>;

/** The words where there is room for them, else their number (the words are its title). */
function flagsCell(flags: Row["flags"], t: Translator) {
  const words = flags.map((flag) => t(`flags.${flag}`));
  return (
    <>
      <span className="flag-words">
        {words.map((word) => (
          <Badge key={word} tone="amber">
            {word}
          </Badge>
        ))}
      </span>
      <span className="flag-count" title={words.join(", ")}>
        {t("flagCount", { count: flags.length })}
      </span>
    </>
  );
}

function resultText(t: Translator, value: string): string {
  return value === "YES" || value === "MAYBE" || value === "NO" ? t(`result.${value}`) : value;
}

/** A button and no link: opening marks as viewed, which a GET must not (APP-34). */
function insightsCell(row: Row, t: Translator) {
  if (row.isDeidentified && row.submittedAt !== null)
    return (
      <span className="candidate-note" title={t("insightsDeleted")}>
        {t("insightsDeleted")}
      </span>
    );
  if (!row.hasInsights) return null;
  return (
    <button
      type="submit"
      form={insightsFormId}
      name="intent"
      value={`insights:${row._id}`}
      className="link-button"
      aria-label={t("openInsightsOf", { name: row.name })}
    >
      <span className="insights-text">{t("openInsights")}</span>
      <Icon name="external" />
    </button>
  );
}
