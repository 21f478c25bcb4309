import { useLoaderData } from "@remix-run/react";
import { vacanciesArea } from "~/areas/vacancies";
import { RecordFormScreen } from "~/components/area/record-form-screen";
import { useTexts } from "~/components/context/console-context";
import { formTitle } from "~/components/shell/page-title";
import type { Notice } from "~/components/ui/notices";
import { VacancyForm } from "~/components/vacancies/vacancy-form";
import { VacancyErrorBoundary } from "~/components/vacancies/vacancy-not-found";
import { common } from "~/i18n/common";
import { vacancies } from "~/i18n/vacancies";
import { getDepartments } from "~/models/departments/department.server";
import { recordForm } from "~/models/form/record-form.server";
import {
  omittedPeopleNote,
  managersInput,
  newVacancyChoices,
  vacancyOrNotFound,
  vacancyForm,
  vacancyToChange,
} from "~/models/vacancies/vacancy-screen.server";
import { vacancyInput, newVacancySchema, vacancySchema } from "~/models/vacancies/vacancy.schema";
import { createVacancy, updateVacancy } from "~/models/vacancies/vacancy.server";
import { getWorkflowToCopy } from "~/models/workflows/workflow.server";
import { optional } from "~/services/failure.server";
import { intentsOf } from "~/services/intents";

export const handle = formTitle(vacancies);
export const ErrorBoundary = VacancyErrorBoundary;

const form = recordForm({
  area: vacanciesArea,
  extra: async (args, id, stored) => {
    if (id === undefined) return { choices: await newVacancyChoices(args), department: undefined };
    // Needed only for the department's name; the form works without it.
    const departments = optional(getDepartments(args.api, args.scope), []);
    const [all, vacancy] = await Promise.all([departments, stored()]);
    return { choices: null, department: all.find(({ _id }) => _id === vacancy?.hierarchyId)?.name };
  },
  create: {
    schema: ({ translate }) => newVacancySchema(translate(vacancies)),
    save: async (api, { hierarchyId, workflowId, people, ...fields }, args) => {
      const workflow = await getWorkflowToCopy(api, workflowId);
      const t = args.translate(vacancies);
      if (!workflow) return { fieldErrors: { workflowId: [t("errors.workflowGone")] } };
      const { hiringManagers, recruiters } = managersInput(people);
      const managers = [
        ...hiringManagers.map((one) => ({ ...one, type: "HIRING_MANAGER" })),
        ...recruiters.map((one) => ({ ...one, type: "RECRUITER" })),
      ];
      const { _id } = await createVacancy(api, { hierarchyId, ...vacancyInput(fields), managers, workflow });
      return { _id, ...omittedPeopleNote(args, people) };
    },
    more: ({ api, scope, translate }) => {
      const t = translate(vacancies);
      return {
        // Reports anything archived or removed since the page was opened, before asking the question.
        check: async ({ hierarchyId, workflowId }) => {
          const [departments, workflow] = await Promise.all([
            getDepartments(api, scope, "apps:createVacancy"),
            getWorkflowToCopy(api, workflowId),
          ]);
          const fieldErrors = {
            ...(!departments.some(({ _id, isHeld }) => isHeld && _id === hierarchyId) && {
              hierarchyId: [t("errors.departmentGone")],
            }),
            ...(!workflow && { workflowId: [t("errors.workflowGone")] }),
          };
          return Object.keys(fieldErrors).length > 0 ? { fieldErrors } : undefined;
        },
        // The workflow is permanent (VAC-40).
        question: () => ({
          title: t("form.confirmTitle"),
          text: [t("form.confirmText")],
          confirm: translate(common)("actions.save"),
          width: 552,
        }),
      };
    },
  },
  edit: {
    schema: ({ translate }) => vacancySchema(translate(vacancies)),
    find: (_api, _id, args) => vacancyToChange(args),
    load: async (found, args) => ({ data: await vacancyOrNotFound(found, args), error: null }),
    nameOf: ({ title }) => title,
    archived: ({ translate }) => translate(vacancies)("form.archived"),
    shown: vacancyForm,
    save: async (api, { version, people, ...fields }, args) => {
      const t = args.translate(vacancies);
      const { externalVacancyId, managers, archivedAt } = await args.stored();
      if (archivedAt !== null) return { notice: { tone: "warning", title: t("form.archived") } };
      if (!externalVacancyId) return { notice: { tone: "error", title: t("form.noExternalId") } };
      const sent = { ...vacancyInput(fields), ...managersInput(people, managers) };
      await updateVacancy(api, { externalVacancyId, ...sent, version });
      return omittedPeopleNote(args, people);
    },
  },
});
export const loader = form.loader;
export const action = form.action;

const blank = {
  title: "",
  description: "",
  hierarchyId: "",
  jobFamily: "",
  location: "",
  workflowId: "",
  people: { managers: [{}], recruiters: [{}] },
};

const intent = intentsOf<typeof action>();

/** A new or existing vacancy (VAC-24, VAC-57). */
export default function VacancyScreen() {
  const { cancelHref, choices, department, ...data } = useLoaderData<typeof loader>();
  const { departments = [], workflows = [], problems = [] } = choices ?? {};
  const t = useTexts(vacancies);
  const noWorkflow: Notice = {
    tone: "warning",
    title: t("form.noWorkflows"),
    ...(choices?.createWorkflowHref
      ? {
          description: t("form.noWorkflowsOwn"),
          link: { to: choices.createWorkflowHref, label: t("form.createWorkflow") },
        }
      : { description: t("form.noWorkflowsText") }),
  };
  return (
    <RecordFormScreen {...data} problems={choices?.hasNoWorkflow ? [...problems, noWorkflow] : problems}>
      {(stored) => (
        <VacancyForm
          intent={intent("save")}
          values={stored?.values ?? blank}
          version={stored?.version ?? null}
          placing={stored ? { department, workflow: stored.workflow } : { departments, workflows }}
          cancelHref={cancelHref}
        />
      )}
    </RecordFormScreen>
  );
}
