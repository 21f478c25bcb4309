import { type Option, RadioGroupField, SelectField } from "~/components/form/choice-fields";
import { MultiSelectField } from "~/components/form/multi-select-field";
import { NumberField, PasswordField, TextField } from "~/components/form/text-fields";
import { useTexts } from "~/components/context/console-context";
import { atsTenants } from "~/i18n/ats";
import {
  fieldName,
  type ItemErrors,
  type ItemValue,
  type TemplateItem,
} from "~/models/ats/ats-tenant.schema";
import { RowList } from "./row-list";

export type ItemOptions = { groups: readonly Option[]; workflows: readonly Option[] };

type ItemProps = {
  item: TemplateItem;
  value: ItemValue;
  errors: ItemErrors;
  options: ItemOptions;
  /** For a credential: what is known of its value, which is never shown. */
  secret: "saved" | "typed" | "missing" | undefined;
  /** The id of the field to go on with, after a row was added or removed. */
  focus: string | undefined;
};

/** One item of a template as a field, by its component (TEN-14). */
export function TenantItem({ item, value, errors, options, secret, focus }: ItemProps) {
  const t = useTexts(atsTenants);
  const name = fieldName(item.key);
  const error = errors[name] === undefined ? undefined : [errors[name]];
  const field = { name, label: item.label, hint: item.description || undefined, errors: error };
  const rows = { item, errors, focus };
  switch (value.kind) {
    case "statuses":
      return <StatusRows {...rows} value={value} />;
    case "strings":
      return <StringRows {...rows} value={value} />;
    case "workflows":
      return <WorkflowRows {...rows} value={value} options={options.workflows} />;
    case "groups":
      return <Groups {...rows} value={value} options={options.groups} />;
    case "text":
      break;
  }
  if (item.uiComponent === "singleRadio")
    return (
      <RadioGroupField
        {...field}
        inline
        defaultValue={value.text}
        disabled={item.isReadOnly}
        options={[
          { value: "true", label: t("yes") },
          { value: "false", label: t("no") },
        ]}
      />
    );
  if (item.uiComponent === "singleNumber")
    return (
      <NumberField
        {...field}
        unit={t("days")}
        defaultValue={value.text}
        readOnly={item.isReadOnly || undefined}
      />
    );
  if (secret) {
    const known = { saved: t("secretKept"), typed: t("secretTyped"), missing: "" }[secret];
    return (
      <PasswordField
        {...field}
        hint={[item.description, known].filter(Boolean).join(" ") || undefined}
        autoComplete="new-password"
        readOnly={item.isReadOnly || undefined}
      />
    );
  }
  return (
    <TextField
      {...field}
      defaultValue={value.text}
      readOnly={item.isReadOnly || undefined}
      autoComplete="off"
    />
  );
}

type RowsProps<Kind extends ItemValue["kind"]> = Pick<ItemProps, "item" | "errors" | "focus"> & {
  value: Extract<ItemValue, { kind: Kind }>;
};

/** Field props of one row's field, with the message that belongs to it. */
function rowField(
  { item, errors, focus }: Pick<ItemProps, "item" | "errors" | "focus">,
  part: string,
  at: number,
) {
  const id = fieldName(item.key, `${part}.${at}`);
  const message = errors[id];
  return {
    id,
    errors: message === undefined ? undefined : [message],
    disabled: item.isReadOnly,
    labelHidden: at > 0,
    // The answer to "Add" goes on in the row that was added.
    autoFocus: focus === id,
  };
}

function StatusRows({ value, ...row }: RowsProps<"statuses">) {
  const t = useTexts(atsTenants);
  const { item } = row;
  const statuses = Object.keys(atsTenants.en.statuses) as (keyof (typeof atsTenants)["en"]["statuses"])[];
  return (
    <RowList item={item} count={value.rows.length} focus={row.focus}>
      {(at) => (
        <>
          <TextField
            {...rowField(row, "ats", at)}
            name={fieldName(item.key, "ats")}
            label={t("atsStatus")}
            defaultValue={value.rows[at]?.ats}
            autoComplete="off"
          />
          <SelectField
            {...rowField(row, "product", at)}
            name={fieldName(item.key, "product")}
            label={t("productStatus")}
            defaultValue={value.rows[at]?.product}
            options={statuses.map((status) => ({ value: status, label: t(`statuses.${status}`) }))}
          />
        </>
      )}
    </RowList>
  );
}

function StringRows({ value, ...row }: RowsProps<"strings">) {
  const t = useTexts(atsTenants);
  const { item } = row;
  return (
    <RowList item={item} count={value.rows.length} focus={row.focus}>
      {(at) => (
        <TextField
          {...rowField(row, "text", at)}
          name={fieldName(item.key)}
          label={t("entry", { label: item.label, number: at + 1 })}
          labelHidden
          defaultValue={value.rows[at]}
          autoComplete="off"
        />
      )}
    </RowList>
  );
}

function WorkflowRows({ value, options, ...row }: RowsProps<"workflows"> & { options: readonly Option[] }) {
  const t = useTexts(atsTenants);
  const { item } = row;
  const suggestions = `${fieldName(item.key)}-workflows`;
  return (
    <RowList item={item} count={value.rows.length} focus={row.focus}>
      {(at) => (
        <>
          <TextField
            {...rowField(row, "normal", at)}
            name={fieldName(item.key, "normal")}
            label={t("normalWorkflow")}
            defaultValue={value.rows[at]?.normal}
            list={suggestions}
            autoComplete="off"
            spellCheck={false}
          />
          <SelectField
            {...rowField(row, "indigenous", at)}
            name={fieldName(item.key, "indigenous")}
            label={t("indigenousWorkflow")}
            defaultValue={value.rows[at]?.indigenous}
            options={withUnknown(options, [value.rows[at]?.indigenous ?? ""], (id) =>
              t("unknownOption", { id }),
            )}
          />
        </>
      )}
      <datalist id={suggestions}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </datalist>
    </RowList>
  );
}

function Groups({ value, item, options }: RowsProps<"groups"> & { options: readonly Option[] }) {
  const t = useTexts(atsTenants);
  const unknown = (id: string) => t("unknownOption", { id });
  const picker = (part: "hiringManagers" | "recruiters") => (
    <MultiSelectField
      name={fieldName(item.key, part)}
      label={t(part)}
      options={withUnknown(options, value[part], unknown)}
      defaultValues={value[part]}
      disabled={item.isReadOnly}
    />
  );
  return (
    <fieldset className="field item-rows">
      <legend>{item.label}</legend>
      {item.description && <div className="field-hint">{item.description}</div>}
      <div className="fields-row">
        {picker("hiringManagers")}
        {picker("recruiters")}
      </div>
    </fieldset>
  );
}

/** What is stored stays choosable when the list, for whatever reason, does not have it. */
function withUnknown(
  options: readonly Option[],
  chosen: readonly string[],
  label: (id: string) => string,
): Option[] {
  const known = new Set(options.map(({ value }) => value));
  const unknown = chosen.filter((id) => id !== "" && !known.has(id));
  return [...options, ...unknown.map((id) => ({ value: id, label: label(id) }))];
}
