import { type ReactNode, useId, useState } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { useTexts } from "~/components/context/console-context";
import { Icon } from "~/components/ui/icons";
import { Popover } from "~/components/ui/menu";
import { common } from "~/i18n/common";
import { labelOf, type Option } from "./choice-fields";
import { Field, type FieldBase, FieldError, FieldGroup, Hint } from "./field";
import { useFieldWords, useReadOnly } from "./form-context";

export type MultiOption = Option & {
  /** A second line, such as an email. */
  detail?: string;
  /** Shown at the right: a count, or why the option cannot be chosen. */
  aside?: ReactNode;
};

type MultiSelectFieldProps = FieldBase & {
  options: readonly MultiOption[];
  defaultValues?: readonly string[];
  /** "list" stands in the form; "menu" opens from a button, for filter rows. */
  display?: "list" | "menu";
  disabled?: boolean;
};

/** Any number of a list as checkboxes; scripts add a box that narrows the list. */
export function MultiSelectField({
  options,
  defaultValues = [],
  display = "list",
  disabled,
  ...field
}: MultiSelectFieldProps) {
  const t = useTexts(common);
  const menuId = useId();
  const [count, setCount] = useState(defaultValues.length);
  const list = <Checkboxes {...{ field, options, defaultValues, disabled }} onCount={setCount} />;
  const show = labelOf(options);
  useFieldWords(field.name, { label: field.label, show });
  if (useReadOnly())
    return (
      <Field {...field} value={defaultValues} show={show}>
        {null}
      </Field>
    );
  if (display === "list") return <FieldGroup {...field}>{list}</FieldGroup>;
  const summary = count === 0 ? t("forms.nothingSelected") : t("forms.selected", { count });
  return (
    <div className="field">
      <span className={field.labelHidden ? "visually-hidden" : "field-label"} id={`${menuId}-label`}>
        {field.label}
      </span>
      <Popover
        id={menuId}
        button={
          <button
            type="button"
            className="input multi-select"
            disabled={disabled}
            aria-labelledby={`${menuId}-label ${menuId}-count`}
          >
            <span id={`${menuId}-count`}>{summary}</span>
            <Icon name="chevron-down" />
          </button>
        }
      >
        <fieldset aria-labelledby={`${menuId}-label`}>
          {list}
          <Hint id={field.id ?? field.name} hint={field.hint} />
        </fieldset>
      </Popover>
      <FieldError id={field.id ?? field.name} errors={field.errors} />
    </div>
  );
}

type CheckboxesProps = {
  field: FieldBase;
  options: readonly MultiOption[];
  defaultValues: readonly string[];
  disabled: boolean | undefined;
  onCount: (count: number) => void;
};

/** Above this many options a box to narrow them is worth its room. */
const searchable = 8;

function Checkboxes({ field, options, defaultValues, disabled, onCount }: CheckboxesProps) {
  const t = useTexts(common);
  const hydrated = useHydrated();
  const [query, setQuery] = useState("");
  const id = field.id ?? field.name;
  const wanted = query.trim().toLowerCase();
  const matches = (option: MultiOption) =>
    !wanted || `${option.label} ${option.detail ?? ""}`.toLowerCase().includes(wanted);
  return (
    <>
      {hydrated && options.length > searchable && (
        <input
          type="search"
          className="input"
          value={query}
          aria-label={t("filterList")}
          placeholder={t("filterList")}
          onChange={(event) => setQuery(event.target.value)}
          // Enter here narrows the list; it must not send the form around it.
          onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
        />
      )}
      <div
        className="option-list"
        onChange={(event) => onCount(event.currentTarget.querySelectorAll(":checked").length)}
      >
        {options.map((option, index) => (
          // Hidden, not removed: what is ticked stays ticked and is sent.
          <label key={option.value} hidden={!matches(option)}>
            <input
              type="checkbox"
              className="checkbox"
              name={field.name}
              value={option.value}
              id={index === 0 ? id : undefined}
              defaultChecked={defaultValues.includes(option.value)}
              disabled={disabled || option.disabled}
              aria-invalid={Boolean(field.errors?.length) || undefined}
            />
            <span>{option.label}</span>
            {option.aside !== undefined && <span className="muted">{option.aside}</span>}
            {option.detail && <span className="small muted">{option.detail}</span>}
          </label>
        ))}
        {!options.some(matches) && <p className="muted">{t("forms.noMatches")}</p>}
      </div>
    </>
  );
}
