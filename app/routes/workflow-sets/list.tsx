import { useLoaderData } from "@remix-run/react";
import { useTexts } from "~/components/context/console-context";
import { useRefetch } from "~/components/context/refetch";
import { titledArchivable } from "~/components/shell/page-title";
import { ListScreen } from "~/components/table/list-screen";
import { BulkButton } from "~/components/table/selection";
import { stylesheets } from "~/components/ui/stylesheets";
import { setArchiveColumns, setColumns, setColumnsWithEdit } from "~/components/workflow-sets/set-columns";
import { SetTabs } from "~/components/workflow-sets/set-tabs";
import styles from "~/components/workflow-sets/workflow-sets.css?url";
import { workflowSets } from "~/i18n/workflow-sets";
import { archivableList } from "~/models/list/archivable-list.server";
import { openOne } from "~/models/list/list.server";
import { listSearch, textFilter } from "~/models/list/list-search";
import { movableSets, setsHref } from "~/models/workflow-sets/workflow-set-screen.server";
import { getWorkflowSets } from "~/models/workflow-sets/workflow-set.server";
import { deedGates, screenGates } from "~/services/gates";
import { intentsOf } from "~/services/intents";
import { orThrowDenied } from "~/services/screens.server";

export const links = stylesheets(styles);
export const handle = titledArchivable(workflowSets, { list: "title", archive: "archiveTitle" });

const sorts = ["name", "workflowOptions", "createdAt"] as const;

const list = archivableList({
  active: {
    name: "workflow-sets",
    gate: screenGates["workflow-sets"],
    may: {
      create: screenGates["workflow-sets/create"],
      copy: screenGates["workflow-sets/create"],
      openArchive: screenGates["workflow-sets/archive"],
      archive: deedGates.archiveWorkflowSet,
      open: screenGates["workflow-sets/:workflowSetId"],
      edit: deedGates.editWorkflowSet,
      sets: screenGates["workflow-sets"],
      workflows: screenGates["workflow-sets/workflows"],
    },
    actions: {
      copy: openOne({
        wrong: ({ translate }) => translate(workflowSets)("notOneSelected"),
        href: (args, id) => `${setsHref(args)}/create?${new URLSearchParams({ copyWorkflowSetId: id })}`,
      }),
    },
  },
  archived: {
    name: "workflow-set-archive",
    gate: screenGates["workflow-sets/archive"],
    may: {
      open: screenGates["workflow-sets/:workflowSetId"],
      list: screenGates["workflow-sets"],
      restore: deedGates.restoreWorkflowSet,
    },
  },
  movable: movableSets,
  search: (isArchive) =>
    listSearch({
      sorts: [...sorts, ...(isArchive ? (["archivedAt"] as const) : [])],
      defaultSort: "createdAt",
      defaultOrder: "desc",
      filters: { search: textFilter() },
    }),
  fetch: ({ api, scope }, state, isArchive) => orThrowDenied(getWorkflowSets(api, scope, state, isArchive)),
  loadFailed: ({ translate }) => translate(workflowSets)("loadFailed"),
  columns: (isArchive) => (isArchive ? setArchiveColumns : setColumns),
});
export const loader = list.loader;
export const action = list.action;
const intent = intentsOf<typeof action>();

/** The workflow sets of a customer, and their archive (WFS-01 to WFS-16). */
export default function WorkflowSets() {
  const { base, isArchive, may, ...data } = useLoaderData<typeof loader>();
  const t = useTexts(workflowSets);
  useRefetch(1000);
  const href = `${base}/workflow-sets`;
  const shared = {
    ...data,
    rowHref: may.open ? (row: { _id: string }) => `${href}/${row._id}` : undefined,
    searchLabel: t("search"),
    selection: { label: (row: { name: string }) => row.name },
  };
  return isArchive ? (
    <ListScreen
      key="archive"
      {...shared}
      title={t("archiveTitle")}
      back={may.list ? { to: href, label: t("title") } : undefined}
      columns={setArchiveColumns}
      bulk={may.restore && { intent: intent("restore"), icon: "restore" as const }}
    />
  ) : (
    <ListScreen
      key="list"
      {...shared}
      title={t("title")}
      create={may.create && { href: `${href}/create` }}
      archive={may.openArchive && { href: `${href}/archive` }}
      columns={may.edit ? setColumnsWithEdit((row) => `${href}/${row._id}/edit`) : setColumns}
      moreBulk={
        may.copy && (
          <BulkButton intent={intent("copy")} icon="copy" needsOne>
            {t("createCopy")}
          </BulkButton>
        )
      }
      bulk={may.archive && { intent: intent("archive"), icon: "archive" as const }}
    >
      <SetTabs base={base} current="sets" may={may} />
    </ListScreen>
  );
}
