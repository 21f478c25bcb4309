import { useActionData, useLoaderData } from "@remix-run/react";
import { rowColumns } from "~/components/bulk-jobs/job-columns";
import { JobPlan } from "~/components/bulk-jobs/job-plan";
import { JobProgress, JobStopped } from "~/components/bulk-jobs/job-progress";
import { JobReport, JobUndo } from "~/components/bulk-jobs/job-report";
import { JobRows } from "~/components/bulk-jobs/job-rows";
import { JobState } from "~/components/bulk-jobs/job-state";
import styles from "~/components/bulk-jobs/bulk-jobs.css?url";
import { useTexts } from "~/components/context/console-context";
import { fixedTitle } from "~/components/shell/page-title";
import { ButtonLink } from "~/components/ui/button";
import { type Notice, Notices } from "~/components/ui/notices";
import { PageHeader } from "~/components/ui/page-header";
import { stylesheets } from "~/components/ui/stylesheets";
import { bulkJobs } from "~/i18n/bulk-jobs";
import { getBulkJob, getBulkRows } from "~/models/bulk-jobs/bulk-job.server";
import {
  bulkGate,
  cancelPlan,
  jobHref,
  originHref,
  rowSearch,
  undoJob,
  stepAction,
} from "~/models/bulk-jobs/bulk-job-screen.server";
import { canBeUndone, listOf, titleOf } from "~/models/bulk-jobs/bulk-words";
import { listData } from "~/models/list/list.server";
import { consoleAction, consoleLoader } from "~/services/guard.server";
import { intentsOf } from "~/services/intents";

export const links = stylesheets(styles);

/** Without JS the page of a running job reloads itself (BULK-08). */
export const handle = { ...fixedTitle(bulkJobs, "title"), reloads: true };

export const loader = consoleLoader(bulkGate, async (args) => {
  const { api, translate, param } = args;
  const jobId = param("jobId");
  const [job, rows] = await Promise.all([
    getBulkJob(api, jobId),
    listData(args, {
      name: "bulk-job",
      search: rowSearch,
      columns: rowColumns,
      fetch: (_, { outcome, reason, ...page }) => getBulkRows(api, jobId, { outcome, reason }, page),
      loadFailed: ({ translate }) => translate(bulkJobs)("loadFailed"),
    }),
  ]);
  const words = { t: translate(bulkJobs), translate };
  const back = originHref(args, job);
  return {
    ...rows,
    base: args.base,
    here: jobHref(args, jobId),
    back,
    title: titleOf(job, words),
    of: listOf(job, words),
    job,
    isRunning: job.state === "RUNNING" || job.state === "PREPARING",
  };
});

/**
 * Revalidates even after a refused post: the job has progressed, and the page must show its current state.
 */
export const shouldRevalidate = () => true;

export const action = consoleAction(bulkGate, {
  start: stepAction("start"),
  cancel: cancelPlan,
  stop: stepAction("stop"),
  undoAll: undoJob("all"),
  undoTicked: undoJob("ticked"),
});

const intent = intentsOf<typeof action>();

export default function BulkJob() {
  const { base, here, back, title, of, job, isRunning, ...rows } = useLoaderData<typeof loader>();
  const answer = useActionData<{ notice?: Notice }>();
  const t = useTexts(bulkJobs);
  const isBegun = job.startedAt !== null;
  const canUndo = job.undoUntil !== null;
  return (
    <>
      <PageHeader
        title={title}
        back={{ to: `${base}/bulk-jobs`, label: t("title") }}
        meta={[
          <bdi key="of">{of}</bdi>,
          job.declineReason && (
            <span key="reason">
              {t("declineReason")}: <bdi>{job.declineReason}</bdi>
            </span>
          ),
          job.undoOf && (
            <a key="undo" href={`${base}/bulk-jobs/${job.undoOf}`}>
              {t("undoOf")}
            </a>
          ),
        ]}
        actions={
          <>
            {back && isBegun && <ButtonLink to={back}>{t("backToList")}</ButtonLink>}
            {!isRunning && isBegun && (
              <ButtonLink to={`${here}?export=csv`} icon="download" data-reload="">
                {t("report")}
              </ButtonLink>
            )}
          </>
        }
      />
      <Notices notices={answer?.notice ? [answer.notice] : []} />
      <JobState job={job}>
        {job.state === "PLANNED" && (
          <JobPlan {...{ job, here }} start={intent("start")} cancel={intent("cancel")} />
        )}
        {isRunning && <JobProgress {...{ job, here }} intent={intent("stop")} />}
        {job.state === "STOPPED" && <JobStopped {...{ job, here }} intent={intent("start")} />}
        {job.state === "DONE" && <JobReport {...{ job, here }} />}
        {canUndo && <JobUndo job={job} intent={intent("undoAll")} />}
        {!isRunning && (
          <JobRows
            {...rows}
            {...{ base, job }}
            undo={canUndo && canBeUndone(job.action) ? intent("undoTicked") : undefined}
          />
        )}
      </JobState>
    </>
  );
}
