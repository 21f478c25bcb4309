import { useLoaderData } from "@remix-run/react";
import { useTexts } from "~/components/context/console-context";
import { titled } from "~/components/shell/page-title";
import { Notices } from "~/components/ui/notices";
import { PageHeader } from "~/components/ui/page-header";
import { stylesheets } from "~/components/ui/stylesheets";
import { WorkflowForm } from "~/components/workflows/workflow-form";
import styles from "~/components/workflows/workflows.css?url";
import { workflows } from "~/i18n/workflows";
import { leaveArchived } from "~/models/form/record-form.server";
import { placeOf } from "~/models/list/open-pages.server";
import { leavingAfter } from "~/models/workflows/success-pause";
import { workflowSchema } from "~/models/workflows/workflow.schema";
import {
  checkWorkflow,
  packageActions,
  packagesOf,
  rehearse,
  rulesQuestion,
  stagesToSend,
  stageValues,
} from "~/models/workflows/workflow-form.server";
import { afterEdit, openDetail, vacanciesHref } from "~/models/workflows/workflow-screen.server";
import { type EditWorkflow, getEditWorkflow, updateWorkflow } from "~/models/workflows/workflow.server";
import { isApiMessage } from "~/services/api-messages";
import { type ConsoleArgs, type FormArgs, scopeIds } from "~/services/console-args";
import { detailOr } from "~/services/failure.server";
import { screenGates } from "~/services/gates";
import { formAction } from "~/services/form-action.server";
import { consoleAction, consoleLoader } from "~/services/guard.server";
import { holdsRight } from "~/services/identity.server";
import { intentsOf } from "~/services/intents";

export const links = stylesheets(styles);
export const handle = titled(workflows, "form.editTitle");

const gate = screenGates["workflow-sets/workflows/:workflowId/edit"];

/** The workflow, unless it is archived: then there is nothing to edit and its detail says so (GEN-25). */
async function editableOrRedirect(args: ConsoleArgs): Promise<EditWorkflow> {
  const workflow = await getEditWorkflow(args.api, args.scope, args.param("workflowId"));
  leaveArchived(args, workflow, afterEdit(args, workflow._id));
  return workflow;
}

export const loader = consoleLoader(gate, async (args) => {
  const { flags, param, translate } = args;
  const [{ data: workflow, error: problem }, { packages, problems }, mayEdit] = await Promise.all([
    detailOr(editableOrRedirect(args), args, translate(workflows)("detail.loadFailed")),
    packagesOf(args),
    holdsRight(args, "apps:editWorkflow"),
  ]);
  const place = await placeOf(args);
  return {
    detailHref: openDetail(place, param("workflowId")),
    problems: problem ? [problem] : problems,
    recordName: workflow?.name,
    form: workflow && {
      values: { name: workflow.name, stages: stageValues(workflow.stages) },
      version: workflow.version,
      stored: {
        stages: workflow.stages.map(({ _id, language, assessmentPackageName }) => ({
          _id,
          language,
          assessmentPackageName,
        })),
        isUsed: workflow.vacancyCount > 0,
      },
      packages,
      mayEdit,
      cancelHref: afterEdit(place, workflow._id),
      mayChangeStatus: flags.edgeWorkflowChangeStatusRuleEnabled,
      vacanciesHref: vacanciesHref(args),
    },
  };
});

const schema = ({ translate }: FormArgs) => workflowSchema(translate(workflows));

export const action = consoleAction(gate, {
  save: formAction(schema, (args) => {
    const { api, scope, idempotencyKey, param, translate } = args;
    const t = translate(workflows);
    const failed = { title: t("form.saveFailed"), setsBack: true } as const;
    return {
      check: (workflow) => checkWorkflow(args, workflow),
      question: async ({ stages }) => {
        const stored = await getEditWorkflow(api, scope, param("workflowId"));
        return rulesQuestion(args, stages[0]?.triggers ?? [], stored.stages[0]?.triggers ?? []);
      },
      save: async (workflow, version) => {
        const stored = await getEditWorkflow(api, scope, param("workflowId"));
        const updateWorkflowInput = {
          _id: stored._id,
          ...scopeIds(scope),
          name: workflow.name,
          stages: await stagesToSend(args, workflow, stored.stages),
          version,
        };
        await updateWorkflow(api, { updateWorkflowInput }, idempotencyKey);
        return { done: t("form.saved"), to: afterEdit(args, stored._id) };
      },
      failed,
      // A vacancy was made with the workflow since the form was opened (WF-29).
      explain: (error) =>
        isApiMessage(error, "stageInUse")
          ? { notice: { tone: "error", title: failed.title, description: t("stages.used") }, setsBack: true }
          : undefined,
    };
  }),
  ...packageActions,
  rehearse,
});
export const clientAction = leavingAfter(500);

const intent = intentsOf<typeof action>();
const intents = {
  save: intent("save"),
  rehearse: intent("rehearse"),
  packages: intent("packages"),
};

/** A changed workflow (WF-34 to WF-38). */
export default function EditWorkflowScreen() {
  const { detailHref, problems, recordName, form } = useLoaderData<typeof loader>();
  const t = useTexts(workflows);
  return (
    <>
      <PageHeader
        title={t("form.editTitle")}
        name={recordName}
        back={detailHref ? { to: detailHref, label: t("detail.title") } : undefined}
      />
      <Notices notices={problems} />
      {form && <WorkflowForm {...form} intents={intents} />}
    </>
  );
}
