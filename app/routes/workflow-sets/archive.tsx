import { useLoaderData } from "@remix-run/react";
import { useTexts } from "~/components/context/console-context";
import { useRefetch } from "~/components/context/refetch";
import { keptForBack, titled } from "~/components/shell/page-title";
import { ListScreen } from "~/components/table/list-screen";
import { stylesheets } from "~/components/ui/stylesheets";
import { setArchiveColumns } from "~/components/workflow-sets/set-columns";
import styles from "~/components/workflow-sets/workflow-sets.css?url";
import { workflowSets } from "~/i18n/workflow-sets";
import { defineList } from "~/models/list/list.server";
import { listSearch } from "~/models/list/list-search";
import { moveAction } from "~/models/list/moves.server";
import { movableSets } from "~/models/workflow-sets/workflow-set-screen.server";
import { getWorkflowSets } from "~/models/workflow-sets/workflow-set.server";
import { deedGates, screenGates } from "~/services/gates";
import { intentsOf } from "~/services/intents";
import { orThrowDenied } from "~/services/screens.server";

export const links = stylesheets(styles);
export const handle = keptForBack(titled(workflowSets, "archiveTitle"));

const list = defineList({
  name: "workflow-set-archive",
  gate: screenGates["workflow-sets/archive"],
  may: {
    open: screenGates["workflow-sets/:workflowSetId"],
    list: screenGates["workflow-sets"],
    restore: deedGates.restoreWorkflowSet,
  },
  search: listSearch({
    sorts: ["name", "workflowOptions", "createdAt", "archivedAt"],
    defaultSort: "createdAt",
    defaultOrder: "desc",
    filters: {},
  }),
  fetch: ({ api, scope }, state) => orThrowDenied(getWorkflowSets(api, scope, state, true)),
  loadFailed: ({ translate }) => translate(workflowSets)("loadFailed"),
  columns: setArchiveColumns,
  actions: {
    restore: moveAction(movableSets, false),
  },
});
export const loader = list.loader;
export const action = list.action;
const intent = intentsOf<typeof action>();

/** The archived workflow sets of a customer (WFS-08). */
export default function WorkflowSetArchive() {
  const { base, may, ...data } = useLoaderData<typeof loader>();
  const t = useTexts(workflowSets);
  useRefetch(1000);
  const href = `${base}/workflow-sets`;
  return (
    <ListScreen
      {...data}
      title={t("archiveTitle")}
      back={may.list ? { to: href, label: t("title") } : undefined}
      rowHref={may.open ? (row) => `${href}/${row._id}` : undefined}
      columns={setArchiveColumns}
      bulk={may.restore && { intent: intent("restore"), icon: "restore" }}
      selection={{ label: (row) => row.name }}
    />
  );
}
