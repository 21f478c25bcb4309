import { numberColumn } from "~/components/table/columns";
import { columnsOf } from "~/components/table/use-columns";
import { workflows } from "~/i18n/workflows";

type WorkflowRow = {
  _id: string;
  name: string;
  createdAt: string;
  archivedAt: string | null;
  stages: number;
};

/** Columns of the list or the archive (WF-05, WF-07). */
const columns = (isArchive: boolean) =>
  columnsOf<WorkflowRow>(({ translate, column }) => {
    const t = translate(workflows);
    return [
      column.link("name", t("columns.name"), { width: "35%" }),
      column.text("_id", t("columns.id")),
      numberColumn({
        id: "stages",
        header: t("columns.stages"),
        sort: "stages",
        value: ({ stages }) => stages,
      }),
      column.dateTime("createdAt", t("columns.created")),
      ...(isArchive ? [column.dateTime("archivedAt", t("columns.archived"))] : []),
    ];
  });

export const workflowColumns = columns(false);
export const workflowArchiveColumns = columns(true);
