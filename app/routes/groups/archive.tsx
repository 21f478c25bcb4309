import { useLoaderData, useLocation } from "@remix-run/react";
import { useTexts } from "~/components/context/console-context";
import { keptForBack, titled } from "~/components/shell/page-title";
import { groupColumns } from "~/components/groups/group-columns";
import { ListScreen } from "~/components/table/list-screen";
import { groups } from "~/i18n/groups";
import { getGroups } from "~/models/groups/group.server";
import { groupSearch, movableGroups } from "~/models/groups/group-screen.server";
import { defineList } from "~/models/list/list.server";
import { openedFrom } from "~/models/list/list-address";
import { moveAction } from "~/models/list/moves.server";
import { deedGates, screenGates } from "~/services/gates";
import { intentsOf } from "~/services/intents";

export const handle = keptForBack(titled(groups, "archiveTitle"));

const list = defineList({
  name: "group-archive",
  gate: screenGates["groups/archive"],
  may: { open: screenGates["groups/:groupId"], restore: deedGates.changeGroup },
  search: groupSearch,
  fetch: ({ api, scope }, state) => getGroups(api, scope, state, true),
  loadFailed: ({ translate }) => translate(groups)("loadFailed"),
  columns: groupColumns,
  actions: { restore: moveAction(movableGroups, false) },
});
export const loader = list.loader;
export const action = list.action;
const intent = intentsOf<typeof action>();

export default function GroupArchive() {
  const { base, may, ...data } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const t = useTexts(groups);
  return (
    <ListScreen
      {...data}
      title={t("archiveTitle")}
      back={{ to: `${base}/groups`, label: t("title") }}
      rowHref={may.open ? (row) => openedFrom(`${base}/groups/${row._id}`, search) : undefined}
      columns={groupColumns}
      bulk={may.restore && { intent: intent("restore"), icon: "restore" }}
      selection={{
        label: (row) => row.name,
        disabledReason: (row) => (row.canChange ? undefined : t("notYours")),
      }}
    />
  );
}
