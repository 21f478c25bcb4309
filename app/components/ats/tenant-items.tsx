import type { FieldMetadata, FormMetadata } from "@conform-to/react";
import type { ReactNode } from "react";
import { PasswordField, RadioGroupField } from "~/components/form/entry-fields";
import type { Option } from "~/components/form/choice-fields";
import { Field, fieldProps, multiFieldProps } from "~/components/form/field";
import { FormContextProvider } from "~/components/form/form-context";
import { MultiSelectField } from "~/components/form/multi-select-field";
import { NumberField, TextField } from "~/components/form/text-fields";
import { useTexts } from "~/components/context/console-context";
import { atsTenants } from "~/i18n/ats";
import {
  fieldKey,
  kindOf,
  switchOf,
  type TemplateItem,
  type TenantFormValues,
} from "~/models/ats/ats-template";
import { optionsOf } from "~/models/workflows/workflow-options";
import { type ItemOptions, StatusRows, StringRows, withMissingOptions, WorkflowRows } from "./item-rows";

type AnyField<T> = FieldMetadata<T, Record<string, unknown>, string[]>;

type ItemProps = {
  item: TemplateItem;
  form: Pick<FormMetadata, "insert" | "remove" | "reorder" | "validate">;
  fields: { [Kind in keyof TenantFormValues]: AnyField<TenantFormValues[Kind]> };
  options: ItemOptions;
  /** State of a credential's value, which is never shown. */
  secret: "saved" | "typed" | "missing" | undefined;
  /** A switch in the form disables the item: it is hidden and sent empty, but keeps its value. */
  isUnused: boolean;
};

/** One template item as a field, by its component (TEN-14). */
export function TenantItem({ isUnused, ...props }: ItemProps) {
  const t = useTexts(atsTenants);
  const key = switchOf(props.item);
  if (key === undefined) return <ItemField {...props} note="" />;
  const note = t(key === "hasFlag" ? "onlyWithFlag" : "onlyWithVacancyByProduct");
  return (
    <>
      {isUnused && (
        <p className="item-unused">
          <strong>{props.item.label}</strong> <span className="muted">{note}</span>
        </p>
      )}
      <div className="item-dependent" hidden={isUnused}>
        <ItemField {...props} note={note} />
      </div>
    </>
  );
}

function ItemField({
  item,
  form,
  fields,
  options,
  secret,
  note,
}: Omit<ItemProps, "isUnused"> & { note: string }) {
  const t = useTexts(atsTenants);
  const key = fieldKey(item);
  const hint = [item.description, note].filter(Boolean).join(" ") || undefined;
  switch (kindOf(item)) {
    case "statuses": {
      const list = fields.statuses.getFieldset()[key];
      return (
        <Rows item={item} hint={hint}>
          {list && <StatusRows {...{ form, list, label: item.label }} />}
        </Rows>
      );
    }
    case "strings": {
      const list = fields.strings.getFieldset()[key];
      return (
        <Rows item={item} hint={hint}>
          {list && <StringRows {...{ form, list, label: item.label }} />}
        </Rows>
      );
    }
    case "workflows": {
      const list = fields.workflows.getFieldset()[key];
      return (
        <Rows item={item} hint={hint}>
          {list && <WorkflowRows {...{ form, list, label: item.label, workflows: options.workflows }} />}
        </Rows>
      );
    }
    case "groups": {
      const lists = fields.groups.getFieldset()[key]?.getFieldset();
      return (
        <Rows item={item} hint={hint}>
          {lists && (
            <div className="fields-row">
              <GroupPicker
                field={lists.hiringManagers}
                label={t("hiringManagers")}
                options={options.groups}
              />
              <GroupPicker field={lists.recruiters} label={t("recruiters")} options={options.groups} />
            </div>
          )}
        </Rows>
      );
    }
    case "texts":
      break;
  }
  const text = fields.texts.getFieldset()[key];
  if (!text) return null;
  const field = { ...fieldProps(text), required: undefined, label: item.label, hint };
  if (item.uiComponent === "singleRadio") return <RadioGroupField {...field} inline options={yesNo(t)} />;
  if (item.uiComponent === "singleNumber") return <NumberField {...field} unit={t("days")} />;
  if (secret) {
    const { defaultValue: _, ...input } = field;
    const known = { saved: t("secretKept"), typed: t("secretTyped"), missing: "" }[secret];
    return (
      <PasswordField
        {...input}
        hint={[hint, known].filter(Boolean).join(" ") || undefined}
        autoComplete="new-password"
      />
    );
  }
  return <TextField {...field} autoComplete="off" />;
}

type YesNoTexts = (key: "yes" | "no") => string;

const yesNo = (t: YesNoTexts): Option[] => [
  { value: "true", label: t("yes") },
  { value: "false", label: t("no") },
];

/** A list of rows or pickers under their heading. */
function Rows({
  item,
  hint,
  children,
}: {
  item: TemplateItem;
  hint: string | undefined;
  children: ReactNode;
}) {
  return (
    <fieldset className="field item-rows">
      <legend>{item.label}</legend>
      {hint && <div className="field-hint">{hint}</div>}
      {children}
    </fieldset>
  );
}

type GroupPickerProps = {
  field: FieldMetadata<string[] | undefined, Record<string, unknown>, string[]>;
  label: string;
  options: readonly Option[];
};

function GroupPicker({ field, label, options }: GroupPickerProps) {
  const t = useTexts(atsTenants);
  const props = multiFieldProps(field);
  const all = withMissingOptions(options, props.defaultValues, (id) => t("unknownOption", { id }));
  return <MultiSelectField {...props} required={undefined} label={label} options={all} />;
}

type FixedItemProps = { item: TemplateItem; texts: readonly string[]; options: ItemOptions };

/** A read-only item (TEN-15). */
export function FixedItem({ item, texts, options }: FixedItemProps) {
  const t = useTexts(atsTenants);
  const name = `fixed-${fieldKey(item)}`;
  const [text = ""] = texts;
  if (kindOf(item) === "texts" && item.uiComponent !== "singleRadio")
    return (
      <TextField
        name={name}
        label={item.label}
        hint={item.description || undefined}
        defaultValue={text}
        unit={item.uiComponent === "singleNumber" ? t("days") : undefined}
        readOnly
      />
    );
  const known = [...options.groups, ...optionsOf(options.workflows), ...yesNo(t)];
  return (
    <FormContextProvider value={{ isReadOnly: true, words: new Map() }}>
      <Field
        name={name}
        label={item.label}
        value={texts}
        show={(value) => known.find((option) => option.value === value)?.label ?? value}
      >
        {null}
      </Field>
    </FormContextProvider>
  );
}
