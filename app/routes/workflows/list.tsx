import { useLoaderData, useLocation } from "@remix-run/react";
import { useTexts } from "~/components/context/console-context";
import { useRefetch } from "~/components/context/refetch";
import { keptForBack, titled } from "~/components/shell/page-title";
import { ListScreen } from "~/components/table/list-screen";
import { SetTabs } from "~/components/workflow-sets/set-tabs";
import { workflowColumns } from "~/components/workflows/workflow-columns";
import { workflows } from "~/i18n/workflows";
import { defineList } from "~/models/list/list.server";
import { openedFrom } from "~/models/list/list-address";
import { moveAction } from "~/models/list/moves.server";
import { movableWorkflows, workflowSearch, workflowsHref } from "~/models/workflows/workflow-screen.server";
import { getWorkflows } from "~/models/workflows/workflow.server";
import { deedGates, screenGates } from "~/services/gates";
import { intentsOf } from "~/services/intents";
import { orThrowDenied } from "~/services/screens.server";

export const handle = keptForBack(titled(workflows, "title"));

const list = defineList({
  name: "workflows",
  gate: screenGates["workflow-sets/workflows"],
  may: {
    create: screenGates["workflow-sets/workflows/create"],
    openArchive: screenGates["workflow-sets/workflows/archive"],
    archive: deedGates.archiveWorkflow,
    open: screenGates["workflow-sets/workflows/:workflowId"],
    sets: screenGates["workflow-sets"],
    workflows: screenGates["workflow-sets/workflows"],
  },
  search: workflowSearch(false),
  fetch: ({ api, scope }, state) => orThrowDenied(getWorkflows(api, scope, state, false)),
  loadFailed: ({ translate }) => translate(workflows)("loadFailed"),
  columns: workflowColumns,
  extra: (args) => ({ listHref: workflowsHref(args) }),
  actions: {
    archive: moveAction(movableWorkflows, true),
  },
});
export const loader = list.loader;
export const action = list.action;
const intent = intentsOf<typeof action>();

/** The active workflows of a customer (WF-05 to WF-16). */
export default function Workflows() {
  const { base, listHref, may, ...data } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const t = useTexts(workflows);
  useRefetch(1000);
  return (
    <ListScreen
      {...data}
      title={t("title")}
      create={may.create && { href: `${listHref}/create` }}
      archive={may.openArchive && { href: `${listHref}/archive` }}
      rowHref={may.open ? (row) => openedFrom(`${listHref}/${row._id}`, search) : undefined}
      columns={workflowColumns}
      bulk={may.archive && { intent: intent("archive"), icon: "archive" }}
      selection={{ label: (row) => row.name }}
    >
      <SetTabs base={base} current="workflows" may={may} />
    </ListScreen>
  );
}
