import { useLoaderData } from "@remix-run/react";
import { workflowSetsArea } from "~/areas/workflow-sets";
import { useTexts } from "~/components/context/console-context";
import { useRefetch } from "~/components/context/refetch";
import { archivableTitle } from "~/components/shell/page-title";
import { ArchivableScreen } from "~/components/area/archivable-screen";
import { BulkButton } from "~/components/table/bulk-button";
import { stylesheets } from "~/components/ui/stylesheets";
import { setArchiveColumns, setColumns, setColumnsWithEdit } from "~/components/workflow-sets/set-columns";
import { SetTabs } from "~/components/workflow-sets/set-tabs";
import styles from "~/components/workflow-sets/workflow-sets.css?url";
import { workflowSets } from "~/i18n/workflow-sets";
import { archivableList } from "~/models/list/archivable-list.server";
import { hrefOf } from "~/models/list/open-pages.server";
import { openSelected } from "~/models/list/bulk.server";
import { archivableSearch, textFilter } from "~/models/list/list-search";
import { movableSets } from "~/models/workflow-sets/workflow-set-screen.server";
import { tabGates } from "~/models/workflows/workflow-screen.server";
import { getWorkflowSets } from "~/models/workflow-sets/workflow-set.server";
import { intentsOf } from "~/services/intents";
import { orThrowDenied } from "~/services/screens.server";

export const links = stylesheets(styles);
export const handle = archivableTitle(workflowSets);

const search = archivableSearch({
  sorts: ["name", "workflowOptions", "createdAt"],
  defaultSort: "createdAt",
  defaultOrder: "desc",
  filters: { search: textFilter() },
});

const list = archivableList({
  area: workflowSetsArea,
  active: {
    may: {
      ...tabGates,
      copy: workflowSetsArea.screens.create,
      edit: workflowSetsArea.actions.edit,
    },
    actions: {
      copy: openSelected({
        wrong: ({ translate }) => translate(workflowSets)("notOneSelected"),
        href: (args, id) =>
          `${hrefOf(args, workflowSetsArea)}/create?${new URLSearchParams({ copyWorkflowSetId: id })}`,
      }),
    },
  },
  movable: movableSets,
  search,
  fetch: ({ api }, state, isArchive) => orThrowDenied(getWorkflowSets(api, state, isArchive)),
  columns: (isArchive) => (isArchive ? setArchiveColumns : setColumns),
});
export const loader = list.loader;
export const action = list.action;
const intent = intentsOf<typeof action>();

/** Workflow sets of a customer, and their archive (WFS-01 to WFS-15). */
export default function WorkflowSets() {
  const data = useLoaderData<typeof loader>();
  const t = useTexts(workflowSets);
  useRefetch(1000);
  const shared = {
    texts: workflowSets,
    searchLabel: t("search"),
    selection: { label: (row: { name: string }) => row.name },
  };
  if (data.isArchive) return <ArchivableScreen {...data} {...shared} columns={setArchiveColumns} />;
  const { base, listHref, may } = data;
  return (
    <ArchivableScreen
      {...data}
      {...shared}
      columns={may.edit ? setColumnsWithEdit((row) => `${listHref}/${row._id}/edit`) : setColumns}
      moreBulk={
        may.copy && (
          <BulkButton intent={intent("copy")} icon="copy" needsOne>
            {t("createCopy")}
          </BulkButton>
        )
      }
    >
      <SetTabs base={base} current="sets" may={may} />
    </ArchivableScreen>
  );
}
