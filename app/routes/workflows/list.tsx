import { useLoaderData, useLocation } from "@remix-run/react";
import { useTexts } from "~/components/context/console-context";
import { useRefetch } from "~/components/context/refetch";
import { titledArchivable } from "~/components/shell/page-title";
import { ListScreen } from "~/components/table/list-screen";
import { SetTabs } from "~/components/workflow-sets/set-tabs";
import { workflowArchiveColumns, workflowColumns } from "~/components/workflows/workflow-columns";
import { workflows } from "~/i18n/workflows";
import { archivableList } from "~/models/list/archivable-list.server";
import { openedFrom } from "~/models/list/list-address";
import { movableWorkflows, workflowSearch, workflowsHref } from "~/models/workflows/workflow-screen.server";
import { getWorkflows } from "~/models/workflows/workflow.server";
import { deedGates, screenGates } from "~/services/gates";
import { intentsOf } from "~/services/intents";
import { orThrowDenied } from "~/services/screens.server";

export const handle = titledArchivable(workflows, { list: "title", archive: "archiveTitle" });

const columns = (isArchive: boolean) => (isArchive ? workflowArchiveColumns : workflowColumns);

const list = archivableList({
  active: {
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
  },
  archived: {
    name: "workflow-archive",
    gate: screenGates["workflow-sets/workflows/archive"],
    may: {
      open: screenGates["workflow-sets/workflows/:workflowId"],
      list: screenGates["workflow-sets/workflows"],
      restore: deedGates.restoreWorkflow,
    },
  },
  movable: movableWorkflows,
  search: workflowSearch,
  fetch: ({ api, scope }, state, isArchive) => orThrowDenied(getWorkflows(api, scope, state, isArchive)),
  loadFailed: ({ translate }) => translate(workflows)("loadFailed"),
  columns,
  extra: (args) => ({ listHref: workflowsHref(args) }),
});
export const loader = list.loader;
export const action = list.action;
const intent = intentsOf<typeof action>();

/** The workflows of a customer, and their archive (WF-05 to WF-16). */
export default function Workflows() {
  const { base, isArchive, listHref, may, ...data } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const t = useTexts(workflows);
  useRefetch(1000);
  const shared = {
    ...data,
    columns: columns(isArchive),
    rowHref: may.open ? (row: { _id: string }) => openedFrom(`${listHref}/${row._id}`, search) : undefined,
    searchLabel: t("search"),
    selection: { label: (row: { name: string }) => row.name },
  };
  return isArchive ? (
    <ListScreen
      key="archive"
      {...shared}
      title={t("archiveTitle")}
      back={may.list ? { to: listHref, label: t("title") } : undefined}
      bulk={may.restore && { intent: intent("restore"), icon: "restore" as const }}
    />
  ) : (
    <ListScreen
      key="list"
      {...shared}
      title={t("title")}
      create={may.create && { href: `${listHref}/create` }}
      archive={may.openArchive && { href: `${listHref}/archive` }}
      bulk={may.archive && { intent: intent("archive"), icon: "archive" as const }}
    >
      <SetTabs base={base} current="workflows" may={may} />
    </ListScreen>
  );
}
