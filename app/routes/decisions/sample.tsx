import { useLoaderData } from "@remix-run/react";
import { Problem } from "~/components/area/problem";
import { useConsole, useTexts } from "~/components/context/console-context";
import { decisionColumns } from "~/components/decisions/decision-columns";
import { daysOfSample, shareChanged, subjectOfSample } from "~/components/decisions/sample-columns";
import { fixedTitle } from "~/components/shell/page-title";
import { DataTable } from "~/components/table/data-table";
import { Card, DataList } from "~/components/ui/layout";
import { PageHeader } from "~/components/ui/page-header";
import { Time } from "~/components/ui/time";
import { decisions } from "~/i18n/decisions";
import { formatNumber } from "~/i18n/numbers";
import { translator } from "~/i18n/texts";
import { getSample } from "~/models/decisions/sample.server";
import { detailOrNotice } from "~/services/failure.server";
import { screenGates } from "~/services/gates";
import { consoleLoader } from "~/services/guard.server";

export const handle = fixedTitle(decisions, "samples.sampleTitle");

export const loader = consoleLoader(screenGates["decisions/samples/:sampleId"], async (args) => {
  const { api, base, param, translate } = args;
  const { data, error } = await detailOrNotice(
    getSample(api, param("sampleId")),
    args,
    translate(decisions)("samples.sampleFailed"),
  );
  return {
    base,
    found: data,
    problem: error,
    recordName: data ? subjectOfSample(data.sample, { translate }) : undefined,
  };
});

/** One sample: its subject, and each decision with a link to its review (DEC-05). */
export default function SamplePage() {
  const { base, found, problem, recordName } = useLoaderData<typeof loader>();
  const t = useTexts(decisions);
  const { language } = useConsole();
  const back = { to: `${base}/decisions/samples`, label: t("samples.title") };
  if (!found)
    return (
      <>
        <PageHeader title={t("samples.sampleTitle")} back={back} />
        <Problem of={problem} />
      </>
    );
  const { sample, decisions: rows } = found;
  return (
    <>
      <PageHeader
        title={t("samples.sampleTitle")}
        name={recordName ?? subjectOfSample(sample, { translate: (texts) => translator(texts, language) })}
        back={back}
      />
      <div className="rt-r-display-grid rt-r-gap-4">
        <Card>
          <DataList
            items={[
              { label: t("samples.period"), value: t("samples.days", daysOfSample(sample)) },
              { label: t("samples.seed"), value: <bdi>{sample.seed}</bdi> },
              { label: t("samples.drawnBy"), value: <bdi>{sample.drawnBy ?? t("removedUser")}</bdi> },
              { label: t("samples.drawnAt"), value: <Time at={sample.drawnAt} kind="dateTime" /> },
              { label: t("samples.drawn"), value: formatNumber(sample.drawnCount) },
              { label: t("samples.reviewed"), value: formatNumber(sample.reviewedCount) },
              { label: t("samples.changed"), value: formatNumber(sample.changedCount) },
              { label: t("samples.share"), value: shareChanged(sample) },
            ]}
          />
        </Card>
        <DataTable
          name="decisions"
          rows={rows}
          label={t("samples.rows")}
          columns={decisionColumns}
          rowHref={(row) => `${base}/decisions/${row._id}`}
        />
        {rows.length < sample.drawnCount && <p className="small muted">{t("samples.gone")}</p>}
      </div>
    </>
  );
}
