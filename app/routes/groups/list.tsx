import { useLoaderData, useLocation } from "@remix-run/react";
import { useTexts } from "~/components/context/console-context";
import { titledArchivable } from "~/components/shell/page-title";
import { groupColumns } from "~/components/groups/group-columns";
import { ListScreen } from "~/components/table/list-screen";
import { groups } from "~/i18n/groups";
import { getGroups } from "~/models/groups/group.server";
import { groupSearch, movableGroups } from "~/models/groups/group-screen.server";
import { archivableList } from "~/models/list/archivable-list.server";
import { openedFrom } from "~/models/list/list-address";
import { deedGates, screenGates } from "~/services/gates";
import { intentsOf } from "~/services/intents";

export const handle = titledArchivable(groups, { list: "title", archive: "archiveTitle" });

const list = archivableList({
  active: {
    name: "groups",
    gate: screenGates.groups,
    may: {
      create: screenGates["groups/create"],
      openArchive: screenGates["groups/archive"],
      archive: deedGates.changeGroup,
      open: screenGates["groups/:groupId"],
    },
  },
  archived: {
    name: "group-archive",
    gate: screenGates["groups/archive"],
    may: { open: screenGates["groups/:groupId"], restore: deedGates.changeGroup },
  },
  movable: movableGroups,
  search: () => groupSearch,
  fetch: ({ api, scope }, state, isArchive) => getGroups(api, scope, state, isArchive),
  loadFailed: ({ translate }) => translate(groups)("loadFailed"),
  columns: () => groupColumns,
});
export const loader = list.loader;
export const action = list.action;
const intent = intentsOf<typeof action>();

/** The groups of a customer, and their archive (GRP-01, GRP-15). */
export default function Groups() {
  const { base, isArchive, may, ...data } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const t = useTexts(groups);
  const shared = {
    ...data,
    columns: groupColumns,
    rowHref: may.open ? (row: { _id: string }) => openedFrom(`${base}/groups/${row._id}`, search) : undefined,
    searchLabel: t("search"),
    selection: {
      label: (row: { name: string }) => row.name,
      disabledReason: (row: { canChange: boolean }) => (row.canChange ? undefined : t("notYours")),
    },
  };
  return isArchive ? (
    <ListScreen
      key="archive"
      {...shared}
      title={t("archiveTitle")}
      back={{ to: `${base}/groups`, label: t("title") }}
      bulk={may.restore && { intent: intent("restore"), icon: "restore" as const }}
    />
  ) : (
    <ListScreen
      key="list"
      {...shared}
      title={t("title")}
      create={may.create && { href: `${base}/groups/create` }}
      archive={may.openArchive && { href: `${base}/groups/archive` }}
      bulk={may.archive && { intent: intent("archive"), icon: "archive" as const }}
    />
  );
}
