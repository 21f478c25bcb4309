import { useLoaderData } from "@remix-run/react";
import { useTexts } from "~/components/context/console-context";
import { titled } from "~/components/shell/page-title";
import { Notices } from "~/components/ui/notices";
import { PageHeader } from "~/components/ui/page-header";
import { VacancyForm } from "~/components/vacancies/vacancy-form";
import { common } from "~/i18n/common";
import { vacancies } from "~/i18n/vacancies";
import { placeOf } from "~/models/list/open-pages.server";
import { departmentOptions, getDepartments } from "~/models/departments/department.server";
import { fieldsToSend, newVacancySchema, peopleToSend } from "~/models/vacancies/vacancy.schema";
import { createVacancy } from "~/models/vacancies/vacancy.server";
import {
  afterCreation,
  cancelledCreation,
  openList,
  savedNotice,
} from "~/models/vacancies/vacancy-screen.server";
import { findWorkflows, workflowsToOffer } from "~/models/workflows/workflow-choices.server";
import { getWorkflowToCopy } from "~/models/workflows/workflow.server";
import { loaded } from "~/services/failure.server";
import { opens, screenGates } from "~/services/gates";
import { formAction } from "~/services/form-action.server";
import type { FormArgs } from "~/services/console-args";
import { consoleAction, consoleLoader } from "~/services/guard.server";
import { intentsOf } from "~/services/intents";

export const handle = titled(vacancies, "form.createTitle");

const gate = screenGates["vacancies/create"];

export const loader = consoleLoader(gate, async (args) => {
  const { api, scope, translate } = args;
  const t = translate(vacancies);
  const [departments, workflows] = await Promise.all([
    loaded(getDepartments(api, scope, "apps:createVacancy"), args, t("form.departmentsFailed")),
    loaded(workflowsToOffer(args, findWorkflows), args, t("form.workflowsFailed")),
  ]);
  const place = await placeOf(args);
  return {
    listHref: openList(place, false),
    cancelHref: cancelledCreation(place),
    // Without one nothing can be saved, so the form says so first. Not when they could not be loaded.
    hasNoWorkflow: workflows.data?.length === 0,
    createWorkflowHref: opens(screenGates["workflow-sets/workflows/create"], {
      flags: args.flags,
      rights: await args.rights(),
    })
      ? `${args.base}/workflow-sets/workflows/create`
      : null,
    departments: departmentOptions(departments.data ?? [], true),
    workflows: (workflows.data ?? []).map(({ _id, name }) => ({ _id, name })),
    problems: [departments.error, workflows.error].filter((problem) => problem !== null),
  };
});

const schema = ({ translate }: FormArgs) => newVacancySchema(translate(vacancies));

export const action = consoleAction(gate, {
  save: formAction(schema, (args) => {
    const { api, scope, translate } = args;
    const t = translate(vacancies);
    return {
      // What was archived or removed since the page was opened is told of before anything is asked.
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
      // The workflow is fixed for good (VAC-40).
      question: () => ({
        title: t("form.confirmTitle"),
        text: [t("form.confirmText")],
        confirm: translate(common)("actions.save"),
        width: 552,
      }),
      save: async ({ hierarchyId, workflowId, people, ...fields }) => {
        const workflow = await getWorkflowToCopy(api, workflowId);
        if (!workflow) return { fieldErrors: { workflowId: [t("errors.workflowGone")] } };
        const managers = [
          ...peopleToSend(people.managers).map((one) => ({ ...one, type: "HIRING_MANAGER" })),
          ...peopleToSend(people.recruiters).map((one) => ({ ...one, type: "RECRUITER" })),
        ];
        const { organizationId, customerId } = scope;
        const place = { organizationId, customerId, hierarchyId };
        const { _id } = await createVacancy(api, { ...place, ...fieldsToSend(fields), managers, workflow });
        return { done: savedNotice(t, t("form.created"), people), to: afterCreation(args, _id) };
      },
      failed: { title: t("form.createFailed") },
    };
  }),
});

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

export default function CreateVacancy() {
  const { listHref, cancelHref, departments, workflows, hasNoWorkflow, createWorkflowHref, problems } =
    useLoaderData<typeof loader>();
  const t = useTexts(vacancies);
  return (
    <>
      <PageHeader
        title={t("form.createTitle")}
        back={listHref ? { to: listHref, label: t("title") } : undefined}
      />
      <Notices notices={problems} />
      {hasNoWorkflow && (
        <Notices
          notices={[
            {
              tone: "warning",
              title: t("form.noWorkflows"),
              ...(createWorkflowHref
                ? {
                    description: t("form.noWorkflowsOwn"),
                    link: { to: createWorkflowHref, label: t("form.createWorkflow") },
                  }
                : { description: t("form.noWorkflowsText") }),
            },
          ]}
        />
      )}
      <VacancyForm
        intent={intent("save")}
        values={blank}
        version={null}
        placing={{ departments, workflows }}
        cancelHref={cancelHref}
      />
    </>
  );
}
