import { useId } from "react";
import type { z } from "zod/v4";
import { type Option, SelectField } from "~/components/form/choice-fields";
import { type Named, optionsOf } from "~/models/workflows/workflow-options";
import { ConsoleForm } from "~/components/form/console-form";
import { fieldProps } from "~/components/form/field";
import { SubmitButton } from "~/components/form/post-form";
import { TextArea } from "~/components/form/entry-fields";
import { TextField } from "~/components/form/text-fields";
import { lazyChecks } from "~/components/form/use-checks";
import { useConsoleForm } from "~/components/form/use-console-form";
import { PlaceField } from "~/components/places/place-field";
import { useTexts } from "~/components/context/console-context";
import { ButtonLink } from "~/components/ui/button";
import { FormSection } from "~/components/ui/layout";
import { common } from "~/i18n/common";
import { vacancies } from "~/i18n/vacancies";
import { limits } from "~/models/form/limits";
import { jobFamilies } from "~/models/vacancies/vacancy-fields";
import { PeopleFields, type PersonRow } from "./people-fields";
import type { Intent } from "~/services/intents";

/** The form's values, as typed. */
export type VacancyFormValues = {
  title: string;
  description?: string;
  hierarchyId?: string;
  jobFamily: string;
  location?: string;
  workflowId?: string;
  people: { managers: PersonRow[]; recruiters: PersonRow[] };
};

type VacancyFormProps = {
  intent: Intent;
  values: VacancyFormValues;
  /** null for a new vacancy. */
  version: number | null;
  /** Fields set only on creation; an existing vacancy shows them as text (VAC-58). */
  placing:
    { departments: Option[]; workflows: Named[] } | { department: string | undefined; workflow: string };
  cancelHref: string;
};

/** Form of a new or existing vacancy (VAC-24, VAC-57). */
export function VacancyForm({ intent, values, version, placing, cancelHref }: VacancyFormProps) {
  const t = useTexts(vacancies);
  const c = useTexts(common);
  const familiesId = useId();
  const { form, fields, frame } = useConsoleForm(
    lazyChecks(
      () => import("~/models/vacancies/vacancy.schema"),
      ({ newVacancySchema, vacancySchema }): z.ZodType<unknown, VacancyFormValues> =>
        "departments" in placing ? newVacancySchema(t) : vacancySchema(t),
    ),
    { id: "vacancy", values, version },
  );
  const people = fields.people.getFieldset();
  return (
    <ConsoleForm
      intent={intent}
      frame={frame}
      actions={
        <>
          <SubmitButton>{c("actions.save")}</SubmitButton>
          <ButtonLink to={cancelHref}>{c("actions.cancel")}</ButtonLink>
        </>
      }
    >
      <FormSection title={t("form.basics")} description={t("form.basicsText")}>
        <TextField {...fieldProps(fields.title)} label={t("fields.name")} autoComplete="off" />
        <TextArea
          {...fieldProps(fields.description)}
          label={t("fields.description")}
          required={false}
          counter={limits.vacancyDescription}
        />
        <TextField
          {...fieldProps(fields.jobFamily)}
          label={t("fields.jobFamily")}
          hint={t("form.jobFamilyHint")}
          list={familiesId}
          autoComplete="off"
        />
        <datalist id={familiesId}>
          {jobFamilies.map((family) => (
            <option key={family} value={family} />
          ))}
        </datalist>
        <PlaceField
          {...fieldProps(fields.location)}
          label={t("fields.location")}
          hint={t("form.locationHint")}
          required={false}
        />
      </FormSection>
      <FormSection title={t("form.hiring")} description={t("form.hiringText")}>
        {"departments" in placing ? (
          <>
            <SelectField
              {...fieldProps(fields.hierarchyId)}
              label={t("fields.department")}
              placeholder={t("form.selectDepartment")}
              options={placing.departments}
            />
            <SelectField
              {...fieldProps(fields.workflowId)}
              label={t("fields.workflow")}
              hint={t(placing.workflows.length > 0 ? "form.workflowHint" : "form.noWorkflows")}
              placeholder={t("form.selectWorkflow")}
              options={optionsOf(placing.workflows)}
            />
          </>
        ) : (
          <>
            {(["department", "workflow"] as const).map((name) => (
              <TextField
                key={name}
                name={`fixed-${name}`}
                label={t(`fields.${name}`)}
                defaultValue={placing[name]}
                dir="auto"
                readOnly
              />
            ))}
            <p className="field-hint">{t("form.fixedHint")}</p>
          </>
        )}
      </FormSection>
      <PeopleFields kind="hiringManager" form={form} list={people.managers} />
      <PeopleFields kind="recruiter" form={form} list={people.recruiters} />
    </ConsoleForm>
  );
}
