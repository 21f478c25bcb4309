import type { FieldMetadata } from "@conform-to/react";
import type { ReactNode } from "react";
import { useTexts } from "~/components/context/console-context";
import { classes } from "~/components/ui/classes";
import { Icon } from "~/components/ui/icons";
import { common } from "~/i18n/common";
import { type FieldTexts, useFieldWords, useReadOnly } from "./form-context";

/** The props of every field. `id` falls back to `name`. */
export type FieldBase = {
  name: string;
  id?: string;
  label: ReactNode;
  hint?: ReactNode;
  errors?: readonly string[];
  /** `false` marks the field as optional; undefined shows nothing. */
  required?: boolean;
  /** Narrower than its column, to suggest the expected length. */
  width?: "short" | "medium";
  /** Keeps the label for assistive technology only. */
  labelHidden?: boolean;
};

type FieldProps = FieldBase & {
  /** The control's value, for read-only forms. */
  value?: unknown;
  /** Formats such a value, e.g. an option's label instead of its id. */
  show?: (value: string) => ReactNode;
  children: ReactNode;
};

/** Label, hint and error around one control; in a read-only form, label and value. */
export function Field({ value, show, children, ...field }: FieldProps) {
  useFieldWords(field.name, { label: field.label, show });
  if (useReadOnly()) return <ReadOnlyField {...{ ...field, value, show }} />;
  return <EditableField {...field}>{children}</EditableField>;
}

function ReadOnlyField({ label, value, show = (text) => text }: Omit<FieldProps, "children">) {
  const values = (Array.isArray(value) ? value : [value]).filter(
    (one) => typeof one === "string" && one !== "",
  );
  return (
    <dl className="field-read-only">
      <dt>{label}</dt>
      {values.length === 0 ? <dd>-</dd> : values.map((one) => <dd key={String(one)}>{show(String(one))}</dd>)}
    </dl>
  );
}

function EditableField({
  label,
  hint,
  errors,
  required,
  width,
  labelHidden,
  children,
  ...field
}: FieldBase & { children: ReactNode }) {
  const id = field.id ?? field.name;
  return (
    <div className={classes("field", width && `field-${width}`)}>
      <label htmlFor={id} className={labelHidden ? "visually-hidden" : undefined}>
        {label}
        <OptionalMark required={required} />
      </label>
      <Hint id={id} hint={hint} />
      {children}
      <FieldError id={id} errors={errors} />
    </div>
  );
}

/** Label, hint and errors around a group of controls; `role="radiogroup"` for a single choice. */
export function FieldGroup({
  label,
  hint,
  errors,
  required,
  width,
  labelHidden,
  role,
  show,
  children,
  ...field
}: FieldBase & Pick<FieldTexts, "show"> & { role?: "radiogroup"; children: ReactNode }) {
  const id = field.id ?? field.name;
  const described = describe(id, hint, errors);
  useFieldWords(field.name, { label, ...(show && { show }) });
  return (
    <fieldset
      className={classes("field", width && `field-${width}`)}
      role={role}
      aria-describedby={described["aria-describedby"]}
      // `aria-invalid` does not apply to a plain group; its boxes carry it.
      aria-invalid={role && described["aria-invalid"]}
    >
      <legend className={labelHidden ? "visually-hidden" : undefined}>
        {label}
        <OptionalMark required={required} />
      </legend>
      <Hint id={id} hint={hint} />
      {children}
      <FieldError id={id} errors={errors} />
    </fieldset>
  );
}

function OptionalMark({ required }: { required: boolean | undefined }) {
  const t = useTexts(common);
  return required === false ? (
    <span className="muted rt-r-ml-1 rt-r-weight-regular">({t("optional")})</span>
  ) : null;
}

export function Hint({ id, hint }: { id: string; hint: ReactNode }) {
  return hint ? (
    <div className="field-hint" id={`${id}-hint`}>
      {hint}
    </div>
  ) : null;
}

export function FieldError({ id, errors }: { id: string; errors: readonly string[] | undefined }) {
  if (!errors?.length) return null;
  return (
    <div className="field-error" id={`${id}-error`}>
      <Icon name="alert" />
      <span>{errors.join(" ")}</span>
    </div>
  );
}

/** Links a control to its hint and error. */
export function describe(id: string, hint: ReactNode, errors: readonly string[] | undefined) {
  const bad = Boolean(errors?.length);
  return {
    "aria-invalid": bad || undefined,
    "aria-describedby": classes(hint ? `${id}-hint` : "", bad && `${id}-error`) || undefined,
  };
}

/** Attributes that make an element its field's control. */
export function control({ name, id = name, hint, errors, required }: FieldBase) {
  return { name, id, required: required || undefined, ...describe(id, hint, errors) };
}

/** Field metadata of any form: reading it must not depend on the form's schema. */
// oxlint-disable-next-line typescript/no-explicit-any -- conform's own signature of "any form"
type AnyField = FieldMetadata<any, any, string[]>;

/** Props of a single-value field from conform's metadata: `<TextField label="…" {...fieldProps(fields.name)} />`. */
export function fieldProps(field: AnyField) {
  const value: unknown = field.initialValue;
  return { ...commonProps(field), defaultValue: typeof value === "string" ? value : undefined };
}

/** Props of a multi-value field (MultiSelectField) from conform's metadata. */
export function multiFieldProps(field: AnyField) {
  const value: unknown = field.initialValue;
  const values = (Array.isArray(value) ? value : [value]).filter((one) => typeof one === "string");
  return { ...commonProps(field), defaultValues: values };
}

/** Props of a single checkbox or switch from conform's metadata. */
export function checkboxProps(field: AnyField) {
  const value: unknown = field.initialValue;
  return { ...commonProps(field), required: undefined, defaultChecked: value === "on" };
}

function commonProps(field: AnyField) {
  return {
    name: String(field.name),
    id: field.id,
    errors: field.errors,
    required: field.required,
  };
}
