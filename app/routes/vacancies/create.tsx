import { data, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { SubmitButton } from "~/components/form/console-form";
import { useTexts } from "~/components/context/console-context";
import { titled } from "~/components/shell/page-title";
import { Dialog, DialogActions } from "~/components/ui/dialog";
import { Notices } from "~/components/ui/notices";
import { PageHeader } from "~/components/ui/page-header";
import { VacancyForm } from "~/components/vacancies/vacancy-form";
import { common } from "~/i18n/common";
import { vacancies } from "~/i18n/vacancies";
import { departmentOptions, getDepartments } from "~/models/departments/department.server";
import { fieldsToSend, newVacancySchema, peopleToSend } from "~/models/vacancies/vacancy.schema";
import { createVacancy } from "~/models/vacancies/vacancy.server";
import { getWorkflowChoices } from "~/models/workflows/workflow.server";
import { failureNotice, loaded } from "~/services/failure.server";
import type { Gate } from "~/services/console-args";
import { consoleAction, consoleLoader } from "~/services/guard.server";
import type { Notice } from "~/sessions.server";

export const handle = titled(vacancies, "form.createTitle");

const gate: Gate = { flag: "edgeVacancyCreationEnabled" };

export const loader = consoleLoader(gate, async (args) => {
  const { api, scope, base, translate } = args;
  const t = translate(vacancies);
  const [departments, workflows] = await Promise.all([
    loaded(getDepartments(api, scope), args, t("form.departmentsFailed")),
    loaded(getWorkflowChoices(api, scope), args, t("form.workflowsFailed")),
  ]);
  return {
    base,
    departments: departmentOptions(departments.data ?? []),
    workflows: (workflows.data ?? []).map(({ _id, name }) => ({ value: _id, label: name })),
    problems: [departments.error, workflows.error].filter((problem) => problem !== null),
    idempotencyKey: crypto.randomUUID(),
  };
});

/** The form again: with errors, with other rows, or with the question before saving. */
type Answer = {
  lastResult: SubmissionResult<string[]>;
  notice: Notice | null;
  isConfirming: boolean;
};

function again(answer: Partial<Answer> & Pick<Answer, "lastResult">, status = 400) {
  return data<Answer>({ notice: null, isConfirming: false, ...answer }, { status });
}

export const action = consoleAction(gate, {
  /** A row was added or removed without scripts (VAC-41). */
  "": ({ form, translate }) => {
    const submission = parseWithZod(form, { schema: newVacancySchema(translate(vacancies)) });
    return again({ lastResult: submission.reply() }, submission.status === "error" ? 400 : 200);
  },

  /** Checks the form, then asks before the workflow is fixed for good (VAC-40). */
  save: ({ form, translate }) => {
    const submission = parseWithZod(form, { schema: newVacancySchema(translate(vacancies)) });
    const isConfirming = submission.status === "success";
    return again({ lastResult: submission.reply(), isConfirming }, isConfirming ? 200 : 400);
  },

  /** Back from the question to the form as it was (VAC-40). */
  cancel: ({ form, translate }) => {
    const submission = parseWithZod(form, { schema: newVacancySchema(translate(vacancies)) });
    return again({ lastResult: { initialValue: submission.reply().initialValue } }, 200);
  },

  confirm: async (args) => {
    const { api, scope, base, form, idempotencyKey, translate, notify } = args;
    const t = translate(vacancies);
    const submission = parseWithZod(form, { schema: newVacancySchema(t) });
    if (submission.status !== "success") return again({ lastResult: submission.reply() });
    const { hierarchyId, workflowId, people, ...fields } = submission.value;
    try {
      const workflow = (await getWorkflowChoices(api, scope)).find(({ _id }) => _id === workflowId);
      if (!workflow) {
        const fieldErrors = { workflowId: [t("errors.workflowRequired")] };
        return again({ lastResult: submission.reply({ fieldErrors }) });
      }
      const managers = [
        ...peopleToSend(people.managers).map((one) => ({ ...one, type: "HIRING_MANAGER" })),
        ...peopleToSend(people.recruiters).map((one) => ({ ...one, type: "RECRUITER" })),
      ];
      const vacancy = { hierarchyId, ...fieldsToSend(fields), managers, workflow };
      await createVacancy(api, scope, vacancy, idempotencyKey);
    } catch (error) {
      const { notice, status } = failureNotice(error, args, { title: t("form.createFailed") });
      return again({ lastResult: submission.reply(), notice }, status);
    }
    notify({ tone: "success", title: t("form.created") });
    return redirect(`${base}/vacancies`, 303);
  },
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

export default function CreateVacancy() {
  const { base, departments, workflows, problems, idempotencyKey } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const t = useTexts(vacancies);
  const c = useTexts(common);
  return (
    <>
      <PageHeader title={t("form.createTitle")} back={{ to: `${base}/vacancies`, label: t("title") }} />
      <Notices notices={[...problems, answer?.notice].filter((notice) => notice != null)} />
      <VacancyForm
        defaultValue={blank}
        placing={{ departments, workflows }}
        cancelHref={`${base}/vacancies`}
        idempotencyKey={idempotencyKey}
        lastResult={answer?.lastResult}
      >
        {answer?.isConfirming && (
          <Dialog title={t("form.confirmTitle")} width={552}>
            <p>{t("form.confirmText")}</p>
            <DialogActions>
              <SubmitButton intent="cancel" variant="outline" tone="gray" data-dialog-cancel="">
                {c("actions.cancel")}
              </SubmitButton>
              <SubmitButton intent="confirm">{c("actions.save")}</SubmitButton>
            </DialogActions>
          </Dialog>
        )}
      </VacancyForm>
    </>
  );
}
