/** Form values by field name, as the strings that would be submitted; empty values are omitted. */
export type FlatValues = ReadonlyMap<string, readonly string[]>;

/** Flattens a form's values, nested as in its schema, into values by field name. */
export function flatValues(values: unknown): FlatValues {
  const flat = new Map<string, string[]>();
  collect(flat, "", values);
  return flat;
}

function collect(flat: Map<string, string[]>, name: string, value: unknown): void {
  if (Array.isArray(value)) {
    value.forEach((one: unknown, index) => {
      const isRow = typeof one === "object" && one !== null;
      collect(flat, isRow ? `${name}[${index}]` : name, one);
    });
  } else if (typeof value === "object" && value !== null) {
    for (const [key, one] of Object.entries(value)) collect(flat, name ? `${name}.${key}` : key, one);
  } else add(flat, name, value === true ? "on" : value);
}

function add(flat: Map<string, string[]>, name: string, value: unknown): void {
  if (value === undefined || value === null || value === false || value === "") return;
  flat.set(name, [...(flat.get(name) ?? []), String(value).replaceAll("\r\n", "\n")]);
}

/** The current values of a form's fields. Hidden and fixed fields count only if `known` has them. */
export function typedValues(form: HTMLFormElement, known: FlatValues): FlatValues {
  const flat = new Map<string, string[]>();
  for (const field of fieldsOf(form)) {
    const isFixed = field.type === "hidden" || ("readOnly" in field && field.readOnly);
    if (isFixed && !known.has(field.name)) continue;
    for (const value of valuesOf(field)) add(flat, field.name, value);
  }
  return flat;
}

/** Names whose values differ, ignoring order. */
export function differingNames(one: FlatValues, other: FlatValues): string[] {
  const text = (values: FlatValues, name: string) => JSON.stringify([...(values.get(name) ?? [])].sort());
  return [...new Set([...one.keys(), ...other.keys()])].filter(
    (name) => text(one, name) !== text(other, name),
  );
}

type FormField = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** The fields of a form that are submitted, in order. */
export function fieldsOf(form: HTMLFormElement): FormField[] {
  return [...form.elements].filter(
    (field): field is FormField =>
      (field instanceof HTMLInputElement ||
        field instanceof HTMLSelectElement ||
        field instanceof HTMLTextAreaElement) &&
      field.name !== "" &&
      field.name !== "confirmation" &&
      !field.disabled,
  );
}

/** The strings a field would submit. */
export function valuesOf(field: FormField): string[] {
  if (field instanceof HTMLSelectElement) return [...field.selectedOptions].map(({ value }) => value);
  const isChoice = field.type === "checkbox" || field.type === "radio";
  return isChoice && "checked" in field && !field.checked ? [] : [field.value];
}

/** Submitted strings by field name, including empty ones. */
export function submittedValues(form: HTMLFormElement): Map<string, string[]> {
  const all = new Map<string, string[]>();
  for (const field of fieldsOf(form))
    if (field.type !== "hidden") all.set(field.name, [...(all.get(field.name) ?? []), ...valuesOf(field)]);
  return all;
}

/** Restores a field's value as typing would, so that everything listening to the field is notified. */
export function restoreValue(field: FormField, values: readonly string[]): void {
  // Scripts cannot set a file.
  if (field.type === "file") return;
  if (field instanceof HTMLSelectElement) {
    for (const option of field.options) option.selected = values.includes(option.value);
  } else if (field instanceof HTMLInputElement && (field.type === "checkbox" || field.type === "radio")) {
    field.checked = values.includes(field.value);
  } else {
    const isFocused = document.activeElement === field && field.selectionStart !== null;
    const place = isFocused ? ([field.selectionStart, field.selectionEnd] as const) : null;
    const prototype =
      field instanceof HTMLInputElement ? HTMLInputElement.prototype : HTMLTextAreaElement.prototype;
    // Bypasses React's value tracking, which would otherwise swallow the change.
    Object.getOwnPropertyDescriptor(prototype, "value")?.set?.call(field, values[0] ?? "");
    if (place) field.setSelectionRange(...place);
  }
  field.dispatchEvent(new Event("input", { bubbles: true }));
}
