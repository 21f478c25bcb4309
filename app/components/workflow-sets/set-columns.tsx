import { actionsColumn, textColumn } from "~/components/table/columns";
import { type ColumnsOf, columnsOf } from "~/components/table/use-columns";
import { Badge } from "~/components/ui/badge";
import { workflowSets } from "~/i18n/workflow-sets";

type Option = { workflowId: string; displayName: string; name: string; isArchived: boolean };
type SetRow = {
  _id: string;
  name: string;
  createdAt: string;
  archivedAt: string | null;
  workflowOptions: Option[];
};

/** Columns of the list or the archive; a row's workflows expand natively (WFS-04, WFS-05, WFS-08). */
const columns = (isArchive: boolean) =>
  columnsOf<SetRow>(({ translate, column }) => {
    const t = translate(workflowSets);
    return [
      column.link("name", t("columns.name")),
      column.text("_id", t("columns.id")),
      textColumn({
        id: "workflowOptions",
        header: t("columns.workflows"),
        sort: "workflowOptions",
        width: "30%",
        csv: ({ workflowOptions }) =>
          workflowOptions.map(({ name, displayName }) => `${name} (${displayName})`).join("; "),
        value: ({ workflowOptions }) => (
          <details className="set-workflows">
            <summary>{t("count", { count: workflowOptions.length })}</summary>
            <ul>
              {workflowOptions.map(({ workflowId, displayName, name, isArchived }) => (
                <li key={workflowId}>
                  <bdi>{name}</bdi> (<bdi>{displayName}</bdi>){" "}
                  <span className="muted breaks">{workflowId}</span>
                  {isArchived && (
                    <>
                      {" "}
                      <Badge>{t("detail.archived")}</Badge>
                    </>
                  )}
                </li>
              ))}
            </ul>
          </details>
        ),
      }),
      column.dateTime("createdAt", t("columns.created")),
      ...(isArchive ? [column.dateTime("archivedAt", t("columns.archived"))] : []),
    ];
  });

export const setColumns = columns(false);
export const setArchiveColumns = columns(true);

/** The list's columns with an edit link per row, if permitted. */
export const setColumnsWithEdit =
  (editHref: (row: SetRow) => string): ColumnsOf<SetRow> =>
  (basis) => {
    const t = basis.translate(workflowSets);
    const edit = actionsColumn<SetRow>({
      id: "actions",
      header: t("columns.actions"),
      value: (row) => (
        <a href={editHref(row)} aria-label={t("editOf", { name: row.name })}>
          {t("edit")}
        </a>
      ),
    });
    return [...setColumns(basis), edit];
  };
