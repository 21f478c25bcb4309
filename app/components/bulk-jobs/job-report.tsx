import { useTexts } from "~/components/context/console-context";
import { FormActions, PostForm, SubmitButton } from "~/components/form/post-form";
import { Card } from "~/components/ui/layout";
import { useTime } from "~/components/ui/time";
import { applications } from "~/i18n/applications";
import { bulkJobs } from "~/i18n/bulk-jobs";
import type { BulkJob } from "~/models/bulk-jobs/bulk-job.server";
import { counted, sentMessageTexts } from "~/models/bulk-jobs/bulk-words";
import type { Intent } from "~/services/intents";
import { SkipCounts } from "./skip-counts";

/** The report of a job (BULK-13). */
export function JobReport({ job, here }: { job: BulkJob; here: string }) {
  const t = useTexts(bulkJobs);
  const isSent = job.action === "APPLICATION_RESEND";
  const messageTexts = sentMessageTexts(job, job.done, "done", t, useTexts(applications));
  return (
    <Card title={t("state.DONE")}>
      <p>
        <strong>{t(isSent ? "done.sent" : "done.changed", counted(job.done))}</strong>
        {job.undone > 0 && `, ${t("done.undone", counted(job.undone))}`}
      </p>
      {messageTexts && <p>{messageTexts}</p>}
      <SkipCounts job={job} here={here} />
    </Card>
  );
}

/** The undo button, while undoing is possible (BULK-14). */
export function JobUndo({ job, intent }: { job: BulkJob; intent: Intent }) {
  const t = useTexts(bulkJobs);
  const time = useTime();
  return (
    <Card title={t("undo.title")}>
      <p>
        {t("undo.until")} {time(job.undoUntil, "dateTime")}.
      </p>
      <PostForm intent={intent}>
        <FormActions>
          <SubmitButton>{t("undo.all", counted(job.done - job.undone))}</SubmitButton>
        </FormActions>
      </PostForm>
    </Card>
  );
}
