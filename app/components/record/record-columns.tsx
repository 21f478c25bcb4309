import { columnsOf } from "~/components/table/use-columns";
import { record } from "~/i18n/record";
import type { RecordRow } from "~/models/record/record-words";

/** Columns of the audit log (AUD-08). */
export const recordColumns = columnsOf<RecordRow>(({ translate, column }) => {
  const t = translate(record);
  return [
    column.dateTime("at", t("time"), { width: "20%", tellsApart: true }),
    column.text("who", t("who"), { width: "22%" }),
    column.text("what", t("what"), { width: "22%", tellsApart: true }),
    column.link("object", t("object")),
  ];
});

/** A line of the exported file: one field of one entry. */
export type RecordLine = RecordRow & { field: string; before: string; after: string };

/** Columns of the exported file: the list's, and the field with its values. */
export const recordLineColumns = columnsOf<RecordLine>(({ translate, column }) => {
  const t = translate(record);
  return [
    column.dateTime("at", t("time")),
    column.text("who", t("who")),
    column.text("what", t("what")),
    column.link("object", t("object")),
    column.text("field", t("field")),
    column.text("before", t("before")),
    column.text("after", t("after")),
  ];
});
