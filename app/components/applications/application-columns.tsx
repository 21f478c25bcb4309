import { useLocation } from "@remix-run/react";
import { useTexts } from "~/components/context/console-context";
import type { Column } from "~/components/table/data-table";
import { Badge } from "~/components/ui/badge";
import { Button } from "~/components/ui/button";
import { useHydrated } from "remix-utils/use-hydrated";
import { Icon } from "~/components/ui/icons";
import { MenuButton, MenuLink, Popover } from "~/components/ui/menu";
import { useTime } from "~/components/ui/time";
import type { Tone } from "~/components/ui/tones";
import { applications } from "~/i18n/applications";
import { hasSubmissions, progressNames, progressStatuses } from "~/models/applications/application-options";
import type { ApplicationsData } from "~/models/applications/application-screen.server";
import { applicationHref } from "./application-hrefs";
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

/** The columns of the applications at a stage (APP-22), the last with what can be done to one. */
export function useApplicationColumns(data: ApplicationsData, vacancyPath: string): Column<Row>[] {
  const t = useTexts(applications);
  const time = useTime();
  const hydrated = useHydrated();
  const { search } = useLocation();
  const { stage, progress, may } = data;
  const isVideo = stage?.product === "SI";
  const name: Column<Row> = {
    id: "name",
    header: t("columns.name"),
    sort: "name",
    isRowHeader: true,
    // Names of any script keep to themselves; nothing in them moves their neighbours.
    cell: (row) => (
      <span className="candidate-name">
        <bdi>{row.name}</bdi>
      </span>
    ),
  };
  const result: Column<Row> = {
    id: "result",
    header: t(isVideo ? "columns.rating" : "columns.result"),
    cell: ({ result: value }) =>
      value ? <Badge tone={resultTones[value] ?? "gray"}>{resultText(t, value)}</Badge> : "-",
  };
  // APP-22: what a chat is judged by, or a video.
  const judged: Column<Row>[] = isVideo
    ? [
        result,
        {
          id: "comment",
          header: t("columns.comment"),
          cell: (row) =>
            row.comment ? (
              <span className="candidate-comment" dir="auto" title={row.comment}>
                {row.comment}
              </span>
            ) : (
              "-"
            ),
        },
      ]
    : [
        result,
        {
          id: "score",
          header: t("columns.score"),
          sort: "recommendationScore",
          align: "end",
          cell: (row) => row.score ?? "-",
        },
        {
          id: "flags",
          header: t("columns.flags"),
          cell: (row) =>
            row.flags.length > 0
              ? row.flags.map((flag) => (
                  <Badge key={flag} tone="amber">
                    {t(`flags.${flag}`)}
                  </Badge>
                ))
              : "-",
        },
      ];
  return [
    name,
    {
      id: "email",
      header: t("columns.email"),
      cell: (row) => (row.email ? <span className="candidate-email">{breakable(row.email)}</span> : "-"),
    },
    {
      id: "status",
      header: t("columns.status"),
      cell: (row) => <Badge tone={statusTones[row.status] ?? "gray"}>{t(`status.${row.status}`)}</Badge>,
    },
    {
      id: "progress",
      header: t("columns.progress"),
      nowrap: true,
      cell: (row) => {
        const at = progressOf(row);
        return at ? t(`progress.${at}`) : "-";
      },
    },
    ...judged,
    {
      id: "progressed",
      header: t("columns.progressed"),
      // APP-23, APP-24: nobody is progressed to a first stage.
      cell: (row) => (row.isManuallyProgressed ? t("manually") : stage?.isFirst ? "-" : t("automatically")),
    },
    {
      id: "reviews",
      header: t("columns.reviews"),
      align: "end",
      cell: ({ reviews }) => (reviews ? t("reviews", reviews) : "-"),
    },
    {
      id: "created",
      header: t("columns.created"),
      sort: "createdAt",
      cell: (row) => time(row.createdAt, "dateTime"),
    },
    {
      id: "submitted",
      header: t("columns.submitted"),
      sort: hasSubmissions(progress) ? "submittedAt" : undefined,
      cell: (row) => time(row.submittedAt, "dateTime"),
    },
    { id: "insights", header: t("columns.insights"), cell: (row) => insightsCell(row, t) },
    {
      id: "actions",
      header: t("columns.actions"),
      headerHidden: true,
      align: "end",
      cell: (row) => actionsCell(row, t, { may, hydrated, vacancyPath, search }),
    },
  ];
}

/** An address that is too long for one line goes on at its "@". */
function breakable(email: string) {
  const at = email.lastIndexOf("@");
  return (
    <>
      {email.slice(0, Math.max(at, 0))}
      <wbr />
      {email.slice(Math.max(at, 0))}
    </>
  );
}

type Translator = ReturnType<typeof useTexts<(typeof applications)["en"]>>;

function resultText(t: Translator, value: string): string {
  return value === "YES" || value === "MAYBE" || value === "NO" ? t(`result.${value}`) : value;
}

/** A button and no link: opening marks as viewed, which a GET must not (APP-34). */
function insightsCell(row: Row, t: Translator) {
  if (row.isDeidentified) return <span className="candidate-note small muted">{t("insightsDeleted")}</span>;
  if (!row.hasInsights) return "-";
  return (
    <button
      type="submit"
      form={insightsFormId}
      name="intent"
      value={`insights:${row._id}`}
      className="link-button"
      aria-label={t("openInsightsOf", { name: row.name })}
    >
      {t("openInsights")}
      <Icon name="external" />
      {!row.isViewed && <span className="unviewed-dot" title={t("unviewed")} />}
    </button>
  );
}

type ActionContext = {
  may: ApplicationsData["may"];
  hydrated: boolean;
  vacancyPath: string;
  search: string;
};

function actionsCell(row: Row, t: Translator, { may, hydrated, vacancyPath, search }: ActionContext) {
  const href = (page: string) => applicationHref(vacancyPath, row._id, page, search);
  return Popover({
    id: `actions-${row._id}`,
    align: "end",
    button: (
      <Button variant="ghost" size="small" icon="more" iconOnly>
        {t("actionsFor", { name: row.name })}
      </Button>
    ),
    children: (
      <>
        <MenuButton
          icon="send"
          name="intent"
          value={`report:${row._id}`}
          // Without scripts the server says why not (GEN-21).
          disabled={hydrated && !row.hasReport}
          title={row.hasReport ? undefined : t(row.isDeidentified ? "deidentified" : "report.resendSoon")}
        >
          {t("report.resend")}
        </MenuButton>
        <MenuLink to={href("email-state")} icon="mail">
          {t("report.emailState")}
        </MenuLink>
        {row.isDeidentified ? (
          <MenuButton type="button" icon="edit" disabled title={t("deidentified")}>
            {t("edit")}
          </MenuButton>
        ) : (
          <MenuLink to={href("edit")} icon="edit">
            {t("edit")}
          </MenuLink>
        )}
        {may.deidentify &&
          (row.isDeidentified ? (
            <MenuButton type="button" icon="eye-off" disabled title={t("deidentified")}>
              {t("deidentify")}
            </MenuButton>
          ) : (
            <MenuLink to={href("de-identify")} icon="eye-off" danger>
              {t("deidentify")}
            </MenuLink>
          ))}
        {may.delete && (
          <MenuLink to={href("delete")} icon="trash" danger>
            {t("remove")}
          </MenuLink>
        )}
      </>
    ),
  });
}
