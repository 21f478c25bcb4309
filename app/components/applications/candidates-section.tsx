import { useLocation } from "@remix-run/react";
import { useTexts } from "~/components/context/console-context";
import { Callout } from "~/components/ui/callout";
import { type Notice, Notices } from "~/components/ui/notices";
import { Tabs } from "~/components/ui/tabs";
import { applications } from "~/i18n/applications";
import { progressNames } from "~/models/applications/application-options";
import type { ApplicationsData } from "~/models/applications/application-screen.server";
import { allAtStageHref, progressHref, stageHref } from "./application-hrefs";
import { ApplicationTable } from "./application-table";
import { BulkReport, type BulkReportData } from "./bulk-report";
import { InsightsForm } from "./insights-form";

type CandidatesSectionProps = {
  candidates: ApplicationsData;
  /** `{base}/vacancies/{vacancyId}` */
  vacancyPath: string;
  /** What the section's form was answered. */
  answer?: { notice: Notice | null; report?: BulkReportData };
};

/** Everything below a vacancy's panel (VAC-50): stages, progress, filters, candidates and what is done to them. */
export function CandidatesSection({ candidates, vacancyPath, answer }: CandidatesSectionProps) {
  const t = useTexts(applications);
  const { search } = useLocation();
  const { stage, stages, progress, applicationId, rows } = candidates;
  return (
    <div className="candidates">
      <div className="candidate-views">
        <Tabs
          label={t("stages")}
          tabs={stages.map(({ _id, name }, index) => ({
            to: stageHref(vacancyPath, search, _id, index === 0),
            label: name,
            current: _id === stage?._id,
          }))}
        />
        {!applicationId && (
          <nav className="pills" aria-label={t("progressTabs")}>
            {progressNames.map((name) => (
              <a
                key={name}
                href={progressHref(vacancyPath, search, name)}
                aria-current={name === progress ? "page" : undefined}
                data-keep-scroll=""
              >
                {t(`progress.${name}`)}
              </a>
            ))}
          </nav>
        )}
      </div>
      {applicationId && rows.length > 0 && (
        <div className="notices">
          <Callout
            title={t("one")}
            link={{ to: allAtStageHref(vacancyPath, search, stage), label: t("showAll") }}
          />
        </div>
      )}
      <Notices notices={answer?.notice ? [answer.notice] : []} />
      {answer?.report && <BulkReport report={answer.report} stages={stages} />}
      <InsightsForm action={vacancyPath + search} />
      <ApplicationTable
        {...candidates}
        vacancyPath={vacancyPath}
        checkedIds={answer?.report?.refused.map(({ _id }) => _id)}
      />
    </div>
  );
}
