import { useState } from "react";
import { CheckboxField, SelectField } from "~/components/form/choice-fields";
import { MultiSelectField } from "~/components/form/multi-select-field";
import { RangeFields, TextField } from "~/components/form/text-fields";
import { useTexts } from "~/components/context/console-context";
import { useHydrated } from "remix-utils/use-hydrated";
import { common } from "~/i18n/common";
import { RangePresets } from "./range-presets";
import type { FilterValues } from "~/models/list/list-state";

type Choice = { value: string; label: string; aside?: string | number };
type Base = { name: string; label: string; errors?: readonly string[] };

/** One filter of a list: how it is asked for in the bar, and how a chip tells it. */
export type FilterField =
  | (Base & {
      kind: "text";
      placeholder?: string;
      labelHidden?: boolean;
      isSearch?: boolean;
      note?: string;
      max?: number;
    })
  | (Base & { kind: "choice"; options: readonly Choice[]; placeholder?: string; isRequired?: boolean })
  | (Base & {
      kind: "choices";
      options: readonly Choice[];
      note?: string;
      /** The text by which the server looks for the options, where there are more than are offered at once. */
      find?: { name: string; label: string };
    })
  | (Base & { kind: "flag" })
  | RangeField;

/** From one day or time to another, in a zone that travels with them; parameters `from`, `to` and `tz`. */
type RangeField = {
  kind: "days" | "times";
  name: "from";
  label: string;
  /** Its chip's name where the label says more, such as the zone. */
  chipLabel?: string;
  zone: string;
  errors?: readonly string[];
  disabled?: boolean;
  /** Stands in place of the zone, such as why the field is off. */
  note?: string;
  /** A list that cannot be without it: no chip takes it away. */
  isRequired?: boolean;
  /** Up to how many days, today included, are offered ready-made: 1, 7 and 30 of them unless told otherwise. */
  maxDays?: number;
};

/** The parameters that a field sets. */
export const parametersOf = (field: FilterField): string[] =>
  field.kind === "days" || field.kind === "times"
    ? ["from", "to", "tz"]
    : [field.name, ...(field.kind === "choices" && field.find ? [field.find.name] : [])];

/** The zone that a range's days or times are of, where it is not the one that the page's times are in. */
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

/** A filter's error, beside those of the list's own rules. */
export function errorsOf(field: FilterField, values: FilterValues, reversed: string) {
  if (field.errors?.length || (field.kind !== "days" && field.kind !== "times")) return field.errors;
  const [from, to] = [textOf(values.from), textOf(values.to)];
  return from && to && from > to && !field.disabled ? [reversed] : undefined;
}

type FilterControlProps = {
  field: FilterField;
  values: FilterValues;
  /** For a choice of many behind a button that says its name. */
  labelHidden?: boolean;
};

/** The `size` by which a field holds its words: most letters are narrower than the one that a browser counts in. */
const sizeOf = (words: string | undefined) => (words ? Math.ceil(words.length * 0.74) : undefined);

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
            hint={field.note}
            errors={field.errors}
          />
        </div>
      );
    case "choice":
      return (
        <SelectField
          name={field.name}
          label={field.label}
          options={field.options}
          placeholder={field.placeholder}
          defaultValue={textOf(value)}
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
    // Scripts leave the zone out of an address without days.
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
