import { useHydrated } from "remix-utils/use-hydrated";
import { useTexts } from "~/components/context/console-context";
import { ConsoleForm } from "~/components/form/console-form";
import { numberedRows } from "~/components/form/error-summary";
import { FieldError, fieldProps } from "~/components/form/field";
import { SubmitButton } from "~/components/form/post-form";
import { RowList } from "~/components/form/row-list";
import { TextArea } from "~/components/form/entry-fields";
import { TextField } from "~/components/form/text-fields";
import { lazyChecks } from "~/components/form/use-checks";
import { useConsoleForm } from "~/components/form/use-console-form";
import { ButtonLink } from "~/components/ui/button";
import { FormSection } from "~/components/ui/layout";
import { common } from "~/i18n/common";
import { workflowSets } from "~/i18n/workflow-sets";
import { limits } from "~/models/form/limits";
import {
  blankOption,
  defaultIndexOf,
  optionLimit,
  type OptionValues,
  type WorkflowSetValues,
} from "~/models/workflow-sets/set-values";
import type { WorkflowChoice } from "~/models/workflows/workflow-choices.server";
import { distinctNames } from "~/models/workflows/workflow-options";
import type { Intent } from "~/services/intents";
import { OptionFields, OptionTexts } from "./option-fields";
import { useNameTaken } from "./use-name-taken";

type WorkflowSetFormProps = {
  intents: { save: Intent; pick: (row: number) => Intent; setDefault: (row: number) => Intent };
  values: WorkflowSetValues;
  /** null for a new set. */
  version: number | null;
  mayEdit: boolean;
  /** Workflows to choose from, including a stored set's archived ones. */
  choices: readonly WorkflowChoice[];
  cancelHref: string;
};

/** Form of a new or existing workflow set (WFS-17 to WFS-40). */
export function WorkflowSetForm({
  intents,
  values,
  version,
  mayEdit,
  choices,
  cancelHref,
}: WorkflowSetFormProps) {
  const t = useTexts(workflowSets);
  const c = useTexts(common);
  const hydrated = useHydrated();
  const { form, fields, frame } = useConsoleForm<WorkflowSetValues>(
    lazyChecks(
      () => import("~/models/workflow-sets/workflow-set.schema"),
      ({ workflowSetSchema }) => workflowSetSchema(t),
    ),
    {
      id: "workflow-set",
      values,
      version,
      mayEdit,
      rowName: numberedRows({ options: (number) => t("form.row", { number }) }),
    },
  );
  const names = distinctNames(choices);
  const rows = fields.options.getFieldList();
  const live = rows.map((row): OptionValues => {
    const { workflowId, isDefault } = row.getFieldset();
    return { workflowId: workflowId.value, isDefault: isDefault.value };
  });
  const keys = rows.map(({ key }) => key);
  const flags = rows.map((row) => row.getFieldset().isDefault.name);
  const defaultIndex = defaultIndexOf(live);
  // Skips the submitted name: if the answer was lost, the set itself may have it by now, and the save reports
  // duplicates.
  const sent = frame.answer?.lastResult.initialValue?.name;
  const isTaken = useNameTaken(fields.name.value ?? "", [
    (version !== null && values.name) || "",
    typeof sent === "string" ? sent : "",
  ]);
  const nameErrors = isTaken ? [t("errors.nameTaken")] : fields.name.errors;
  const isWrong = isTaken || Object.values(form.allErrors).some((errors) => errors.length > 0);
  const isEmpty = !live.some(({ workflowId }) => workflowId);
  return (
    <ConsoleForm
      intent={intents.save}
      frame={frame}
      summaryTitle={t("form.fixErrors")}
      actions={
        <>
          {/* Without JS the number is unknown: the save reports it (WFS-31). */}
          <SubmitButton disabled={hydrated && (isWrong || isEmpty)}>
            {version === null ? t("form.create") : c("actions.save")}
          </SubmitButton>
          <ButtonLink to={cancelHref}>{c("actions.cancel")}</ButtonLink>
        </>
      }
    >
      <FormSection title={t("form.basics")} description={t("form.basicsText")}>
        <TextField
          {...fieldProps(fields.name)}
          errors={nameErrors}
          label={t("form.name")}
          autoComplete="off"
        />
        <TextArea
          {...fieldProps(fields.description)}
          label={t("form.description")}
          required={false}
          counter={limits.setDescription}
        />
      </FormSection>
      <FormSection title={t("form.workflows")} description={t("form.workflowsText")}>
        <div className="set-rows framed-rows" id={fields.options.id}>
          {Array.from({ length: Math.max(rows.length, values.options.length) }, (_, index) => (
            <OptionTexts
              key={index}
              name={`${fields.options.name}[${index}]`}
              number={index + 1}
              names={names}
            />
          ))}
          {rows.length === 0 && <FieldError id={fields.options.id} errors={fields.options.errors} />}
          <RowList<OptionValues>
            form={form}
            list={fields.options}
            limit={optionLimit}
            limitText={t("form.limit")}
            addLabel={t("form.add")}
            rowLabel={(number) => t("form.row", { number })}
            removeLabel={(row) => t("form.remove", { row })}
            newRow={blankOption}
          >
            {(row) => {
              const index = keys.indexOf(row.key);
              const others = live.filter((_, at) => at !== index).map(({ workflowId }) => workflowId);
              return (
                <OptionFields
                  row={row}
                  number={index + 1}
                  isDefault={index === defaultIndex}
                  flags={flags}
                  choices={choices}
                  names={names}
                  taken={others}
                  pick={intents.pick(index)}
                  setDefault={intents.setDefault(index)}
                />
              );
            }}
          </RowList>
        </div>
      </FormSection>
    </ConsoleForm>
  );
}
