import { type FocusEvent, type ReactNode, useEffect, useRef } from "react";
import { useTexts } from "~/components/context/console-context";
import { bulkJobs } from "~/i18n/bulk-jobs";
import type { BulkJob } from "~/models/bulk-jobs/bulk-job.server";
import { counted } from "~/models/bulk-jobs/bulk-words";

/**
 * The state of a job. Each state has its own live region, since a line that appears together with its text is not
 * announced. When the focused part disappears, the focus moves to the new one.
 */
export function JobState({ job, children }: { job: BulkJob; children: ReactNode }) {
  const t = useTexts(bulkJobs);
  const parts = useRef<HTMLDivElement>(null);
  const isHeld = useRef(false);
  const { state } = job;
  useEffect(() => {
    if (!isHeld.current || parts.current?.contains(document.activeElement)) return;
    const heading = parts.current?.querySelector<HTMLElement>("h2");
    heading?.setAttribute("tabindex", "-1");
    heading?.focus();
  }, [state]);
  // Removing a focused element fires no blur event, so the focus is tracked. A window that loses the focus
  // keeps its active element.
  const hold = ({ currentTarget }: FocusEvent) => {
    isHeld.current = currentTarget.contains(document.activeElement);
  };
  const stateText = {
    PREPARING: t("state.PREPARING"),
    PLANNED: t("state.PLANNED"),
    RUNNING: t("state.RUNNING"),
    STOPPED: t(`stopped.${job.stopReason ?? "FAILED"}`),
    DONE: `${t("state.DONE")}: ${t(job.action === "APPLICATION_RESEND" ? "done.sent" : "done.changed", counted(job.done))}`,
  };
  return (
    <>
      <p className="visually-hidden" role="status">
        {stateText[state]}
      </p>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- it only tracks the focus */}
      <div className="bulk-parts" ref={parts} onFocus={hold} onBlur={hold}>
        {children}
      </div>
    </>
  );
}
