import { useLoaderData, useLocation } from "@remix-run/react";
import { useTexts } from "~/components/context/console-context";
import { useRefetch } from "~/components/context/refetch";
import { keptForBack, titled } from "~/components/shell/page-title";
import { ListScreen } from "~/components/table/list-screen";
import { workflowArchiveColumns } from "~/components/workflows/workflow-columns";
import { workflows } from "~/i18n/workflows";
import { defineList } from "~/models/list/list.server";
import { openedFrom } from "~/models/list/list-address";
import { moveAction } from "~/models/list/moves.server";
import { movableWorkflows, workflowSearch, workflowsHref } from "~/models/workflows/workflow-screen.server";
import { getWorkflows } from "~/models/workflows/workflow.server";
import { deedGates, screenGates } from "~/services/gates";
import { intentsOf } from "~/services/intents";
import { orThrowDenied } from "~/services/screens.server";

export const handle = keptForBack(titled(workflows, "archiveTitle"));

const list = defineList({
  name: "workflow-archive",
  gate: screenGates["workflow-sets/workflows/archive"],
  may: {
    open: screenGates["workflow-sets/workflows/:workflowId"],
    list: screenGates["workflow-sets/workflows"],
    restore: deedGates.restoreWorkflow,
  },
  search: workflowSearch(true),
  fetch: ({ api, scope }, state) => orThrowDenied(getWorkflows(api, scope, state, true)),
  loadFailed: ({ translate }) => translate(workflows)("loadFailed"),
  columns: workflowArchiveColumns,
  extra: (args) => ({ listHref: workflowsHref(args) }),
  actions: {
    restore: moveAction(movableWorkflows, false),
  },
});
export const loader = list.loader;
export const action = list.action;
const intent = intentsOf<typeof action>();

/** The archived workflows of a customer (WF-07). */
export default function WorkflowArchive() {
  const { base: _, listHref, may, ...data } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const t = useTexts(workflows);
  useRefetch(1000);
  return (
    <ListScreen
      {...data}
      title={t("archiveTitle")}
      back={may.list ? { to: listHref, label: t("title") } : undefined}
      rowHref={may.open ? (row) => openedFrom(`${listHref}/${row._id}`, search) : undefined}
      columns={workflowArchiveColumns}
      bulk={may.restore && { intent: intent("restore"), icon: "restore" }}
      selection={{ label: (row) => row.name }}
    />
  );
}
