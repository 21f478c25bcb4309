import { redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTexts } from "~/components/context/console-context";
import { titled } from "~/components/shell/page-title";
import { Notices } from "~/components/ui/notices";
import { PageHeader } from "~/components/ui/page-header";
import { stylesheets } from "~/components/ui/stylesheets";
import { WorkflowSetForm } from "~/components/workflow-sets/set-form";
import styles from "~/components/workflow-sets/workflow-sets.css?url";
import { workflowSets } from "~/i18n/workflow-sets";
import { placeOf } from "~/models/list/open-pages.server";
import { workflowSetSchema } from "~/models/workflow-sets/workflow-set.schema";
import {
  afterEdit,
  explainTaken,
  openDetail,
  optionValues,
  rowActions,
  typedName,
} from "~/models/workflow-sets/workflow-set-screen.server";
import {
  choiceOf,
  getWorkflowChoices,
  getWorkflowSet,
  updateWorkflowSet,
  type WorkflowSet,
} from "~/models/workflow-sets/workflow-set.server";
import { leavingAfter } from "~/models/workflows/success-pause";
import { type ConsoleArgs, type FormArgs, scopeIds } from "~/services/console-args";
import { detailOr, loaded } from "~/services/failure.server";
import { screenGates } from "~/services/gates";
import { formAction, isFormBack } from "~/services/form-action.server";
import { consoleAction, consoleLoader } from "~/services/guard.server";
import { holdsRight } from "~/services/identity.server";
import { intentsOf } from "~/services/intents";

export const links = stylesheets(styles);
export const handle = titled(workflowSets, "form.editTitle");

const gate = screenGates["workflow-sets/:workflowSetId/edit"];

/** The set, unless it is archived: then there is nothing to edit and its detail says so. What was typed stays (GEN-25). */
async function editableOrRedirect(args: ConsoleArgs): Promise<WorkflowSet> {
  const { api, scope, param, notify, translate } = args;
  const set = await getWorkflowSet(api, scope, param("workflowSetId"));
  if (set.archivedAt === null || isFormBack()) return set;
  notify({ tone: "warning", title: translate(workflowSets)("form.archived") });
  throw redirect(afterEdit(args, set._id), 303);
}

export const loader = consoleLoader(gate, async (args) => {
  const { api, scope, param, translate } = args;
  const t = translate(workflowSets);
  const [{ data: set, problem }, choices, mayEdit] = await Promise.all([
    detailOr(args, editableOrRedirect(args), t("detail.loadFailed")),
    loaded(getWorkflowChoices(api, scope), args, t("form.workflowsFailed")),
    holdsRight(args, "apps:editWorkflow"),
  ]);
  const active = choices.data ?? [];
  const place = await placeOf(args);
  return {
    detailHref: openDetail(place, param("workflowSetId")),
    problems: [problem, choices.error].filter((one) => one !== null),
    recordName: set?.name,
    form: set && {
      // Those of the set that are not offered any more stay choosable where they are (WF-15).
      choices: [
        ...active,
        ...set.workflows.filter(({ _id }) => !active.some((one) => one._id === _id)).map(choiceOf),
      ],
      mayEdit,
      cancelHref: afterEdit(place, set._id),
      version: set.version,
      values: { name: set.name, description: set.description, options: optionValues(set, false) },
    },
  };
});

const schema = ({ translate }: FormArgs) => workflowSetSchema(translate(workflowSets));

export const action = consoleAction(gate, {
  save: formAction(schema, (args) => {
    const { api, scope, param, idempotencyKey, translate } = args;
    const t = translate(workflowSets);
    return {
      save: async (set, version) => {
        const { _id, archivedAt } = await getWorkflowSet(api, scope, param("workflowSetId"));
        if (archivedAt !== null) return { notice: { tone: "warning", title: t("form.archived") } };
        await updateWorkflowSet(api, { _id, ...scopeIds(scope), ...set, version }, idempotencyKey);
        return { done: t("form.saved", { name: set.name }), to: afterEdit(args, _id) };
      },
      failed: { title: t("form.saveFailed", { name: typedName(args) }) },
      explain: explainTaken(args),
    };
  }),
  ...rowActions,
});
export const clientAction = leavingAfter(1000);

const intent = intentsOf<typeof action>();
const intents = {
  save: intent("save"),
  pick: (row: number) => intent("pick", String(row)),
  setDefault: (row: number) => intent("setDefault", String(row)),
};

/** A changed workflow set (WFS-36). */
export default function EditWorkflowSet() {
  const { detailHref, problems, recordName, form } = useLoaderData<typeof loader>();
  const t = useTexts(workflowSets);
  return (
    <>
      <PageHeader
        title={t("form.editTitle")}
        name={recordName}
        back={detailHref ? { to: detailHref, label: t("detail.title") } : undefined}
      />
      <Notices notices={problems} />
      {form && <WorkflowSetForm {...form} intents={intents} />}
    </>
  );
}
