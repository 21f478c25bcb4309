import { linkColumn, textColumn } from "~/components/table/columns";
import { columnsOf } from "~/components/table/use-columns";
import { Badge } from "~/components/ui/badge";
import { applications } from "~/i18n/applications";
import type { Translate } from "~/i18n/texts";
import type { UndoableRow } from "~/models/applications/application-changes.server";
import { statusTones } from "./status-tones";

type Translator = Translate<(typeof applications)["en"]>;

/** The reason a candidate's status cannot be restored; undefined if it can. */
export function undoRefusal({ refusal, status, before }: UndoableRow, t: Translator): string | undefined {
  if (refusal === null) return undefined;
  if (refusal === "DEIDENTIFIED") return t("deidentified");
  return t(status === before ? "undoSome.isBack" : "undoSome.changed");
}

function noteOf(row: UndoableRow, t: Translator): string | undefined {
  if (row.isDeclineTold !== null) return t(row.isDeclineTold ? "undoSome.told" : "undoSome.untold");
  return undoRefusal(row, t);
}

/** Columns of the candidates of an Undo (PIPE-11). */
export const undoColumns = columnsOf<UndoableRow>(({ translate }) => {
  const t = translate(applications);
  const badge = (status: UndoableRow["status"]) => (
    <Badge tone={statusTones[status] ?? "gray"}>{t(`status.${status}`)}</Badge>
  );
  return [
    linkColumn({
      id: "name",
      header: t("columns.name"),
      className: "col-name",
      value: (row) => <bdi>{row.name}</bdi>,
    }),
    textColumn({ id: "before", header: t("undoSome.before"), value: ({ before }) => badge(before) }),
    textColumn({ id: "status", header: t("columns.status"), value: ({ status }) => badge(status) }),
    textColumn({ id: "note", header: t("undoSome.note"), value: (row) => noteOf(row, t) }),
  ];
});
