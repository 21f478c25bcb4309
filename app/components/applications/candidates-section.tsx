import { useLocation } from "@remix-run/react";
import { useTexts } from "~/components/context/console-context";
import { Callout } from "~/components/ui/callout";
import { type Notice, Notices } from "~/components/ui/notices";
import { applications } from "~/i18n/applications";
import type { ApplicationsData } from "~/models/applications/application-screen.server";
import { UndoableJob } from "~/components/bulk-jobs/undoable-job";
import { useShortener } from "~/components/table/use-shortener";
import { allAtStageHref, progressHref, stageHref } from "./application-hrefs";
import { ApplicationTable } from "./application-table";
import { BulkReport, type BulkReportData } from "./bulk-report";
import { InsightsForm } from "./insights-form";
import { ProgressTabs, StageTabs } from "./pipeline";
import type { ApplicationIntents } from "./application-actions";

type CandidatesSectionProps = {
  intents: ApplicationIntents;
  candidates: ApplicationsData;
  /** `{base}/vacancies/{vacancyId}` */
  vacancyPath: string;
  /** The section's last action result. */
  answer?: { notice: Notice | null; report?: BulkReportData };
};

/** Everything below a vacancy's panel: stages, progress, filters, candidates and their actions (VAC-50). */
export function CandidatesSection({ intents, candidates, vacancyPath, answer }: CandidatesSectionProps) {
  const t = useTexts(applications);
  const { search } = useLocation();
  const shorten = useShortener();
  const { stage, stages, progress, applicationId, rows } = candidates;
  return (
    <div className="candidates">
      <div className="card rt-r-mb-3 rt-r-overflow-hidden">
        <StageTabs
          stages={stages}
          currentId={stage?._id}
          hrefOf={({ _id }, index) => shorten(stageHref(vacancyPath, search, _id, index === 0))}
        />
        {!applicationId && (
          <ProgressTabs
            current={progress}
            counts={stages.find(({ _id }) => _id === stage?._id)?.counts ?? null}
            hrefOf={(name) => shorten(progressHref(vacancyPath, search, name))}
          />
        )}
      </div>
      {applicationId && rows.length > 0 && (
        <div className="notices">
          <Callout
            title={t("only")}
            link={{ to: allAtStageHref(vacancyPath, search, stage), label: t("showAll") }}
          />
        </div>
      )}
      <Notices notices={answer?.notice ? [answer.notice] : []} />
      {answer?.report && <BulkReport report={answer.report} stages={stages} />}
      <UndoableJob job={candidates.undoable} />
      <InsightsForm action={vacancyPath + search} />
      <ApplicationTable
        {...candidates}
        intents={intents}
        vacancyPath={vacancyPath}
        checkedIds={answer?.report?.isUndo ? undefined : answer?.report?.refused.map(({ _id }) => _id)}
      />
    </div>
  );
}
