import { type ComponentPropsWithoutRef, type ReactNode, useState } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { useTexts } from "~/components/context/console-context";
import { Button } from "~/components/ui/button";
import { classes } from "~/components/ui/classes";
import { useDialogFocus } from "~/components/ui/dialog";
import { common } from "~/i18n/common";
import { lengthOf } from "~/models/form/length";
import { labelOf, type Option } from "./choice-fields";
import { control, describe, Field, type FieldBase, FieldGroup, Hint } from "./field";
import { useReadOnly } from "./form-context";
import { type InputProps, split } from "./text-fields";

// Fields that filters do not use, in a separate module so that lists do not load them.

/** A secret; JS adds a button to show it. Never given a default value. */
export function PasswordField({
  secret,
  ...props
}: Omit<InputProps, "defaultValue" | "value" | "label"> & {
  label: string;
  /** Name used by "Show …", if not the label. */
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
    /** Shows the characters left of this maximum; does not truncate. */
    counter?: number;
    mono?: boolean;
  };

/** Multi-line text. */
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
      {/* Its line is reserved to avoid a layout shift when it appears. */}
      {hydrated ? text : "\u00a0"}
    </div>
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

/** A colour: hex text, which is submitted, and with JS a picker in sync with it. */
export function ColourField({
  defaultValue,
  ...props
}: Omit<InputProps, "defaultValue" | "value"> & { defaultValue?: string }) {
  const t = useTexts(common);
  const hydrated = useHydrated();
  const [value, setValue] = useState(defaultValue ?? "");
  const [initial, setInitial] = useState(defaultValue);
  if (initial !== defaultValue) {
    // The saved value is the new initial one.
    setInitial(defaultValue);
    setValue(defaultValue ?? "");
  }
  const { field, input } = split(props);
  return (
    <Field {...field} value={defaultValue} show={shownColour}>
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
          // Keeps a colour typed before hydration: React does not know it and would restore the old one.
          ref={(text) => text && text.value !== text.defaultValue && setValue(text.value)}
          value={value}
          onChange={(event) => setValue(event.target.value)}
        />
      </div>
    </Field>
  );
}

/** A colour of a read-only form: its sample before its code. */
const shownColour = (text: string) => (
  <span className="input-group">
    <svg width="16" height="16" aria-hidden="true">
      <rect x="0.5" y="0.5" width="15" height="15" rx="2" fill={text} stroke="gray" />
    </svg>
    <span className="mono">{text}</span>
  </span>
);

/**
 * Converts a hex colour to the six digits a colour picker requires: without transparency, white if invalid or
 * empty.
 */
export function pickerColour(text: string): string {
  const short = /^#([\da-f])([\da-f])([\da-f])$/i.exec(text);
  if (short)
    return `#${short
      .slice(1)
      .map((digit) => digit + digit)
      .join("")}`;
  return /^#[\da-f]{6}([\da-f]{2})?$/i.test(text) ? text.slice(0, 7) : "#ffffff";
}

type RadioGroupFieldProps = FieldBase & {
  options: readonly (Option & { hint?: ReactNode })[];
  defaultValue?: string;
  inline?: boolean;
  disabled?: boolean;
};

/** Radio buttons for one of a few options. */
export function RadioGroupField({ options, defaultValue, inline, disabled, ...field }: RadioGroupFieldProps) {
  const id = field.id ?? field.name;
  const show = labelOf(options);
  if (useReadOnly())
    return (
      <Field {...field} value={defaultValue} show={show}>
        {null}
      </Field>
    );
  return (
    <FieldGroup {...field} show={show} role="radiogroup">
      <div
        className={inline ? "rt-Flex rt-r-fw-wrap rt-r-rg-1 rt-r-cg-4" : "rt-Flex rt-r-fd-column rt-r-gap-1"}
      >
        {options.map((option, index) => {
          // The first has the field's own id, so that an error summary can link to it.
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
