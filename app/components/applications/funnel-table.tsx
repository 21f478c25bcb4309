import { useTexts } from "~/components/context/console-context";
import { ScrollFrame } from "~/components/ui/layout";
import { funnel } from "~/i18n/funnel";
import { formatNumber } from "~/i18n/numbers";
import type { FunnelStage } from "~/models/applications/funnel.server";
import type { FunnelStep } from "~/models/applications/funnel-steps";

type FunnelTableProps = {
  stages: readonly FunnelStage[];
  /** URL of the candidates behind a number; without it numbers are not links. */
  hrefOf?: (stageId: string, step: FunnelStep) => string;
};

const shareOf = (part: number, whole: number) =>
  whole === 0 ? "-" : `${Math.round((part / whole) * 100)} %`;

/** Progress of a vacancy's candidates through its stages (PIPE-12). */
export function FunnelTable({ stages, hrefOf }: FunnelTableProps) {
  const t = useTexts(funnel);
  const linked = (stage: FunnelStage, step: FunnelStep, count: number) =>
    hrefOf && count > 0 ? (
      <a
        href={hrefOf(stage.stageId, step)}
        aria-label={`${formatNumber(count)}, ${t(`steps.${step}`, { stage: stage.name })}`}
      >
        {formatNumber(count)}
      </a>
    ) : (
      formatNumber(count)
    );
  return (
    <ScrollFrame label={t("title")}>
      <table className="plain-table funnel figures">
        <thead>
          <tr>
            <th scope="col">{t("stage")}</th>
            <th scope="col">{t("came")}</th>
            <th scope="col">{t("completed")}</th>
            <th scope="col">{t("wentOn")}</th>
            <th scope="col">{t("share")}</th>
            <th scope="col">{t("median")}</th>
          </tr>
        </thead>
        <tbody>
          {stages.map((stage) => (
            <tr key={stage.stageId}>
              <th scope="row">
                <bdi>{stage.name}</bdi>
              </th>
              <td>{linked(stage, "CAME", stage.came)}</td>
              <td>{linked(stage, "COMPLETED", stage.completed)}</td>
              <td>{stage.wentOn === null ? "-" : linked(stage, "WENT_ON", stage.wentOn)}</td>
              <td>{stage.wentOn === null ? "-" : shareOf(stage.wentOn, stage.came)}</td>
              <td>{stage.medianStayDays === null ? "-" : stage.medianStayDays.toFixed(1)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollFrame>
  );
}
