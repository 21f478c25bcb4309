import type { ReactNode } from "react";
import { useTexts } from "~/components/context/console-context";
import { Badge } from "~/components/ui/badge";
import { Time } from "~/components/ui/time";
import { applications } from "~/i18n/applications";
import { compare } from "~/i18n/compare";
import { progressNames, progressStatuses } from "~/models/applications/application-options";
import type { Compared } from "~/models/applications/compare.server";
import { DaysInStage } from "./application-columns";
import { statusTones } from "./status-tones";
import { applicationHref } from "./application-hrefs";
import { resultText, resultTones, scoreBar } from "./result-columns";

type CompareTableProps = {
  candidates: readonly Compared[];
  stages: readonly { _id: string; name: string; product: string; dayLimit: number | null }[];
  mayOpen: boolean;
  vacancyPath: string;
  /** Query of the list the candidates were selected in. */
  search: string;
};

/** Candidates as columns, compared stage by stage (PIPE-05). */
export function CompareTable({ candidates, stages, mayOpen, vacancyPath, search }: CompareTableProps) {
  const t = useTexts(compare);
  const a = useTexts(applications);
  const row = (key: string, label: string, cell: (one: Compared) => ReactNode) => (
    <tr key={key}>
      <th scope="row">{label}</th>
      {candidates.map((one) => (
        <td key={one.row._id}>{cell(one) ?? "-"}</td>
      ))}
    </tr>
  );
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it
    <div className="card compare rt-r-ox-auto" role="region" aria-label={t("label")} tabIndex={0}>
      <table className="plain-table">
        <thead>
          <tr>
            <td />
            {candidates.map(({ row: { _id }, name }) => (
              <th key={_id} scope="col">
                {mayOpen ? (
                  <a href={applicationHref(vacancyPath, _id, null, search)}>
                    <bdi>{name}</bdi>
                  </a>
                ) : (
                  <bdi>{name}</bdi>
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {row("status", a("columns.status"), ({ row: { status } }) => (
            <Badge tone={statusTones[status] ?? "gray"}>{a(`status.${status}`)}</Badge>
          ))}
          {row(
            "stage",
            t("stage"),
            ({ row: { stageId } }) => stages.find(({ _id }) => _id === stageId)?.name,
          )}
          {row("days", t("days"), ({ row: { daysInStage, stageId } }) =>
            daysInStage === undefined ? undefined : (
              <DaysInStage
                days={daysInStage}
                dayLimit={stages.find(({ _id }) => _id === stageId)?.dayLimit}
              />
            ),
          )}
          {row("created", a("columns.created"), ({ row: { createdAt } }) => (
            <Time at={createdAt} kind="dateTime" />
          ))}
        </tbody>
        {stages.map(({ _id, name, product }, index) => {
          const compareRow = (key: string, label: string, cell: (at: StageResult) => ReactNode) =>
            row(key, label, ({ stages: all }) => {
              const at = all[index];
              return at ? cell(at) : <span className="muted">{t("none")}</span>;
            });
          const isTaken = candidates.some(({ stages: all }) => all[index]);
          return (
            <tbody key={_id}>
              <tr>
                <th scope="rowgroup" colSpan={candidates.length + 1} className="compare-stage">
                  {name}
                </th>
              </tr>
              {compareRow("progress", a("columns.progress"), ({ progress }) => {
                const at = progressNames.find((one) => progressStatuses[one] === progress);
                return at && a(`progress.${at}`);
              })}
              {isTaken &&
                compareRow(
                  "result",
                  a(product === "SI" ? "columns.rating" : "columns.result"),
                  ({ result }) =>
                    result === null ? undefined : (
                      <Badge tone={resultTones[result] ?? "gray"} isPlain>
                        {resultText(a, result)}
                      </Badge>
                    ),
                )}
              {isTaken &&
                (product === "SI"
                  ? compareRow(
                      "comment",
                      a("columns.comment"),
                      ({ comment }) => comment && <span dir="auto">{comment}</span>,
                    )
                  : compareRow("score", a("columns.score"), ({ score }) =>
                      score === null ? undefined : scoreBar(score),
                    ))}
              {isTaken &&
                compareRow("flags", a("columns.flags"), ({ flags }) =>
                  flags.length === 0
                    ? undefined
                    : flags.map((flag) => (
                        <Badge key={flag} tone="amber">
                          {a(`flags.${flag}`)}
                        </Badge>
                      )),
                )}
              {isTaken &&
                compareRow("submitted", a("columns.submitted"), ({ submittedAt }) =>
                  submittedAt === null ? undefined : <Time at={submittedAt} kind="dateTime" />,
                )}
            </tbody>
          );
        })}
      </table>
    </div>
  );
}

type StageResult = NonNullable<Compared["stages"][number]>;
