import { type FocusEvent, type ReactNode, useEffect, useRef } from "react";
import { useTexts } from "~/components/context/console-context";
import { bulkJobs } from "~/i18n/bulk-jobs";
import type { BulkJob } from "~/models/bulk-jobs/bulk-job.server";
import { counted } from "~/models/bulk-jobs/bulk-words";

/**
 * The state of a job. Each state has a live region of its own, since a line that comes into sight together with its
 * text is not announced. When the focused part goes, the focus moves to the one that came.
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
  // No event says that a focused part was removed; a window that is left keeps its focus.
  const hold = ({ currentTarget }: FocusEvent) => {
    isHeld.current = currentTarget.contains(document.activeElement);
  };
  const said = {
    PREPARING: t("state.PREPARING"),
    PLANNED: t("state.PLANNED"),
    RUNNING: t("state.RUNNING"),
    STOPPED: t(`stopped.${job.stopReason ?? "FAILED"}`),
    DONE: `${t("state.DONE")}: ${t(job.action === "APPLICATION_RESEND" ? "done.sent" : "done.changed", counted(job.done))}`,
  };
  return (
    <>
      <p className="visually-hidden" role="status">
        {said[state]}
      </p>
      {/* eslint-disable-next-line jsx-a11y/no-static-element-interactions -- it only looks where the focus is */}
      <div className="bulk-parts" ref={parts} onFocus={hold} onBlur={hold}>
        {children}
      </div>
    </>
  );
}
