import { searchKey } from "~/i18n/name-order";
import { type ReactNode, useState } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { useTexts } from "~/components/context/console-context";
import { useDialogFocus } from "~/components/ui/dialog";
import { common } from "~/i18n/common";
import { labelOf, type Option } from "./choice-fields";
import { Field, type FieldBase, FieldGroup } from "./field";
import { useReadOnly } from "./form-context";

export type MultiOption = Option & {
  /** A second line, such as an email. */
  detail?: string;
  /** Shown at the right: a count, or the reason the option is disabled. */
  aside?: ReactNode;
};

type MultiSelectFieldProps = FieldBase & {
  options: readonly MultiOption[];
  defaultValues?: readonly string[];
  disabled?: boolean;
  /** Omits the filter box because the options are searched elsewhere. */
  isFound?: boolean;
  /** One choice, as radio buttons. */
  isSingle?: boolean;
};

/** Multiple choice as checkboxes, or a single one as radio buttons; JS adds a box to filter the list. */
export function MultiSelectField({
  options,
  defaultValues = [],
  disabled,
  isFound,
  isSingle,
  ...field
}: MultiSelectFieldProps) {
  const show = labelOf(options);
  if (useReadOnly())
    return (
      <Field {...field} value={defaultValues} show={show}>
        {null}
      </Field>
    );
  return (
    <FieldGroup {...field} show={show} role={isSingle ? "radiogroup" : undefined}>
      <OptionList {...{ field, options, defaultValues, disabled, isFound, isSingle }} />
    </FieldGroup>
  );
}

type OptionListProps = {
  field: FieldBase;
  options: readonly MultiOption[];
  defaultValues: readonly string[];
  disabled: boolean | undefined;
  isFound: boolean | undefined;
  isSingle: boolean | undefined;
};

/** Number of options above which a filter box is worthwhile. */
const searchable = 8;

function OptionList({ field, options, defaultValues, disabled, isFound, isSingle }: OptionListProps) {
  const t = useTexts(common);
  const hydrated = useHydrated();
  const [query, setQuery] = useState("");
  const focus = useDialogFocus();
  const id = field.id ?? field.name;
  const wanted = searchKey(query);
  const matches = (option: MultiOption) =>
    !wanted || searchKey(`${option.label} ${option.detail ?? ""}`).includes(wanted);
  return (
    <>
      {hydrated && !isFound && options.length > searchable && (
        <input
          type="search"
          className="input"
          value={query}
          aria-label={t("filterList")}
          placeholder={t("filterList")}
          onChange={(event) => setQuery(event.target.value)}
          // Enter here filters the list; it must not submit the surrounding form.
          onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
        />
      )}
      <div className="option-list rt-Flex rt-r-fd-column rt-r-p-1">
        {options.map((option, index) => (
          // Hidden, not removed: ticked options stay ticked and are submitted.
          <label key={option.value} hidden={!matches(option)}>
            <input
              type={isSingle ? "radio" : "checkbox"}
              className={isSingle ? "radio" : "checkbox"}
              name={field.name}
              value={option.value}
              id={index === 0 ? id : undefined}
              defaultChecked={defaultValues.includes(option.value)}
              disabled={disabled || option.disabled}
              aria-invalid={(!isSingle && Boolean(field.errors?.length)) || undefined}
              {...(index === 0 && focus)}
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
