import { useTexts } from "~/components/context/console-context";
import { emptyCell } from "~/components/table/columns";
import { ScrollFrame } from "~/components/ui/layout";
import { record } from "~/i18n/record";

export type ShownField = { field: string; before: string; after: string };

/** Changed fields of an object, before and after (AUD-09). */
export function ChangesTable({ label, fields }: { label: string; fields: readonly ShownField[] }) {
  const t = useTexts(record);
  if (fields.length === 0) return <p className="muted">{t("noFields")}</p>;
  return (
    <ScrollFrame label={label}>
      <table className="plain-table record-changes">
        <thead>
          <tr>
            <th scope="col">{t("field")}</th>
            <th scope="col">{t("before")}</th>
            <th scope="col">{t("after")}</th>
          </tr>
        </thead>
        <tbody>
          {fields.map(({ field, before, after }) => (
            <tr key={field}>
              <th scope="row">{field}</th>
              <td>
                <bdi>{before || emptyCell}</bdi>
              </td>
              <td>
                <bdi>{after || emptyCell}</bdi>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollFrame>
  );
}
