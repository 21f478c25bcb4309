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
import { blankOption } from "~/models/workflow-sets/set-values";
import { workflowSetSchema } from "~/models/workflow-sets/workflow-set.schema";
import {
  afterCreation,
  cancelledCreation,
  explainTaken,
  openList,
  optionValues,
  rowActions,
  typedName,
} from "~/models/workflow-sets/workflow-set-screen.server";
import {
  createWorkflowSet,
  getWorkflowChoices,
  getWorkflowSet,
} from "~/models/workflow-sets/workflow-set.server";
import { leavingAfter } from "~/models/workflows/success-pause";
import { type FormArgs, scopeIds } from "~/services/console-args";
import { loaded } from "~/services/failure.server";
import { screenGates } from "~/services/gates";
import { formAction } from "~/services/form-action.server";
import { consoleAction, consoleLoader } from "~/services/guard.server";
import { holdsRight } from "~/services/identity.server";
import { intentsOf } from "~/services/intents";

export const links = stylesheets(styles);
export const handle = titled(workflowSets, "form.createTitle");

const gate = screenGates["workflow-sets/create"];

export const loader = consoleLoader(gate, async (args) => {
  const { api, scope, translate, url } = args;
  const t = translate(workflowSets);
  const copyId = url.searchParams.get("copyWorkflowSetId") ?? "";
  const [choices, copied, mayEdit] = await Promise.all([
    loaded(getWorkflowChoices(api, scope), args, t("form.workflowsFailed")),
    copyId ? loaded(getWorkflowSet(api, scope, copyId), args, t("form.copyFailed"), "side") : null,
    holdsRight(args, "apps:createWorkflow"),
  ]);
  const place = await placeOf(args);
  return {
    listHref: openList(place, false),
    problems: [choices.error, copied?.error].filter((problem) => problem != null),
    form: {
      choices: choices.data ?? [],
      mayEdit,
      cancelHref: cancelledCreation(place),
      values: {
        name: "",
        description: copied?.data?.description ?? "",
        options: copied?.data ? optionValues(copied.data, true) : [blankOption],
      },
    },
  };
});

const schema = ({ translate }: FormArgs) => workflowSetSchema(translate(workflowSets));

export const action = consoleAction(gate, {
  save: formAction(schema, (args) => {
    const { api, scope, idempotencyKey, translate } = args;
    const t = translate(workflowSets);
    return {
      save: async (set) => {
        const { AppsCreateWorkflowSet: created } = await createWorkflowSet(
          api,
          { ...scopeIds(scope), ...set },
          idempotencyKey,
        );
        return { done: t("form.createdNotice", { name: set.name }), to: afterCreation(args, created._id) };
      },
      failed: { title: t("form.createFailed", { name: typedName(args) }) },
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

/** A new workflow set, or one that begins like another (WFS-17, WFS-38). */
export default function CreateWorkflowSet() {
  const { listHref, problems, form } = useLoaderData<typeof loader>();
  const t = useTexts(workflowSets);
  return (
    <>
      <PageHeader
        title={t("form.createTitle")}
        back={listHref ? { to: listHref, label: t("title") } : undefined}
      />
      <Notices notices={problems} />
      <WorkflowSetForm {...form} intents={intents} version={null} />
    </>
  );
}
