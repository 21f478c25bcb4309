import type { FormEvent } from "react";
import { ConsoleForm } from "~/components/form/console-form";
import { numberedRows } from "~/components/form/error-summary";
import { fieldProps } from "~/components/form/field";
import { SubmitButton } from "~/components/form/post-form";
import { RowList } from "~/components/form/row-list";
import { NumberField, TextField } from "~/components/form/text-fields";
import { lazyChecks } from "~/components/form/use-checks";
import { useConsoleForm } from "~/components/form/use-console-form";
import { useTexts } from "~/components/context/console-context";
import { FormSection, Section } from "~/components/ui/layout";
import { workflows } from "~/i18n/workflows";
import { stageLimit, type StageValues, type WorkflowValues } from "~/models/workflows/stage-values";
import type { Named } from "~/models/workflows/workflow-options";
import type { WorkflowAnswer } from "~/models/workflows/workflow-form.server";
import type { AssessmentPackage } from "~/models/workflows/workflow.server";
import type { Intent } from "~/services/intents";
import { CopyFields } from "./copy-fields";
import { LockedFields, PackageFields } from "./package-fields";
import { RehearsalPanel } from "./rehearsal-panel";
import { RuleList } from "./rule-fields";

type Intents = { save: Intent; rehearse: Intent; packages: Intent; copy?: Intent };

type WorkflowFormProps = {
  intents: Intents;
  values: WorkflowValues;
  /** null for a new workflow. */
  version: number | null;
  mayEdit: boolean;
  packages: readonly AssessmentPackage[];
  /** For an existing workflow: its saved stages, and whether a vacancy uses it (WF-29, WF-34). */
  stored: {
    stages: { _id: string; language: string; assessmentPackageName: string }[];
    isUsed: boolean;
  } | null;
  /** For a new one: workflows to copy (WF-30), and the selected one. */
  copies?: { workflows: readonly Named[]; chosen: string };
  mayChangeStatus: boolean;
  cancelHref: string;
  /** Base URL of applications, if accessible. */
  vacanciesHref: string | undefined;
};

/** Form of a new or existing workflow (WF-17 to WF-40). */
export function WorkflowForm(props: WorkflowFormProps) {
  const { intents, values, version, mayEdit, packages, stored, copies, cancelHref, vacanciesHref } = props;
  const t = useTexts(workflows);
  const { form, fields, frame } = useConsoleForm<WorkflowValues>(
    lazyChecks(
      () => import("~/models/workflows/workflow.schema"),
      ({ workflowSchema }) => workflowSchema(t),
    ),
    {
      id: "workflow",
      values,
      version,
      mayEdit,
      rowName: numberedRows({
        stages: (number) => t("stages.stage", { number }),
        rules: (number) => t("rules.rule", { number }),
      }),
    },
  );
  const answer: WorkflowAnswer | undefined = frame.answer;
  const stages = fields.stages.getFieldList();
  const isVideo = stages[0]?.getFieldset().product.value === "SI";
  const others: readonly string[] = [intents.rehearse, intents.packages, intents.copy ?? ""];
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    const { submitter } = event.nativeEvent as SubmitEvent;
    // Only saving requires a valid form; the other buttons submit it as it is.
    if (submitter instanceof HTMLButtonElement && others.includes(submitter.value)) return;
    frame.onSubmit?.(event);
  };
  const savedOf = (id: string | undefined) => stored?.stages.find(({ _id }) => _id === id);
  return (
    <ConsoleForm
      intent={intents.save}
      frame={{ ...frame, onSubmit }}
      cancelHref={cancelHref}
      summaryTitle={t("form.fixErrors")}
    >
      <FormSection title={t("form.basics")} description={t("form.basicsText")}>
        <TextField {...fieldProps(fields.name)} label={t("form.name")} autoComplete="off" />
        {copies && intents.copy && <CopyFields {...copies} intent={intents.copy} values={values} />}
      </FormSection>
      <Section title={t("columns.stages")} description={t("stages.text")}>
        <div className="workflow-stages">
          <RowList<StageValues>
            form={form}
            list={fields.stages}
            limit={isVideo ? 1 : stageLimit}
            limitText={t(isVideo ? "stages.videoLimit" : "stages.limit")}
            addLabel={t("stages.add")}
            rowLabel={(number) => t("stages.stage", { number })}
            removeLabel={(stage) => t("stages.remove", { stage })}
            newRow={{ _id: "", product: "", packageId: "", name: "", rules: [] }}
            mayRemove={(index) =>
              index > 0 && !(stored?.isUsed && savedOf(stages[index]?.getFieldset()._id.initialValue))
            }
          >
            {(stage) => {
              const index = stages.findIndex(({ key }) => key === stage.key);
              const { _id, product, name, dayLimit, rules } = stage.getFieldset();
              const saved = savedOf(_id.initialValue);
              return (
                <div className="stage-fields rt-r-display-grid rt-r-ai-end rt-r-rg-4 rt-r-cg-5">
                  {saved ? (
                    <LockedFields
                      stage={stage}
                      name={saved.assessmentPackageName}
                      language={saved.language}
                    />
                  ) : (
                    <PackageFields
                      stage={stage}
                      packages={packages}
                      searched={answer?.packages?.[index]}
                      isVideoOff={index === 0 && stages.length > 1}
                      searchIntent={intents.packages}
                    />
                  )}
                  <TextField
                    {...fieldProps(name)}
                    label={t("stages.name")}
                    hint={t("stages.nameHint", { number: index + 1 })}
                    required={false}
                    autoComplete="off"
                  />
                  <NumberField
                    {...fieldProps(dayLimit)}
                    label={t("stages.dayLimit")}
                    hint={t("stages.dayLimitHint")}
                    unit={t("stages.days")}
                    required={false}
                  />
                  {saved && index > 0 && stored?.isUsed && (
                    <p className="field-hint stage-whole">{t("stages.used")}</p>
                  )}
                  {index === 0 && (
                    <RuleList
                      form={form}
                      list={rules}
                      isChat={product.value === "FI"}
                      mayChangeStatus={props.mayChangeStatus}
                    />
                  )}
                </div>
              );
            }}
          </RowList>
        </div>
      </Section>
      {mayEdit && (
        <Section title={t("rehearsal.section")} description={t("rehearsal.text")}>
          <div>
            <SubmitButton intent={intents.rehearse} variant="outline">
              {t("rehearsal.button")}
            </SubmitButton>
          </div>
          {answer?.rehearsal && (
            <RehearsalPanel
              rehearsal={answer.rehearsal}
              isNew={stored === null}
              vacanciesHref={vacanciesHref}
            />
          )}
          {answer?.rehearsed && <input type="hidden" name="rehearsed" value={answer.rehearsed} />}
        </Section>
      )}
    </ConsoleForm>
  );
}
