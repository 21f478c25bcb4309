import { useLoaderData } from "@remix-run/react";
import applicationsStyles from "~/components/applications/applications.css?url";
import { VacancyReport } from "~/components/vacancies/vacancy-report";
import { VacancyErrorBoundary } from "~/components/vacancies/vacancy-not-found";
import { useTexts } from "~/components/context/console-context";
import { fixedTitle } from "~/components/shell/page-title";
import { Notices } from "~/components/ui/notices";
import { PageHeader } from "~/components/ui/page-header";
import { stylesheets } from "~/components/ui/stylesheets";
import { Time } from "~/components/ui/time";
import { funnel } from "~/i18n/funnel";
import {
  getBestCandidates,
  getFunnel,
  getStageCounts,
  pipelineOf,
} from "~/models/applications/funnel.server";
import { vacancyOfAddress } from "~/models/vacancies/vacancy-screen.server";
import { loaded } from "~/services/failure.server";
import { screenGates } from "~/services/gates";
import { consoleLoader } from "~/services/guard.server";

export const links = stylesheets(applicationsStyles);
export const handle = fixedTitle(funnel, "report.title");
export const ErrorBoundary = VacancyErrorBoundary;

export const loader = consoleLoader(screenGates["vacancies/:vacancyId/report"], async (args) => {
  const { api, base, param, timeZone, translate } = args;
  const vacancyId = param("vacancyId");
  const parts = Promise.all([
    getFunnel(api, vacancyId, {}, timeZone),
    getBestCandidates(api, vacancyId),
    getStageCounts(api, vacancyId),
  ]);
  const [vacancy, { data, error }] = await Promise.all([
    vacancyOfAddress(args),
    loaded(parts, args, translate(funnel)("report.loadFailed")),
  ]);
  return {
    title: vacancy.title,
    vacancyHref: `${base}/vacancies/${vacancy._id}`,
    madeAt: new Date().toISOString(),
    problem: error,
    report: data && {
      stages: data[0],
      best: data[1],
      pipeline: pipelineOf(vacancy.workflow.stages, data[2]),
    },
  };
});

/** A vacancy's report for a hiring manager, to print on one page (PIPE-14). */
export default function Report() {
  const { title, vacancyHref, madeAt, problem, report } = useLoaderData<typeof loader>();
  const t = useTexts(funnel);
  const [before = "", after = ""] = t("report.made", { time: "\u0000" }).split("\u0000");
  return (
    <>
      <PageHeader
        title={t("report.title")}
        name={title}
        back={{ to: vacancyHref, label: title }}
        meta={[
          <>
            {before}
            <Time at={madeAt} kind="dateTime" />
            {after}
          </>,
          <span key="print" className="screen-only">
            {t("report.print")}
          </span>,
        ]}
      />
      <Notices notices={problem ? [problem] : []} />
      {report && <VacancyReport {...report} />}
    </>
  );
}
