import { useTexts } from "~/components/context/console-context";
import { FormActions, PostForm, SubmitButton } from "~/components/form/post-form";
import { useReloadLinks } from "~/components/shell/reloading";
import { Callout } from "~/components/ui/callout";
import { Card } from "~/components/ui/layout";
import { useRepeatedLoad } from "~/components/ui/use-repeated-load";
import { applications } from "~/i18n/applications";
import { bulkJobs } from "~/i18n/bulk-jobs";
import { formatNumber } from "~/i18n/numbers";
import type { BulkJob } from "~/models/bulk-jobs/bulk-job.server";
import { counted, sentMessageTexts } from "~/models/bulk-jobs/bulk-words";
import type { Intent } from "~/services/intents";
import { SkipCounts } from "./skip-counts";

const rowsOf = ({ total, waiting }: BulkJob) => ({
  done: formatNumber(total - waiting),
  total: formatNumber(total),
});

/** Progress of a job; the page polls until it is finished (BULK-08). */
export function JobProgress({ job, intent, here }: { job: BulkJob; intent: Intent; here: string }) {
  const t = useTexts(bulkJobs);
  const reload = useReloadLinks(here);
  useRepeatedLoad();
  if (job.state === "PREPARING")
    return (
      <Card title={t("state.PREPARING")}>
        <progress aria-label={t("state.PREPARING")} />
        <p>{t("run.preparing", rowsOf(job))}</p>
        {reload && <FormActions>{reload}</FormActions>}
      </Card>
    );
  return (
    <Card title={t("run.title")}>
      <progress value={job.total - job.waiting} max={job.total} aria-label={t("run.title")} />
      <p>{t("run.progress", rowsOf(job))}</p>
      <p>{t("run.goesOn")}</p>
      <PostForm intent={intent}>
        <FormActions>
          {reload}
          <SubmitButton>{t("run.stop")}</SubmitButton>
        </FormActions>
      </PostForm>
    </Card>
  );
}

/** The reason a job has stopped, and the button to resume it (BULK-09). */
export function JobStopped({ job, intent, here }: { job: BulkJob; intent: Intent; here: string }) {
  const t = useTexts(bulkJobs);
  const messageTexts = sentMessageTexts(job, job.done, "done", t, useTexts(applications));
  return (
    <>
      <Callout tone="warning" title={t(`stopped.${job.stopReason ?? "FAILED"}`)}>
        {t("stopped.text", rowsOf(job))}
      </Callout>
      <Card title={t("state.STOPPED")}>
        <p>{t("done.changed", counted(job.done))}</p>
        {messageTexts && <p>{messageTexts}</p>}
        <SkipCounts job={job} here={here} />
        <PostForm intent={intent}>
          <FormActions>
            <SubmitButton>{t("stopped.continue", counted(job.waiting))}</SubmitButton>
          </FormActions>
        </PostForm>
      </Card>
    </>
  );
}
