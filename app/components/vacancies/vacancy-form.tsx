import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { type FormEvent, type ReactNode, useId } from "react";
import type { z } from "zod/v4";
import { type Option, SelectField } from "~/components/form/choice-fields";
import {
  ConsoleForm,
  ErrorSummary,
  FormActions,
  SubmitButton,
  summaryErrors,
} from "~/components/form/console-form";
import { fieldProps } from "~/components/form/field";
import { TextArea, TextField } from "~/components/form/text-fields";
import { UnsavedChangesGuard } from "~/components/form/unsaved-changes";
import { PlaceField } from "~/components/places/place-field";
import { useTexts } from "~/components/context/console-context";
import { ButtonLink } from "~/components/ui/button";
import { DataList, FormSection } from "~/components/ui/layout";
import { common } from "~/i18n/common";
import { vacancies } from "~/i18n/vacancies";
import {
  descriptionLimit,
  jobFamilies,
  newVacancySchema,
  vacancySchema,
} from "~/models/vacancies/vacancy.schema";
import { PeopleFields, type PersonRow } from "./people-fields";

/** What the form holds, as typed. */
export type VacancyFormValues = {
  title: string;
  description: string;
  hierarchyId?: string;
  jobFamily: string;
  location: string;
  workflowId?: string;
  people: { managers: PersonRow[]; recruiters: PersonRow[] };
};

type VacancyFormProps = {
  defaultValue: VacancyFormValues;
  /** What a new vacancy is given once and for all; a vacancy that exists shows it as text (VAC-58). */
  placing:
    { departments: Option[]; workflows: Option[] } | { department: string | undefined; workflow: string };
  cancelHref: string;
  idempotencyKey: string;
  lastResult?: SubmissionResult<string[]>;
  /** A question over the form, its buttons being submit buttons of the form. */
  children?: ReactNode;
};

/** The form of a new and of a changed vacancy (VAC-24, VAC-57). */
export function VacancyForm({
  defaultValue,
  placing,
  cancelHref,
  idempotencyKey,
  lastResult,
  children,
}: VacancyFormProps) {
  const t = useTexts(vacancies);
  const c = useTexts(common);
  const familiesId = useId();
  const isNew = "departments" in placing;
  const schema: z.ZodType = isNew ? newVacancySchema(t) : vacancySchema(t);
  const [form, fields] = useForm<VacancyFormValues, unknown>({
    id: "vacancy",
    defaultValue,
    lastResult: lastResult ?? null,
    onValidate: ({ formData }) => parseWithZod(formData, { schema }),
    shouldValidate: "onBlur",
    shouldRevalidate: "onInput",
  });
  const { onSubmit, ...props } = getFormProps(form);
  const people = fields.people.getFieldset();
  return (
    <ConsoleForm
      {...props}
      className="form form-wide"
      idempotencyKey={idempotencyKey}
      // Rows come and go in the browser; everything else is checked and answered by the server.
      onSubmit={(event: FormEvent<HTMLFormElement>) => isRowButton(event) && onSubmit(event)}
    >
      {/* What Enter in a field presses; without it that would be the first button of a row. */}
      <button
        type="submit"
        name="intent"
        value="save"
        tabIndex={-1}
        aria-hidden
        className="visually-hidden"
      />
      {form.status === "error" && <ErrorSummary title={form.errors?.[0]} errors={summaryErrors(form)} />}
      <FormSection title={t("form.basics")} description={t("form.basicsText")}>
        <TextField {...fieldProps(fields.title)} label={t("fields.name")} autoComplete="off" />
        <TextArea
          {...fieldProps(fields.description)}
          label={t("fields.description")}
          required={false}
          counter={descriptionLimit}
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
        {isNew ? (
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
              options={placing.workflows}
            />
          </>
        ) : (
          <>
            <DataList
              items={[
                { label: t("fields.department"), value: placing.department },
                { label: t("fields.workflow"), value: placing.workflow },
              ]}
            />
            <p className="field-hint">{t("form.fixedHint")}</p>
          </>
        )}
      </FormSection>
      <PeopleFields kind="hiringManager" form={form} list={people.managers} />
      <PeopleFields kind="recruiter" form={form} list={people.recruiters} />
      <FormActions>
        <SubmitButton intent="save">{c("actions.save")}</SubmitButton>
        <ButtonLink to={cancelHref}>{c("actions.cancel")}</ButtonLink>
      </FormActions>
      {children}
      <UnsavedChangesGuard formId={form.id} dirty={lastResult !== undefined} />
    </ConsoleForm>
  );
}

function isRowButton(event: FormEvent<HTMLFormElement>): boolean {
  const { submitter } = event.nativeEvent as SubmitEvent;
  return submitter?.getAttribute("name") === "__intent__";
}
