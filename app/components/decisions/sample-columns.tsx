import { linkColumn, numberColumn, textColumn } from "~/components/table/columns";
import { columnsOf, type ColumnKit } from "~/components/table/use-columns";
import { applications } from "~/i18n/applications";
import { decisions } from "~/i18n/decisions";
import type { Sample } from "~/models/decisions/sample.server";
import { statusNameOf } from "~/models/workflows/statuses";

/** Share of reviewed decisions that were changed; a dash before the first review. */
export const shareChanged = ({
  reviewedCount,
  changedCount,
}: Pick<Sample, "reviewedCount" | "changedCount">) =>
  reviewedCount === 0 ? "-" : `${Math.round((changedCount / reviewedCount) * 100)} %`;

/** Days of a sample's period, in UTC. */
export const daysOfSample = ({ periodFrom, periodBefore }: Pick<Sample, "periodFrom" | "periodBefore">) => ({
  from: periodFrom.slice(0, 10),
  to: new Date(Date.parse(periodBefore) - 1).toISOString().slice(0, 10),
});

/** Subject of a sample, as text. */
export function subjectOfSample(
  { workflowName, result }: Pick<Sample, "workflowName" | "result">,
  { translate }: Pick<ColumnKit<Sample>, "translate">,
): string {
  const [t, a] = [translate(decisions), translate(applications)];
  const words = [workflowName, result && (result === "MOVED" ? t("moved") : statusNameOf(a)(result))].filter(
    Boolean,
  );
  return words.length === 0 ? t("samples.ofAll") : words.join(", ");
}

/** Columns of the samples (DEC-05). */
export const sampleColumns = columnsOf<Sample>((kit) => {
  const t = kit.translate(decisions);
  return [
    linkColumn({
      id: "of",
      header: t("samples.of"),
      csv: (sample) => subjectOfSample(sample, kit),
      value: (sample) => <bdi>{subjectOfSample(sample, kit)}</bdi>,
    }),
    textColumn({
      id: "period",
      header: t("samples.period"),
      nowrap: true,
      value: (sample) => t("samples.days", daysOfSample(sample)),
    }),
    numberColumn({ id: "drawn", header: t("samples.drawn"), value: (sample) => sample.drawnCount }),
    numberColumn({ id: "reviewed", header: t("samples.reviewed"), value: (sample) => sample.reviewedCount }),
    numberColumn({ id: "changed", header: t("samples.changed"), value: (sample) => sample.changedCount }),
    textColumn({
      id: "share",
      header: t("samples.share"),
      align: "end",
      value: (sample) => shareChanged(sample),
    }),
    kit.column.text("seed", t("samples.seed")),
    textColumn({
      id: "drawnBy",
      header: t("samples.drawnBy"),
      value: ({ drawnBy }) => <bdi>{drawnBy ?? t("removedUser")}</bdi>,
    }),
    kit.column.dateTime("drawnAt", t("samples.drawnAt"), { under: "drawnBy" }),
  ];
});
