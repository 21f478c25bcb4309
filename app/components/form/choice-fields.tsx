import { type ComponentPropsWithoutRef, type ReactNode, useId, useState } from "react";
import { useTexts } from "~/components/context/console-context";
import { useHydrated } from "remix-utils/use-hydrated";
import { Icon } from "~/components/ui/icons";
import { Popover } from "~/components/ui/menu";
import { common } from "~/i18n/common";
import { useFieldWords, useReadOnly } from "./form-context";
import { control, describe, Field, type FieldBase, FieldError, FieldGroup, Hint } from "./field";

export type Option = { value: string; label: string; disabled?: boolean };
export type OptionGroup = { label: string; options: readonly Option[] };

type SelectFieldProps = FieldBase &
  Omit<ComponentPropsWithoutRef<"select">, keyof FieldBase | "className" | "multiple"> & {
    options: readonly (Option | OptionGroup)[];
    /** The empty first choice; `null` leaves it out. */
    placeholder?: string | null;
  };

/** One of a list, natively. */
export function SelectField({
  name,
  id,
  label,
  hint,
  errors,
  required,
  width,
  labelHidden,
  options,
  placeholder,
  ...select
}: SelectFieldProps) {
  const t = useTexts(common);
  const field = { name, id, label, hint, errors, required, width, labelHidden };
  const all = options.flatMap((option) => ("options" in option ? option.options : [option]));
  return (
    <Field {...field} value={select.defaultValue} show={labelOf(all)}>
      <select className="input" {...select} {...control(field)}>
        {placeholder !== null && <option value="">{placeholder ?? t("forms.pleaseSelect")}</option>}
        {options.map((option) =>
          "options" in option ? (
            <optgroup key={option.label} label={option.label}>
              {option.options.map(optionElement)}
            </optgroup>
          ) : (
            optionElement(option)
          ),
        )}
      </select>
    </Field>
  );
}

const labelOf = (options: readonly Option[]) => (value: string) =>
  options.find((option) => option.value === value)?.label ?? value;

function optionElement({ value, label, disabled }: Option) {
  return (
    <option key={value} value={value} disabled={disabled}>
      {label}
    </option>
  );
}

type CheckboxFieldProps = Omit<FieldBase, "width" | "labelHidden"> &
  Omit<ComponentPropsWithoutRef<"input">, keyof FieldBase | "type" | "className">;

/** One thing to agree to or turn on. */
export function CheckboxField(props: CheckboxFieldProps) {
  return <Choice className="checkbox" {...props} />;
}

/** The same as a switch, for what is either on or off. */
export function SwitchField(props: CheckboxFieldProps) {
  return <Choice className="switch" role="switch" {...props} />;
}

function Choice({ label, hint, errors, required, ...input }: CheckboxFieldProps & { className: string }) {
  const t = useTexts(common);
  const id = input.id ?? input.name;
  const show = (value: string) => (value === "on" ? t("forms.yes") : value);
  useFieldWords(input.name, { label, show });
  if (useReadOnly())
    return (
      <Field {...{ name: input.name, label, show }} value={input.defaultChecked ? "on" : t("forms.no")}>
        {null}
      </Field>
    );
  return (
    <div className="choice">
      <input
        type="checkbox"
        {...input}
        {...control({ name: input.name, id, label, hint, errors, required })}
      />
      <label htmlFor={id}>{label}</label>
      <Hint id={id} hint={hint} />
      <FieldError id={id} errors={errors} />
    </div>
  );
}

type RadioGroupFieldProps = FieldBase & {
  options: readonly (Option & { hint?: ReactNode })[];
  defaultValue?: string;
  inline?: boolean;
  disabled?: boolean;
};

/** One of a few, all in sight. */
export function RadioGroupField({ options, defaultValue, inline, disabled, ...field }: RadioGroupFieldProps) {
  const id = field.id ?? field.name;
  const show = labelOf(options);
  useFieldWords(field.name, { label: field.label, show });
  if (useReadOnly())
    return (
      <Field {...field} value={defaultValue} show={show}>
        {null}
      </Field>
    );
  return (
    <FieldGroup {...field} role="radiogroup">
      <div className={inline ? "choices choices-inline" : "choices"}>
        {options.map((option, index) => {
          // The first has the field's own id, so that an error summary can lead to it.
          const optionId = index === 0 ? id : `${id}-${option.value}`;
          return (
            <div className="choice" key={option.value}>
              <input
                type="radio"
                className="radio"
                name={field.name}
                id={optionId}
                value={option.value}
                defaultChecked={option.value === defaultValue}
                disabled={disabled || option.disabled}
                {...describe(optionId, option.hint, undefined)}
              />
              <label htmlFor={optionId}>{option.label}</label>
              <Hint id={optionId} hint={option.hint} />
            </div>
          );
        })}
      </div>
    </FieldGroup>
  );
}

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
