import type { FieldMetadata, FormMetadata } from "@conform-to/react";
import { useId, type ReactNode } from "react";
import { type Option, SelectField } from "~/components/form/choice-fields";
import { fieldProps } from "~/components/form/field";
import { RowList } from "~/components/form/row-list";
import { TextField } from "~/components/form/text-fields";
import { useTexts } from "~/components/context/console-context";
import { atsTenants } from "~/i18n/ats";
import { rowLimit, type TenantFormValues } from "~/models/ats/ats-template";
import { type Named, optionsOf } from "~/models/workflows/workflow-options";

export type ItemOptions = { groups: readonly Option[]; workflows: readonly Named[] };

type RowOf<Kind extends "statuses" | "strings" | "workflows"> = TenantFormValues[Kind][string][number];

type RowsProps<Row> = {
  form: Pick<FormMetadata, "insert" | "remove" | "reorder" | "validate">;
  list: FieldMetadata<Row[], Record<string, unknown>, string[]>;
  /** The item's name, used to label its rows and buttons. */
  label: string;
};

/** The rows of one item; adding and removing works without JS (TEN-24). */
function ItemRows<Row>({
  form,
  list,
  label,
  add,
  children,
}: RowsProps<Row> & {
  add: "addStatus" | "addWorkflow" | "addEntry";
  children: (row: FieldMetadata<Row, Record<string, unknown>, string[]>, number: number) => ReactNode;
}) {
  const t = useTexts(atsTenants);
  const rows = list.getFieldList();
  return (
    <>
      {rows.length === 0 && <p className="muted">{t("none")}</p>}
      <RowList<Row>
        form={form}
        isTable
        list={list}
        limit={rowLimit}
        limitText={t("errors.tooManyRows", { limit: rowLimit })}
        addLabel={t(add)}
        rowLabel={(number) => t("entry", { label, number })}
        removeLabel={(row) => t("removeRow", { row })}
      >
        {(row) => children(row, rows.findIndex(({ key }) => key === row.key) + 1)}
      </RowList>
    </>
  );
}

/** ATS statuses mapped to the console's (TEN-18). */
export function StatusRows(props: RowsProps<RowOf<"statuses">>) {
  const t = useTexts(atsTenants);
  const statuses = Object.keys(atsTenants.en.statuses) as (keyof (typeof atsTenants)["en"]["statuses"])[];
  return (
    <ItemRows {...props} add="addStatus">
      {(row) => {
        const { ats, product } = row.getFieldset();
        return (
          <>
            <TextField {...fieldProps(ats)} required={undefined} label={t("atsStatus")} autoComplete="off" />
            <SelectField
              {...fieldProps(product)}
              required={undefined}
              label={t("productStatus")}
              options={statuses.map((status) => ({ value: status, label: t(`statuses.${status}`) }))}
            />
          </>
        );
      }}
    </ItemRows>
  );
}

export function StringRows(props: RowsProps<RowOf<"strings">>) {
  const t = useTexts(atsTenants);
  return (
    <ItemRows {...props} add="addEntry">
      {(row, number) => (
        <TextField
          {...fieldProps(row.getFieldset().text)}
          required={undefined}
          label={t("entry", { label: props.label, number })}
          labelHidden
          autoComplete="off"
        />
      )}
    </ItemRows>
  );
}

/** Pairs of workflows, the first one by id with the customer's workflows as suggestions (TEN-21, TEN-23). */
export function WorkflowRows({
  workflows,
  ...props
}: RowsProps<RowOf<"workflows">> & { workflows: readonly Named[] }) {
  const t = useTexts(atsTenants);
  const options = optionsOf(workflows);
  const suggestions = useId();
  return (
    <>
      <ItemRows {...props} add="addWorkflow">
        {(row) => {
          const { normal, indigenous } = row.getFieldset();
          const chosen = fieldProps(indigenous);
          const all = withMissingOptions(options, [chosen.defaultValue ?? ""], (id) =>
            t("unknownOption", { id }),
          );
          return (
            <>
              <TextField
                {...fieldProps(normal)}
                required={undefined}
                label={t("normalWorkflow")}
                list={suggestions}
                autoComplete="off"
                spellCheck={false}
              />
              <SelectField {...chosen} required={undefined} label={t("indigenousWorkflow")} options={all} />
            </>
          );
        }}
      </ItemRows>
      <datalist id={suggestions}>
        {workflows.map(({ _id, name }) => (
          <option key={_id} value={_id}>
            {name}
          </option>
        ))}
      </datalist>
    </>
  );
}

/** Adds a stored value that the list lacks, so that it stays selectable. */
export function withMissingOptions(
  options: readonly Option[],
  chosen: readonly string[],
  label: (id: string) => string,
): Option[] {
  const known = new Set(options.map(({ value }) => value));
  const unknown = chosen.filter((id) => id !== "" && !known.has(id));
  return [...options, ...unknown.map((id) => ({ value: id, label: label(id) }))];
}
