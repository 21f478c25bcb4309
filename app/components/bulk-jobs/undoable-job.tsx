import { useTexts } from "~/components/context/console-context";
import { Time } from "~/components/ui/time";
import { bulkJobs } from "~/i18n/bulk-jobs";
import { formatNumber } from "~/i18n/numbers";
import type { undoableJob } from "~/models/bulk-jobs/bulk-job-screen.server";

/** Link from a list to the bulk action that changed it, while that can be undone (BULK-26). */
export function UndoableJob({ job }: { job: Awaited<ReturnType<typeof undoableJob>> }) {
  const t = useTexts(bulkJobs);
  if (!job) return null;
  const { what, changed, until, href } = job;
  return (
    <p className="small">
      {t("undoable", { what, number: formatNumber(changed) })} <Time at={until} kind="dateTime" />.{" "}
      <a href={href}>{t("open")}</a>
    </p>
  );
}
