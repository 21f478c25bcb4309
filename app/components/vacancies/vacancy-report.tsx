import { FunnelTable } from "~/components/applications/funnel-table";
import { useTexts } from "~/components/context/console-context";
import { Card, ScrollFrame } from "~/components/ui/layout";
import { applications } from "~/i18n/applications";
import { funnel } from "~/i18n/funnel";
import { formatNumber } from "~/i18n/numbers";
import type { BestRow, FunnelStage, PipelineStage } from "~/models/applications/funnel.server";

type VacancyReportProps = {
  pipeline: readonly PipelineStage[];
  stages: readonly FunnelStage[];
  best: readonly BestRow[];
};

const parts = ["NOT_STARTED", "IN_PROGRESS", "COMPLETED", "DROPPED_OUT"] as const;

/** Pipeline, funnel and top ten of a vacancy; of people, only names and scores (PIPE-14). */
export function VacancyReport({ pipeline, stages, best }: VacancyReportProps) {
  const t = useTexts(funnel);
  const a = useTexts(applications);
  return (
    <div className="report rt-r-display-grid rt-r-gap-4">
      <Card title={t("report.pipeline")}>
        <ScrollFrame label={t("report.pipeline")}>
          <table className="plain-table funnel figures">
            <thead>
              <tr>
                <th scope="col">{t("stage")}</th>
                <th scope="col">{t("report.total")}</th>
                {parts.map((part) => (
                  <th key={part} scope="col">
                    {t(`report.progress.${part}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {pipeline.map(({ _id, name, progress, total }) => (
                <tr key={_id}>
                  <th scope="row">
                    <bdi>{name}</bdi>
                  </th>
                  <td>{formatNumber(total)}</td>
                  {parts.map((part) => (
                    <td key={part}>{formatNumber(progress[part])}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollFrame>
      </Card>
      <Card title={t("title")}>
        <FunnelTable stages={stages} />
        <p className="small muted rt-r-mt-2">{t("explain")}</p>
      </Card>
      <Card title={t("report.best")}>
        {best.length === 0 ? (
          <p className="muted">{t("report.noScores")}</p>
        ) : (
          <>
            <p className="small muted rt-r-mb-2">{t("report.bestText")}</p>
            <ScrollFrame label={t("report.best")}>
              <table className="plain-table funnel funnel-best figures">
                <thead>
                  <tr>
                    <th scope="col">{t("report.name")}</th>
                    <th scope="col">{t("report.score")}</th>
                    <th scope="col">{t("report.flags")}</th>
                  </tr>
                </thead>
                <tbody>
                  {best.map(({ _id, name, score, flags }) => (
                    <tr key={_id}>
                      <th scope="row">
                        <bdi>{name}</bdi>
                      </th>
                      <td>{score}</td>
                      <td>{flags.length === 0 ? "-" : flags.map((flag) => a(`flags.${flag}`)).join(", ")}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </ScrollFrame>
          </>
        )}
      </Card>
    </div>
  );
}
