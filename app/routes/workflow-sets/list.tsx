import { useLoaderData } from "@remix-run/react";
import { useTexts } from "~/components/context/console-context";
import { useRefetch } from "~/components/context/refetch";
import { keptForBack, titled } from "~/components/shell/page-title";
import { ListScreen } from "~/components/table/list-screen";
import { BulkButton } from "~/components/table/selection";
import { stylesheets } from "~/components/ui/stylesheets";
import { setColumns, setColumnsWithEdit } from "~/components/workflow-sets/set-columns";
import { SetTabs } from "~/components/workflow-sets/set-tabs";
import styles from "~/components/workflow-sets/workflow-sets.css?url";
import { workflowSets } from "~/i18n/workflow-sets";
import { defineList, openOne } from "~/models/list/list.server";
import { listSearch } from "~/models/list/list-search";
import { moveAction } from "~/models/list/moves.server";
import { movableSets, setsHref } from "~/models/workflow-sets/workflow-set-screen.server";
import { getWorkflowSets } from "~/models/workflow-sets/workflow-set.server";
import { deedGates, screenGates } from "~/services/gates";
import { intentsOf } from "~/services/intents";
import { orThrowDenied } from "~/services/screens.server";

export const links = stylesheets(styles);
export const handle = keptForBack(titled(workflowSets, "title"));

const list = defineList({
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
  search: listSearch({
    sorts: ["name", "workflowOptions", "createdAt"],
    defaultSort: "createdAt",
    defaultOrder: "desc",
    filters: {},
  }),
  fetch: ({ api, scope }, state) => orThrowDenied(getWorkflowSets(api, scope, state, false)),
  loadFailed: ({ translate }) => translate(workflowSets)("loadFailed"),
  columns: setColumns,
  actions: {
    copy: openOne({
      wrong: ({ translate }) => translate(workflowSets)("notOneSelected"),
      href: (args, id) => `${setsHref(args)}/create?${new URLSearchParams({ copyWorkflowSetId: id })}`,
    }),
    archive: moveAction(movableSets, true),
  },
});
export const loader = list.loader;
export const action = list.action;
const intent = intentsOf<typeof action>();

/** The active workflow sets of a customer (WFS-01 to WFS-16). */
export default function WorkflowSets() {
  const { base, may, ...data } = useLoaderData<typeof loader>();
  const t = useTexts(workflowSets);
  useRefetch(1000);
  const href = `${base}/workflow-sets`;
  return (
    <ListScreen
      {...data}
      title={t("title")}
      create={may.create && { href: `${href}/create` }}
      archive={may.openArchive && { href: `${href}/archive` }}
      rowHref={may.open ? (row) => `${href}/${row._id}` : undefined}
      columns={may.edit ? setColumnsWithEdit((row) => `${href}/${row._id}/edit`) : setColumns}
      moreBulk={
        may.copy && (
          <BulkButton intent={intent("copy")} icon="copy" needsOne>
            {t("createCopy")}
          </BulkButton>
        )
      }
      bulk={may.archive && { intent: intent("archive"), icon: "archive" }}
      selection={{ label: (row) => row.name }}
    >
      <SetTabs base={base} current="sets" may={may} />
    </ListScreen>
  );
}
