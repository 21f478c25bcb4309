import { useTexts } from "~/components/context/console-context";
import { Callout } from "~/components/ui/callout";
import { type Notice, UndoForm } from "~/components/ui/notices";
import { applications } from "~/i18n/applications";
import type { BulkOutcome } from "~/models/applications/application-changes.server";

export type BulkReportData = Pick<BulkOutcome, "done" | "refused"> &
  Pick<Notice, "title" | "description" | "undo"> & { isUndo: boolean };

/** Lists what a bulk action did, and what it skipped because rows changed since the list was loaded. */
export function BulkReport({
  report: { title, description, done, refused, undo },
  stages,
}: {
  report: BulkReportData;
  stages: readonly { _id: string; name: string }[];
}) {
  const t = useTexts(applications);
  const gone = refused.filter(({ reason }) => reason === "NOT_FOUND").length;
  const stageName = (stageId: string | null) => stages.find(({ _id }) => _id === stageId)?.name ?? "-";
  const lines = refused.flatMap(({ _id, reason, name, status, stageId }) => {
    if (reason === "NOT_FOUND") return [];
    const values = {
      name: name ?? "",
      stage: stageName(stageId),
      status: status ? t(`status.${status}`) : "-",
    };
    return [{ id: _id, text: t(`refused.${reason}`, values) }];
  });
  return (
    <div className="notices">
      <Callout tone={done > 0 ? "warning" : "error"} role="alert" title={title}>
        {description && <p>{description}</p>}
        {done > 0 && <p>{t("bulk.partlyDone", { done, total: done + refused.length })}</p>}
        <ul className="bulk-report rt-r-mt-1 rt-r-mx-0 rt-r-mb-0 rt-r-pl-4 rt-r-overflow-auto">
          {lines.map(({ id, text }) => (
            <li key={id}>{text}</li>
          ))}
          {gone > 0 && <li>{t("refused.NOT_FOUND", { count: gone })}</li>}
        </ul>
        {undo && <UndoForm {...undo} />}
      </Callout>
    </div>
  );
}
