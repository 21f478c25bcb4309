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

export const handle = keptForBack(titled(groups, "title"));

const list = defineList({
  name: "groups",
  gate: screenGates.groups,
  may: {
    create: screenGates["groups/create"],
    openArchive: screenGates["groups/archive"],
    archive: deedGates.changeGroup,
    open: screenGates["groups/:groupId"],
  },
  search: groupSearch,
  fetch: ({ api, scope }, state) => getGroups(api, scope, state, false),
  loadFailed: ({ translate }) => translate(groups)("loadFailed"),
  columns: groupColumns,
  actions: { archive: moveAction(movableGroups, true) },
});
export const loader = list.loader;
export const action = list.action;
const intent = intentsOf<typeof action>();

export default function Groups() {
  const { base, may, ...data } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const t = useTexts(groups);
  return (
    <ListScreen
      {...data}
      title={t("title")}
      create={may.create && { href: `${base}/groups/create` }}
      archive={may.openArchive && { href: `${base}/groups/archive` }}
      rowHref={may.open ? (row) => openedFrom(`${base}/groups/${row._id}`, search) : undefined}
      columns={groupColumns}
      bulk={may.archive && { intent: intent("archive"), icon: "archive" }}
      selection={{
        label: (row) => row.name,
        disabledReason: (row) => (row.canChange ? undefined : t("notYours")),
      }}
    />
  );
}
