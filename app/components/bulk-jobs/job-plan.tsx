import { useTexts } from "~/components/context/console-context";
import { FormActions, PostForm, SubmitButton } from "~/components/form/post-form";
import { Card } from "~/components/ui/layout";
import { useTime } from "~/components/ui/time";
import { applications } from "~/i18n/applications";
import { bulkJobs } from "~/i18n/bulk-jobs";
import { formatNumber } from "~/i18n/numbers";
import type { BulkJob } from "~/models/bulk-jobs/bulk-job.server";
import {
  declineMessages,
  declineText,
  smsLimitText,
  combineSwitches,
  messageSettingsFor,
} from "~/models/applications/candidate-messages";
import { canBeUndone, counted, sentMessageTexts } from "~/models/bulk-jobs/bulk-words";
import type { Intent } from "~/services/intents";
import { SkipCounts } from "./skip-counts";

type JobPlanProps = { job: BulkJob; start: Intent; cancel: Intent; here: string };

/** A job's plan: action, row count, and skipped rows by reason. "Start" runs it (BULK-04). */
export function JobPlan({ job, start, cancel, here }: JobPlanProps) {
  const t = useTexts(bulkJobs);
  const status = useTexts(applications);
  const time = useTime();
  const { action, waiting, total, undoOf } = job;
  const effect =
    undoOf !== null && action === "APPLICATION_STATUS"
      ? t("effect.undoStatus")
      : t(`effect.${action}`, {
          status: job.status ? status(`status.${job.status}`) : "",
          stage: job.stageName ?? "-",
        });
  const isDecline = undoOf === null && job.status === "APPS_APPLICATION_DECLINED";
  const telling = isDecline ? declineMessages(job.messageSwitches) : combineSwitches(job.messageSwitches);
  const smsLimit = smsLimitText(status, { people: job.reachedBySms, most: waiting, ...telling });
  const reaching = undoOf === null ? messageSettingsFor(telling, job.reachedBySms) : telling;
  const messageTexts = sentMessageTexts(job, waiting, "plan", t, status);
  const totals = { ...counted(waiting), total: formatNumber(total) };
  return (
    <Card title={t("plan.title")}>
      {waiting > 0 ? (
        <p>
          <strong>{t("plan.change", totals)}</strong>{" "}
          {[
            effect,
            isDecline && reaching && declineText(status, reaching),
            reaching &&
              (action === "APPLICATION_MOVE" || action === "APPLICATION_RESEND") &&
              t(`invited.${action}.${reaching.channels}`),
            undoOf === null && job.reachedBySms !== null && smsLimit,
            messageTexts,
          ]
            .filter(Boolean)
            .join(" ")}
        </p>
      ) : (
        <p>
          <strong>{t("plan.nothing", totals)}</strong>
        </p>
      )}
      <SkipCounts job={job} here={here} />
      <p>
        {t("plan.picked")} {time(job.createdAt, "dateTime")}. {t("plan.frozen")}
      </p>
      {undoOf === null && waiting > 0 && <p>{t(canBeUndone(action) ? "plan.undo" : "plan.noUndo")}</p>}
      <PostForm intent={start}>
        <FormActions>
          <SubmitButton intent={cancel} variant="outline">
            {t("plan.cancel")}
          </SubmitButton>
          {waiting > 0 && <SubmitButton>{t("plan.start", counted(waiting))}</SubmitButton>}
        </FormActions>
      </PostForm>
    </Card>
  );
}
