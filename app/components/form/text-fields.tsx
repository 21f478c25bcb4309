import { type ComponentPropsWithoutRef, type ReactNode, useState } from "react";
import { useTexts } from "~/components/context/console-context";
import { Button } from "~/components/ui/button";
import { classes } from "~/components/ui/classes";
import { useDialogFocus } from "~/components/ui/dialog";
import { useHydrated } from "remix-utils/use-hydrated";
import { Icon, type IconName } from "~/components/ui/icons";
import { common } from "~/i18n/common";
import { lengthOf } from "~/models/form/length";
import { control, Field, type FieldBase, FieldError } from "./field";

type InputProps = FieldBase & Omit<ComponentPropsWithoutRef<"input">, keyof FieldBase | "type" | "className">;

type TextFieldProps = InputProps & {
  type?: "text" | "email" | "url" | "tel" | "search" | "date" | "datetime-local";
  icon?: IconName;
  /** A word behind the input, such as "Days". */
  unit?: ReactNode;
};

/** One line of text. */
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

/** A whole or decimal number, typed as text so that nothing typed is lost, with a number keyboard on phones. */
export function NumberField({ unit, ...props }: InputProps & { unit?: ReactNode }) {
  return <TextField inputMode="numeric" autoComplete="off" width="short" unit={unit} {...props} />;
}

/** A secret; scripts add a button that shows it. Never given a default value. */
export function PasswordField({
  secret,
  ...props
}: Omit<InputProps, "defaultValue" | "value" | "label"> & {
  label: string;
  /** What "Show …" says is shown, where it is not the label. */
  secret?: string;
}) {
  const t = useTexts(common);
  const hydrated = useHydrated();
  const [shown, setShown] = useState(false);
  const { field, input } = split(props);
  const what = secret ?? props.label.toLowerCase();
  return (
    <Field {...field}>
      <div className="input-with-icon rt-r-position-relative">
        <input
          type={shown ? "text" : "password"}
          className="input"
          spellCheck={false}
          autoCapitalize="none"
          {...input}
          {...control(field)}
        />
        {hydrated && (
          <Button
            variant="ghost"
            icon={shown ? "eye-off" : "eye"}
            iconOnly
            aria-controls={field.id ?? field.name}
            onClick={() => setShown(!shown)}
          >
            {t(shown ? "forms.hideSecret" : "forms.showSecret", { what })}
          </Button>
        )}
      </div>
    </Field>
  );
}

type TextAreaProps = FieldBase &
  Omit<ComponentPropsWithoutRef<"textarea">, keyof FieldBase | "className"> & {
    /** Shows how many characters are left of this many; nothing is cut off. */
    counter?: number;
    mono?: boolean;
  };

/** Several lines of text. */
export function TextArea({ counter, mono, onInput, ...props }: TextAreaProps) {
  const { field, input } = split(props);
  const focus = useDialogFocus();
  const [length, setLength] = useState(lengthOf(String(props.defaultValue ?? "")));
  return (
    <Field {...field} value={input.defaultValue}>
      <textarea
        rows={4}
        className={classes("input", mono && "mono")}
        {...focus}
        {...input}
        {...control(field)}
        onInput={(event) => {
          if (counter) setLength(lengthOf(event.currentTarget.value));
          onInput?.(event);
        }}
      />
      {counter && <CharactersLeft left={counter - length} />}
    </Field>
  );
}

function CharactersLeft({ left }: { left: number }) {
  const t = useTexts(common);
  const hydrated = useHydrated();
  const text =
    left < 0 ? t("forms.charactersOver", { count: -left }) : t("forms.charactersLeft", { count: left });
  return (
    <div className="field-hint small with-scripts" role="status">
      {/* Its line is there before: nothing moves when it comes. */}
      {hydrated ? text : "\u00a0"}
    </div>
  );
}

type RangeFieldsProps = {
  label: ReactNode;
  type: "date" | "datetime-local";
  from: string | undefined;
  to: string | undefined;
  /** Of the two together. */
  errors: readonly string[] | undefined;
  disabled?: boolean | undefined;
};

/** Two days or times under one label; parameters `from` and `to`. What is wrong with them is as wide as both. */
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

/** A file to upload; the form needs `encType="multipart/form-data"`. */
export function FileField(props: InputProps) {
  const { field, input } = split(props);
  return (
    <Field {...field}>
      <input type="file" className="input" {...input} {...control(field)} />
    </Field>
  );
}

/** A colour: hex text, which is what is sent, and with scripts a picker that agrees with it. */
export function ColourField({
  defaultValue,
  ...props
}: Omit<InputProps, "defaultValue" | "value"> & { defaultValue?: string }) {
  const t = useTexts(common);
  const hydrated = useHydrated();
  const [value, setValue] = useState(defaultValue ?? "");
  const [initial, setInitial] = useState(defaultValue);
  if (initial !== defaultValue) {
    // The saved value is the new first one.
    setInitial(defaultValue);
    setValue(defaultValue ?? "");
  }
  const { field, input } = split(props);
  return (
    <Field {...field} value={defaultValue}>
      <div className="input-group">
        {hydrated && (
          <input
            type="color"
            className="input input-color"
            value={pickerColour(value)}
            aria-label={t("forms.colourPicker", {
              label: typeof field.label === "string" ? field.label : field.name,
            })}
            onChange={(event) => setValue(event.target.value)}
          />
        )}
        <input
          type="text"
          className="input mono"
          spellCheck={false}
          autoComplete="off"
          {...input}
          {...control(field)}
          // A colour typed before scripts came counts: React knows nothing of it and would put the old one back.
          ref={(text) => text && text.value !== text.defaultValue && setValue(text.value)}
          value={value}
          onChange={(event) => setValue(event.target.value)}
        />
      </div>
    </Field>
  );
}

/** A hex colour as pickers take it: six digits, no transparency; white for what is none, as an empty one is saved. */
export function pickerColour(text: string): string {
  const short = /^#([\da-f])([\da-f])([\da-f])$/i.exec(text);
  if (short)
    return `#${short
      .slice(1)
      .map((digit) => digit + digit)
      .join("")}`;
  return /^#[\da-f]{6}([\da-f]{2})?$/i.test(text) ? text.slice(0, 7) : "#ffffff";
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

/** Parts the field's own props from those of the element inside it. */
function split<P extends FieldBase>(props: P) {
  const { name, id, label, hint, errors, required, width, labelHidden, ...input } = props;
  return { field: { name, id, label, hint, errors, required, width, labelHidden }, input };
}
