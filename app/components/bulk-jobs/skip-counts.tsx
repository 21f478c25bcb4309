import { useTexts } from "~/components/context/console-context";
import { bulkJobs } from "~/i18n/bulk-jobs";
import type { BulkJob } from "~/models/bulk-jobs/bulk-job.server";
import { counted } from "~/models/bulk-jobs/bulk-words";

/** Skipped rows by reason; each count links to its rows (BULK-04). */
export function SkipCounts({ job, here }: { job: BulkJob; here: string }) {
  const t = useTexts(bulkJobs);
  const { skipped } = job;
  if (skipped.length === 0) return null;
  const total = skipped.reduce((sum, { count }) => sum + count, 0);
  return (
    <div>
      <p>{t("done.skipped", counted(total))}:</p>
      <ul className="rt-r-display-grid rt-r-gap-1">
        {skipped.map(({ reason, count }) => (
          <li key={reason}>
            <a
              className="rt-r-display-inline-block rt-r-py-1"
              href={`${here}?outcome=SKIPPED&reason=${reason}`}
            >
              {t("skippedFor", { reason: t(`reasons.${reason}`), ...counted(count) })}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
