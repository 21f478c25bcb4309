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
import { intentsOf } from "~/services/intents";

export const handle = keptForBack(titled(groups, "title"));

const list = defineList({
  name: "groups",
  gate: { flag: "edgeGroupListEnabled", right: "org:listUser" },
  may: {
    create: "edgeGroupCreationEnabled",
    archive: "edgeGroupArchiveListEnabled",
    open: "edgeGroupDetailEnabled",
  },
  search: groupSearch,
  fetch: ({ api, scope }, state) => getGroups(api, scope, state, false),
  loadFailed: ({ translate }) => translate(groups)("loadFailed"),
  columns: groupColumns,
  extra: async ({ rights }) => ({ mayEdit: (await rights()).has("org:editUser") }),
  actions: { archive: moveAction(movableGroups, true) },
});
export const loader = list.loader;
export const action = list.action;
const intent = intentsOf<typeof action>();

export default function Groups() {
  const { base, may, mayEdit, ...data } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const t = useTexts(groups);
  return (
    <ListScreen
      {...data}
      title={t("title")}
      create={may.create && mayEdit && { href: `${base}/groups/create` }}
      archive={may.archive && { href: `${base}/groups/archive` }}
      rowHref={may.open ? (row) => openedFrom(`${base}/groups/${row._id}`, search) : undefined}
      columns={groupColumns}
      bulk={may.archive && mayEdit && { intent: intent("archive"), icon: "archive" }}
      selection={{
        label: (row) => row.name,
        disabledReason: (row) => (row.canChange ? undefined : t("notYours")),
      }}
    />
  );
}
