import type { Area } from "~/areas";

/** URL parameter for the entry whose earlier values a form is filled in with (AUD-22). */
export const restoreParameter = "restore";

type RecordedField = { field: string; hidden?: string | null; before: unknown };

/** The API shortens longer recorded texts, which cannot be restored. */
const maxTextLength = 4_000;

/**
 * Recorded values before a change, by the fields of the area's form (AUD-22): texts that the record holds in full; null
 * without any.
 */
export function valuesBefore(area: Area, fields: readonly RecordedField[]): Record<string, string> | null {
  const names: Readonly<Record<string, string>> = "formFields" in area ? area.formFields : {};
  const values = fields.flatMap(({ field, hidden, before }): [string, string][] => {
    const name = Object.hasOwn(names, field) ? names[field] : undefined;
    const text = before ?? "";
    if (name === undefined || hidden || typeof text !== "string" || text.length > maxTextLength) return [];
    return [[name, text]];
  });
  return values.length > 0 ? Object.fromEntries(values) : null;
}
