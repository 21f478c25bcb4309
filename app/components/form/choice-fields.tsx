import type { ComponentPropsWithoutRef, ReactNode } from "react";
import { useTexts } from "~/components/context/console-context";
import { useDialogFocus } from "~/components/ui/dialog";
import { common } from "~/i18n/common";
import { useFieldWords, useReadOnly } from "./form-context";
import { control, Field, type FieldBase, FieldError, Hint } from "./field";

export type Option = { value: string; label: string; disabled?: boolean };
export type OptionGroup = { label: string; options: readonly Option[] };

type SelectFieldProps = FieldBase &
  Omit<ComponentPropsWithoutRef<"select">, keyof FieldBase | "className" | "multiple"> & {
    options: readonly (Option | OptionGroup)[];
    /** Label of the empty first option; `null` omits it. */
    placeholder?: string | null;
  };

/** Native single-choice select. */
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
  const focus = useDialogFocus();
  const field = { name, id, label, hint, errors, required, width, labelHidden };
  const all = options.flatMap((option) => ("options" in option ? option.options : [option]));
  return (
    <Field {...field} value={select.defaultValue} show={labelOf(all)}>
      <select className="input" {...focus} {...select} {...control(field)}>
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

type CountryFieldProps = Omit<SelectFieldProps, "options"> & {
  /** One country per line, as formatted by `phoneCountries`. */
  countries: string;
};

/** The country a phone number is parsed for. */
export function CountryField({ countries, ...field }: CountryFieldProps) {
  const options = countries.split("\n").map((line) => ({ value: line.slice(0, 2), label: line.slice(3) }));
  return <SelectField {...field} options={options} />;
}

/** Returns the label of an option's value. */
export const labelOf = (options: readonly Option[]) => (value: string) =>
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

/** A checkbox for something to accept or turn on. */
export function CheckboxField(props: CheckboxFieldProps) {
  return <Choice className="checkbox" {...props} />;
}

/** A checkbox that looks like a switch, for on/off settings. */
export function SwitchField(props: CheckboxFieldProps) {
  // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- a native checkbox has its own checked state
  return <Choice className="switch" role="switch" {...props} />;
}

/** A switch turned by a button of its form: sends the new value and registers its name like a visible one. */
export function HiddenSwitch({ name, label, isOn }: { name: string; label: ReactNode; isOn: boolean }) {
  useSwitchWords(name, label);
  return <input type="hidden" name={name} value={isOn ? "on" : ""} />;
}

/** Registers a switch with its form, with "on" or "off" as its text. */
export function useSwitchWords(name: string, label: ReactNode) {
  const t = useTexts(common);
  const show = (value: string) => (value === "on" ? t("forms.yes") : value);
  const words = { label, show, none: t("forms.no") };
  useFieldWords(name, words);
  return words;
}

function Choice({ label, hint, errors, required, ...input }: CheckboxFieldProps & { className: string }) {
  const id = input.id ?? input.name;
  const { show, none } = useSwitchWords(input.name, label);
  if (useReadOnly())
    return (
      <Field {...{ name: input.name, label, show }} value={input.defaultChecked ? "on" : none}>
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
