import type { ComponentPropsWithoutRef, ReactNode } from "react";
import { useTexts } from "~/components/context/console-context";
import { useDialogFocus } from "~/components/ui/dialog";
import { Icon, type IconName } from "~/components/ui/icons";
import { common } from "~/i18n/common";
import { control, Field, type FieldBase, FieldError } from "./field";

export type InputProps = FieldBase &
  Omit<ComponentPropsWithoutRef<"input">, keyof FieldBase | "type" | "className">;

type TextFieldProps = InputProps & {
  type?: "text" | "email" | "url" | "tel" | "search" | "date" | "datetime-local";
  icon?: IconName;
  /** Text after the input, such as "Days". */
  unit?: ReactNode;
};

/** Single-line text. */
export function TextField({ type = "text", icon, unit, ...props }: TextFieldProps) {
  const { field, input } = split(props);
  const focus = useDialogFocus();
  const element = <input type={type} className="input" {...focus} {...input} {...control(field)} />;
  return (
    <Field {...field} value={input.defaultValue}>
      {grouped(element, icon, unit)}
    </Field>
  );
}

/** A whole or decimal number, as text so that nothing typed is lost, with a numeric keyboard on phones. */
export function NumberField({ unit, ...props }: InputProps & { unit?: ReactNode }) {
  return <TextField inputMode="numeric" autoComplete="off" width="short" unit={unit} {...props} />;
}

type RangeFieldsProps = {
  label: ReactNode;
  type: "date" | "datetime-local";
  from: string | undefined;
  to: string | undefined;
  errors: readonly string[] | undefined;
  disabled?: boolean | undefined;
};

/** Two days or times under one label; parameters `from` and `to`. Errors span both fields. */
export function RangeFields({ label, from, to, errors, type, disabled }: RangeFieldsProps) {
  const t = useTexts(common);
  const shared = { type, disabled, className: "input", step: type === "date" ? undefined : "any" };
  return (
    <fieldset className="field">
      <legend>{label}</legend>
      <div className="input-group">
        <div className="field">
          <label htmlFor="from" className="visually-hidden">
            {t("forms.from")}
          </label>
          <input {...shared} {...control({ name: "from", label, errors })} defaultValue={from} />
        </div>
        <span className="muted" aria-hidden="true">
          –
        </span>
        <div className="field">
          <label htmlFor="to" className="visually-hidden">
            {t("forms.to")}
          </label>
          <input {...shared} {...control({ name: "to", label })} defaultValue={to} />
        </div>
      </div>
      <FieldError id="from" errors={errors} />
    </fieldset>
  );
}

function grouped(input: ReactNode, icon: IconName | undefined, unit: ReactNode) {
  if (icon)
    return (
      <div className="input-with-icon rt-r-position-relative">
        <Icon name={icon} />
        {input}
      </div>
    );
  if (unit)
    return (
      <div className="input-group">
        {input}
        <span className="muted">{unit}</span>
      </div>
    );
  return input;
}

/** Separates a field's own props from the props of the element inside it. */
export function split<P extends FieldBase>(props: P) {
  const { name, id, label, hint, errors, required, width, labelHidden, ...input } = props;
  return { field: { name, id, label, hint, errors, required, width, labelHidden }, input };
}
