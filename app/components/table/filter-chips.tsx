import { useLocation } from "@remix-run/react";
import { useTexts } from "~/components/context/console-context";
import { Icon } from "~/components/ui/icons";
import { common } from "~/i18n/common";
import type { FilterValues, ListDefaults } from "~/models/list/list-state";
import { type FilterField, listOf, parametersOf, textOf } from "./filter-fields";
import { listHref } from "./list-url";

type Chip = { key: string; text: string; changes: Record<string, readonly string[] | null> };

type FilterChipsProps = {
  fields: readonly FilterField[];
  values: FilterValues;
  defaults: ListDefaults | undefined;
};

/** Every filter in force as a link that takes just that one away. */
export function FilterChips({ fields, values, defaults }: FilterChipsProps) {
  const t = useTexts(common);
  const location = useLocation();
  const chips = fields.flatMap((field) => chipsOf(field, values));
  if (chips.length === 0) return null;
  return (
    <ul className="filter-chips" aria-label={t("table.filtersInForce")}>
      {chips.map(({ key, text, changes }) => (
        <li key={key}>
          <a className="filter-chip" href={listHref(location, changes, defaults)} data-keep-scroll="">
            <bdi>{text}</bdi>
            <Icon name="x" />
            <span className="visually-hidden">, {t("table.removeFilter")}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}

/** How many filters are in force. */
export const chipCount = (fields: readonly FilterField[], values: FilterValues) =>
  fields.reduce((count, field) => count + chipsOf(field, values).length, 0);

function chipsOf(field: FilterField, values: FilterValues): Chip[] {
  const { name, label } = field;
  const value = values[name];
  const gone = Object.fromEntries(parametersOf(field).map((parameter) => [parameter, null]));
  const chip = (text: string): Chip => ({ key: name, text, changes: gone });
  switch (field.kind) {
    case "text":
      // The search stands in sight by itself.
      return textOf(value) && !field.isSearch ? [chip(`${label}: ${textOf(value)}`)] : [];
    case "choice": {
      const option = field.options.find((one) => one.value === value);
      return option && !field.isRequired ? [chip(`${label}: ${option.label}`)] : [];
    }
    case "choices": {
      const chosen = listOf(value);
      return field.options
        .filter((option) => chosen.includes(option.value))
        .map((option) => ({
          key: `${name} ${option.value}`,
          text: `${label}: ${option.label}`,
          changes: { [name]: chosen.filter((one) => one !== option.value) },
        }));
    }
    case "flag":
      return value === true ? [chip(label)] : [];
    default: {
      if (field.disabled) return [];
      const [from, to] = [textOf(values.from), textOf(values.to)].map((text) => text?.replace("T", " "));
      return from || to ? [chip(`${field.chipLabel ?? label}: ${from ?? "…"} – ${to ?? "…"}`)] : [];
    }
  }
}
