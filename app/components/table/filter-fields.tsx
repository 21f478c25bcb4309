import { useState } from "react";
import { CheckboxField } from "~/components/form/choice-fields";
import { MultiSelectField } from "~/components/form/multi-select-field";
import { RangeFields, TextField } from "~/components/form/text-fields";
import { useTexts } from "~/components/context/console-context";
import { useHydrated } from "remix-utils/use-hydrated";
import { common } from "~/i18n/common";
import { RangePresets } from "./range-presets";
import type { FilterValues } from "~/models/list/list-state";

type Choice = { value: string; label: string; aside?: string | number };
type Base = { name: string; label: string; errors?: readonly string[] };

/** One filter of a list: its control in the bar, and its chip. */
export type FilterField =
  | (Base & {
      kind: "text";
      placeholder?: string;
      labelHidden?: boolean;
      isSearch?: boolean;
      note?: string;
      max?: number;
      /** JSON below the list's path that suggests people. */
      people?: string;
    })
  | (Base & { kind: "choice"; options: readonly Choice[] } & (
        { /** The choice of no filter. */ placeholder: string; isRequired?: false } | { isRequired: true }
      ))
  | (Base & {
      kind: "choices";
      options: readonly Choice[];
      note?: string;
      /** Search text for the server to find options, if there are more than can be offered at once. */
      find?: { name: string; label: string };
    })
  | (Base & { kind: "flag" })
  | RangeField;

/** A range of days or times in a time zone sent with it; parameters `from`, `to` and `tz`. */
type RangeField = {
  kind: "days" | "times";
  name: "from";
  label: string;
  /** The chip's name if the label contains more, such as the zone. */
  chipLabel?: string;
  zone: string;
  errors?: readonly string[];
  disabled?: boolean;
  /** Shown instead of the zone, e.g. the reason the field is off. */
  note?: string;
  /** A filter the list requires: no chip removes it. */
  isRequired?: boolean;
  /** Longest preset range in days, today included; 1, 7 and 30 are offered by default. */
  maxDays?: number;
};

/** The parameters a field sets. */
export const parametersOf = (field: FilterField): string[] =>
  field.kind === "days" || field.kind === "times"
    ? ["from", "to", "tz"]
    : [field.name, ...(field.kind === "choices" && field.find ? [field.find.name] : [])];

/** The zone of a range's days or times, if it differs from the page's. */
export const foreignZone = (field: FilterField, values: FilterValues, timeZone: string) =>
  (field.kind === "days" || field.kind === "times") &&
  !field.disabled &&
  (values.from ?? values.to) !== undefined &&
  field.zone !== timeZone
    ? field.zone
    : undefined;

export const textOf = (value: FilterValues[string]) => (typeof value === "string" ? value : undefined);
export const listOf = (value: FilterValues[string]): readonly string[] =>
  Array.isArray(value) ? (value as readonly string[]) : [];

/** A filter's errors: the server's, else that of a reversed range. */
export function errorsOf(field: FilterField, values: FilterValues, reversed: string) {
  if (field.errors?.length || (field.kind !== "days" && field.kind !== "times")) return field.errors;
  const [from, to] = [textOf(values.from), textOf(values.to)];
  return from && to && from > to && !field.disabled ? [reversed] : undefined;
}

type FilterControlProps = {
  field: FilterField;
  values: FilterValues;
  /** For a choice behind a button that shows its name. */
  labelHidden?: boolean;
};

/** `size` that fits a field's text: most letters are narrower than the browser's reference letter. */
const sizeOf = (words: string | undefined) => (words ? Math.ceil(words.length * 0.74) : undefined);

const suggestIn = async (input: HTMLInputElement, path: string) =>
  (await import("./suggestions")).suggestPeople(input, path);

/** The control of one filter. */
export function FilterControl({ field, values, labelHidden }: FilterControlProps) {
  const t = useTexts(common);
  const value = values[field.name];
  switch (field.kind) {
    case "text":
      return (
        <div className={field.isSearch ? "filter-wide" : undefined}>
          <TextField
            type={field.isSearch ? "search" : "text"}
            name={field.name}
            label={field.label}
            labelHidden={field.labelHidden}
            placeholder={field.placeholder}
            size={field.isSearch ? sizeOf(field.placeholder) : undefined}
            defaultValue={textOf(value)}
            maxLength={field.max ?? 100}
            autoComplete="off"
            onFocus={
              field.people === undefined
                ? undefined
                : ({ currentTarget }) =>
                    // Without its script the field suggests nothing, as without scripts.
                    void suggestIn(currentTarget, field.people ?? "").catch(() => undefined)
            }
            hint={field.note}
            errors={field.errors}
          />
        </div>
      );
    case "choice":
      return (
        <MultiSelectField
          isSingle
          name={field.name}
          label={field.label}
          labelHidden={labelHidden}
          options={
            field.isRequired ? field.options : [{ value: "", label: field.placeholder }, ...field.options]
          }
          defaultValues={[textOf(value) ?? ""]}
          errors={field.errors}
        />
      );
    case "choices":
      return (
        <>
          {field.find && (
            <TextField
              type="search"
              {...field.find}
              defaultValue={textOf(values[field.find.name])}
              maxLength={100}
              autoComplete="off"
            />
          )}
          <MultiSelectField
            name={field.name}
            label={field.label}
            labelHidden={labelHidden}
            options={field.options}
            defaultValues={listOf(value)}
            hint={field.note}
            isFound={field.find !== undefined}
          />
        </>
      );
    case "flag":
      return (
        <CheckboxField name={field.name} value="1" label={field.label} defaultChecked={value === true} />
      );
    default:
      return <Range field={field} values={values} reversed={t("table.rangeReversed")} />;
  }
}

function Range({ field, values, reversed }: { field: RangeField; values: FilterValues; reversed: string }) {
  const hydrated = useHydrated();
  const [from, to] = [textOf(values.from), textOf(values.to)];
  const [isSet, setIsSet] = useState(Boolean(from ?? to));
  const errors = errorsOf(field, values, reversed);
  const isTimes = field.kind === "times";
  return (
    // Scripts drop the zone from a URL without days.
    <div
      className={isTimes ? "time-range" : "days"}
      onInput={(event) => {
        const inputs = event.currentTarget.querySelectorAll<HTMLInputElement>("input:not([type=hidden])");
        setIsSet([...inputs].some(({ value }) => value !== ""));
      }}
    >
      <input type="hidden" name="tz" value={field.zone} disabled={field.disabled || (hydrated && !isSet)} />
      <RangeFields
        type={isTimes ? "datetime-local" : "date"}
        label={
          isTimes ? (
            field.label
          ) : (
            <>
              {field.label}{" "}
              <span className="muted rt-r-ml-1 rt-r-weight-regular">({field.note ?? field.zone})</span>
            </>
          )
        }
        {...{ from, to, errors }}
        disabled={field.disabled}
      />
      {!field.disabled && <RangePresets {...field} />}
    </div>
  );
}
