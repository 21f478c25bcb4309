import { useLocation } from "@remix-run/react";
import { useConsole, useTexts } from "~/components/context/console-context";
import { Icon } from "~/components/ui/icons";
import { common } from "~/i18n/common";
import type { FilterValues, ListDefaults } from "~/models/list/list-state";
import { type FilterField, foreignZone, listOf, parametersOf, textOf } from "./filter-fields";
import { listHref } from "./list-url";

type Chip = {
  key: string;
  label: string;
  /** The filter's value; undefined for an on/off filter. */
  value?: string;
  changes: Record<string, readonly string[] | null>;
};

type FilterChipsProps = {
  fields: readonly FilterField[];
  values: FilterValues;
  defaults: ListDefaults | undefined;
};

/** Each active filter as a link that removes it; shown where the filter buttons are hidden (table.css). */
export function FilterChips({ fields, values, defaults }: FilterChipsProps) {
  const t = useTexts(common);
  const location = useLocation();
  const { timeZone } = useConsole();
  const chips = fields.flatMap((field) => {
    const zone = foreignZone(field, values, timeZone);
    return chipsOf(field, values).map((chip) => ({ ...chip, zone }));
  });
  if (chips.length === 0) return null;
  return (
    <ul
      className="filter-chips rt-Flex rt-r-fw-wrap rt-r-gap-1 rt-r-mt-2"
      aria-label={t("table.filtersInForce")}
    >
      {chips.map(({ key, label, value, zone, changes }) => (
        <li key={key}>
          <a
            className="filter-chip rt-r-display-inline-flex rt-r-ai-center rt-r-gap-1 rt-r-py-0 rt-r-px-2 small"
            href={listHref(location, changes, defaults)}
            data-keep-scroll=""
          >
            <bdi>
              {value === undefined ? label : `${label}: ${value}`}
              {zone && ` (${zone})`}
            </bdi>
            <Icon name="x" />
            <span className="visually-hidden">, {t("table.removeFilter")}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}

/** Number of active filters. */
export const chipCount = (fields: readonly FilterField[], values: FilterValues) =>
  fields.reduce((count, field) => count + chipsOf(field, values).length, 0);

/** A filter's value as text, also if the list requires the filter. */
export const wordsOf = (field: FilterField, values: FilterValues) =>
  chipsOf("isRequired" in field ? ({ ...field, isRequired: false } as FilterField) : field, values).map(
    ({ value }) => value,
  );

/** A filter's values, one chip for each that can be removed separately. */
export function chipsOf(field: FilterField, values: FilterValues): Chip[] {
  const { name, label } = field;
  const value = values[name];
  const chip = (text: string | undefined, shownAs = label): Chip[] => [
    {
      key: name,
      label: shownAs,
      value: text,
      changes: Object.fromEntries(parametersOf(field).map((parameter) => [parameter, null])),
    },
  ];
  switch (field.kind) {
    case "text":
      // The search field is always visible and needs no chip.
      return textOf(value) && !field.isSearch ? chip(textOf(value)) : [];
    case "choice": {
      const option = field.options.find((one) => one.value === value);
      return option && !field.isRequired ? chip(option.label) : [];
    }
    case "choices": {
      const chosen = listOf(value);
      return field.options
        .filter((option) => chosen.includes(option.value))
        .map((option) => ({
          key: `${name} ${option.value}`,
          label,
          value: option.label,
          changes: { [name]: chosen.filter((one) => one !== option.value) },
        }));
    }
    case "flag":
      return value === true ? chip(undefined) : [];
    default: {
      if (field.disabled || field.isRequired) return [];
      const [from, to] = [textOf(values.from), textOf(values.to)].map((text) => text?.replace("T", " "));
      return from || to ? chip(`${from ?? "…"} – ${to ?? "…"}`, field.chipLabel ?? label) : [];
    }
  }
}
