import { useLoaderData } from "@remix-run/react";
import { workflowsArea } from "~/areas/workflows";
import { useTexts } from "~/components/context/console-context";
import { useRefetch } from "~/components/context/refetch";
import { archivableTitle } from "~/components/shell/page-title";
import { ArchivableScreen } from "~/components/area/archivable-screen";
import { SetTabs } from "~/components/workflow-sets/set-tabs";
import { workflowArchiveColumns, workflowColumns } from "~/components/workflows/workflow-columns";
import { workflows } from "~/i18n/workflows";
import { archivableList } from "~/models/list/archivable-list.server";
import { movableWorkflows, tabGates, workflowSearch } from "~/models/workflows/workflow-screen.server";
import { getWorkflows } from "~/models/workflows/workflow.server";
import { orThrowDenied } from "~/services/screens.server";

export const handle = archivableTitle(workflows);

const columns = (isArchive: boolean) => (isArchive ? workflowArchiveColumns : workflowColumns);

const list = archivableList({
  area: workflowsArea,
  active: { may: tabGates },
  movable: movableWorkflows,
  search: workflowSearch,
  fetch: ({ api }, state, isArchive) => orThrowDenied(getWorkflows(api, state, isArchive)),
  columns,
});
export const loader = list.loader;
export const action = list.action;

/** Workflows of a customer, and their archive (WF-05 to WF-15). */
export default function Workflows() {
  const data = useLoaderData<typeof loader>();
  const t = useTexts(workflows);
  useRefetch(1000);
  return (
    <ArchivableScreen
      {...data}
      texts={workflows}
      hasNeighbours
      columns={columns(data.isArchive)}
      searchLabel={t("search")}
      selection={{ label: (row) => row.name }}
    >
      {!data.isArchive && <SetTabs base={data.base} current="workflows" may={data.may} />}
    </ArchivableScreen>
  );
}
