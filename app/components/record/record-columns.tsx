import { linkColumn, textColumn, timeColumn } from "~/components/table/columns";
import { type ColumnsOf, columnsOf } from "~/components/table/use-columns";
import { Badge } from "~/components/ui/badge";
import { record } from "~/i18n/record";
import type { EntryRow } from "~/models/record/record-sentence.server";
import type { RecordRow } from "~/models/record/record-words";

/** Columns of the audit log: an entry is a sentence, with what changed below it (AUD-08, AUD-17). */
export const recordColumns = (hrefOf: (entry: { _id: string }) => string): ColumnsOf<EntryRow> =>
  columnsOf<EntryRow>(({ translate, time }) => {
    const t = translate(record);
    return [
      timeColumn({
        ...{ id: "at", header: t("time"), width: "7rem", className: "record-time" },
        ...{ tellsApart: true, speaks: true, time, kind: "time", at: ({ at }) => at },
      }),
      linkColumn({
        id: "entry",
        header: t("entry"),
        className: "record-entry",
        csv: ({ sentence }) => sentence.map(({ text }) => text).join(""),
        value: ({ mark, sentence }) => (
          <>
            {mark !== null && (
              <>
                <Badge tone="amber" icon="warning">
                  {mark}
                </Badge>{" "}
              </>
            )}
            {sentence.map(({ text, is }, index) =>
              is ? (
                <bdi key={index} className={`record-${is}`}>
                  {text}
                </bdi>
              ) : (
                text
              ),
            )}
          </>
        ),
      }),
      textColumn({
        ...{ id: "changes", header: t("changes"), under: "entry", speaks: true },
        value: ({ detail }) => detail !== null && <bdi>{detail}</bdi>,
      }),
      // Always shown: without it the entries folded into a row could not be reached.
      textColumn({
        ...{ id: "signIns", header: t("moreSignIns"), under: "entry", headerHidden: true },
        csv: () => null,
        value: ({ signIns }) =>
          signIns.length > 0 && (
            <details className="record-sign-ins">
              <summary>{t("signedInMore", { count: signIns.length })}</summary>
              <ul className="rt-r-pl-4">
                {signIns.map(({ _id, at, detail }) => (
                  <li key={_id}>
                    <a href={hrefOf({ _id })}>{time(at, "time")}</a> {detail}
                  </li>
                ))}
              </ul>
            </details>
          ),
      }),
    ];
  });

/** A line of the exported file: one field of one entry. */
export type RecordLine = RecordRow & { field: string; before: string; after: string };

/** Columns of the exported file, which has them all: they are not the list's. */
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
  ].map((one) => ({ ...one, enableHiding: false }));
});
