import { useLocation } from "@remix-run/react";
import { useConsole, useTexts } from "~/components/context/console-context";
import { actionsColumn, type Column, linkColumn, textColumn, timeColumn } from "~/components/table/columns";
import { useShortener } from "~/components/table/use-shortener";
import { Badge } from "~/components/ui/badge";
import { rowOpener } from "~/components/ui/menu";
import { useTime } from "~/components/ui/time";
import { applications } from "~/i18n/applications";
import { declineReasons } from "~/i18n/decline-reasons";
import { translator } from "~/i18n/texts";
import { hasSubmissions, progressNames, progressStatuses } from "~/models/applications/application-options";
import type { ApplicationsData } from "~/models/applications/application-screen.server";
import { overdueBy } from "~/models/applications/overdue";
import type { ColumnBasis } from "~/models/list/list-columns";
import { actionsMenuId, type ApplicationIntents } from "./application-actions";
import { applicationHref } from "./application-hrefs";
import { insightsCell } from "./insights-cell";
import { earlierColumn, judgedColumns, withTooltip, type Translator } from "./result-columns";
import { statusTones } from "./status-tones";

type Row = ApplicationsData["rows"][number];

/** A candidate's name in a row; with `unviewed` set, preceded by a dot with that label. */
export function CandidateName({ name, unviewed }: { name: string; unviewed: string | false | undefined }) {
  return (
    <>
      {unviewed && (
        <span className="unviewed-dot" title={unviewed}>
          <span className="visually-hidden">{unviewed}</span>
        </span>
      )}
      {/* Isolates the name's script direction from its neighbours. */}
      <bdi>{name}</bdi>
    </>
  );
}

type DaysInStageProps = { days: number; dayLimit: number | null | undefined };

/** Days waited at the stage, or days past its limit (PIPE-03). */
export function DaysInStage({ days, dayLimit }: DaysInStageProps) {
  const t = useTexts(applications);
  const overdue = overdueBy(days, dayLimit);
  if (overdue === undefined) return <>{t("daysInStage", { count: days })}</>;
  return (
    <Badge tone="red" isPlain>
      {overdue === 0 ? t("overdueToday") : t("overdue", { count: overdue })}
    </Badge>
  );
}

const progressOf = (row: Row) => progressNames.find((name) => progressStatuses[name] === row.progress);

/** Id of the menu shared by the list's rows. */
export const rowMenuId = "candidate-menu";

/** Facts that determine a stage's columns. */
type StageFacts = {
  stage: { product: string; isFirst: boolean; dayLimit?: number | null } | undefined;
  stages: readonly { _id: string; name: string }[];
  progress: ApplicationsData["progress"];
};

/** Columns of the exported file: those on the page plus ids to find the rows elsewhere (APP-90). */
export const applicationFileColumns = (
  basis: Pick<ColumnBasis, "translate" | "time">,
  { mayOpen, ...facts }: StageFacts & { mayOpen: boolean },
): Column<Row>[] => {
  const t = basis.translate(applications);
  return [
    ...applicationColumns(basis, facts),
    textColumn<Row>({
      id: "declineReason",
      header: basis.translate(declineReasons)("choose.given"),
      value: (row) => row.declineReason,
    }),
    ...(mayOpen
      ? [textColumn<Row>({ id: "phone", header: t("columns.phone"), value: (row) => row.phoneNumber })]
      : []),
    textColumn<Row>({ id: "id", header: t("columns.id"), value: (row) => row._id }),
  ];
};

/** Columns of the applications at a stage, for the page and the exported file (APP-22). */
export const applicationColumns = (
  { translate, time }: Pick<ColumnBasis, "translate" | "time">,
  { stage, stages, progress }: StageFacts,
): Column<Row>[] => {
  const t = translate(applications);
  return [
    linkColumn({
      id: "name",
      header: t("columns.name"),
      sort: "name",
      className: "col-name",
      csv: (row) => row.name,
      person: (row) => row.name,
      value: (row) => (
        <CandidateName name={row.name} unviewed={row.hasInsights && !row.isViewed && t("unviewed")} />
      ),
    }),
    textColumn({
      id: "email",
      speaks: true,
      header: t("columns.email"),
      under: "name",
      className: "col-email",
      value: (row) => row.email,
    }),
    textColumn({
      id: "status",
      speaks: true,
      header: t("columns.status"),
      className: "col-status",
      csv: (row) => t(`status.${row.status}`),
      value: (row) => <Badge tone={statusTones[row.status] ?? "gray"}>{t(`status.${row.status}`)}</Badge>,
    }),
    textColumn({
      id: "progressed",
      speaks: true,
      header: t("columns.progressed"),
      under: "status",
      value: (row) => {
        const words = progressText(row, stage, t);
        return words && withTooltip(words);
      },
    }),
    textColumn({
      id: "progress",
      speaks: true,
      header: t("columns.progress"),
      className: "col-progress",
      value: (row) => {
        const at = progressOf(row);
        return at ? t(`progress.${at}`) : null;
      },
    }),
    textColumn({
      id: "inStage",
      speaks: true,
      header: t("columns.inStage"),
      under: "progress",
      sort: "stageSince",
      csv: ({ daysInStage }) => daysInStage?.toString(),
      value: ({ daysInStage }) =>
        daysInStage !== undefined && <DaysInStage days={daysInStage} dayLimit={stage?.dayLimit} />,
    }),
    ...judgedColumns(t, stage?.product === "SI"),
    // The first stage has no earlier one (APP-53).
    ...(stage?.isFirst ? [] : [earlierColumn(stages, t)]),
    timeColumn({
      id: "created",
      header: t("columns.created"),
      sort: "createdAt",
      className: "col-times",
      // The table's own rule.
      nowrap: false,
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
  ];
};

/**
 * The columns above plus the row menu. Related columns share a cell, each with its own heading, so that the table fits
 * a laptop's width.
 */
export function useApplicationColumns(
  data: ApplicationsData,
  vacancyPath: string,
  intents: ApplicationIntents,
  /** Called with the id of the row whose menu opens. */
  onOpen: (applicationId: string) => void,
): Column<Row>[] {
  const t = useTexts(applications);
  const { language } = useConsole();
  const time = useTime();
  const { search } = useLocation();
  const shorten = useShortener();
  const visible = applicationColumns({ translate: (texts) => translator(texts, language), time }, data);
  const { may } = data;
  // Without JS the menu is on the candidate's page.
  const menuHref = (row: Row) => `${applicationHref(vacancyPath, row._id, null, search)}#${actionsMenuId}`;
  return [
    ...visible,
    ...(may.open
      ? [
          textColumn<Row>({
            id: "insights",
            speaks: true,
            header: t("columns.insights"),
            className: "col-insights",
            value: (row) => insightsCell(row, t, intents.insights),
          }),
          actionsColumn<Row>({
            id: "actions",
            header: t("columns.actions"),
            className: "col-actions",
            value: (row) =>
              rowOpener({
                panel: rowMenuId,
                name: t("actionsFor", { name: row.name }),
                href: shorten(menuHref(row)),
                onOpen: () => onOpen(row._id),
              }),
          }),
        ]
      : []),
  ];
}

/**
 * Null at the first stage and for candidates invited directly to a later one: they were not progressed
 * (APP-23, APP-24).
 */
function progressText(row: Row, stage: StageFacts["stage"], t: Translator) {
  if (row.isManuallyProgressed) return t("manually");
  return stage?.isFirst || !row.hasEarlierStage ? null : t("automatically");
}
