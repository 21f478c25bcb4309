import { useLoaderData } from "@remix-run/react";
import { workflowSetsArea } from "~/areas/workflow-sets";
import { formTitle } from "~/components/shell/page-title";
import { RecordFormScreen } from "~/components/area/record-form-screen";
import { stylesheets } from "~/components/ui/stylesheets";
import { WorkflowSetForm } from "~/components/workflow-sets/set-form";
import styles from "~/components/workflow-sets/workflow-sets.css?url";
import { workflowSets } from "~/i18n/workflow-sets";
import { recordForm } from "~/models/form/record-form.server";
import { workflowSetSchema } from "~/models/workflow-sets/workflow-set.schema";
import {
  checkWorkflows,
  copiedForm,
  explainTaken,
  rowActions,
  storedForm,
} from "~/models/workflow-sets/workflow-set-screen.server";
import {
  createWorkflowSet,
  getWorkflowSet,
  updateWorkflowSet,
} from "~/models/workflow-sets/workflow-set.server";
import { getWorkflowChoices, workflowsToOffer } from "~/models/workflows/workflow-choices.server";
import { pauseAfterSuccess } from "~/models/workflows/success-pause";
import type { FormArgs } from "~/services/console-args";
import { loaded } from "~/services/failure.server";
import { intentsOf } from "~/services/intents";

export const links = stylesheets(styles);
export const handle = formTitle(workflowSets);

const rules = {
  schema: ({ translate }: FormArgs) => workflowSetSchema(translate(workflowSets)),
  more: (args: FormArgs) => ({ check: () => checkWorkflows(args), explain: explainTaken(args) }),
};

const form = recordForm({
  area: workflowSetsArea,
  extra: async (args, id) => {
    const { api, translate, url } = args;
    const t = translate(workflowSets);
    const copyId = id === undefined ? url.searchParams.get("copyWorkflowSetId") : null;
    const [choices, copied] = await Promise.all([
      loaded(workflowsToOffer(args, getWorkflowChoices), args, t("form.workflowsFailed")),
      copyId ? loaded(getWorkflowSet(api, copyId), args, t("form.copyFailed"), "side") : null,
    ]);
    const problems = [choices.error, copied?.error].filter((problem) => problem != null);
    return { choices: choices.data ?? [], beginning: copiedForm(copied?.data ?? null), problems };
  },
  create: { ...rules, save: (api, values) => createWorkflowSet(api, values) },
  edit: {
    ...rules,
    find: getWorkflowSet,
    shown: storedForm,
    nameOf: ({ name }) => name,
    save: async (api, set, { stored }) => {
      await stored();
      return updateWorkflowSet(api, set);
    },
  },
  actions: rowActions,
});
export const loader = form.loader;
export const action = form.action;
export const clientAction = pauseAfterSuccess(1000);

const intent = intentsOf<typeof action>();
const intents = {
  save: intent("save"),
  pick: (row: number) => intent("pick", String(row)),
  setDefault: (row: number) => intent("setDefault", String(row)),
};

/** A new workflow set, a copy, or an existing one (WFS-17, WFS-36, WFS-38). */
export default function WorkflowSetScreen() {
  const { choices, beginning, mayEdit, cancelHref, ...data } = useLoaderData<typeof loader>();
  // Workflows of the set, or of the one it copies, stay available where they are used (WF-15, WFS-38).
  const isOwn = ({ _id }: { _id: string }) => !choices.some((one) => one._id === _id);
  return (
    <RecordFormScreen {...data}>
      {(stored) => (
        <WorkflowSetForm
          {...{ intents, mayEdit, cancelHref }}
          values={(stored ?? beginning).values}
          version={stored?.version ?? null}
          choices={[...choices, ...(stored ?? beginning).choices.filter(isOwn)]}
        />
      )}
    </RecordFormScreen>
  );
}
