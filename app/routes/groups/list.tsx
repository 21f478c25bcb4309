import { useLoaderData } from "@remix-run/react";
import { groupsArea } from "~/areas/groups";
import { useTexts } from "~/components/context/console-context";
import { titledArchivable } from "~/components/shell/page-title";
import { groupColumns } from "~/components/groups/group-columns";
import { ArchivableScreen } from "~/components/area/archivable-screen";
import { groups } from "~/i18n/groups";
import { getGroups } from "~/models/groups/group.server";
import { groupSearch, movableGroups } from "~/models/groups/group-screen.server";
import { archivableList } from "~/models/list/archivable-list.server";
import { orThrowDenied } from "~/services/screens.server";

export const handle = titledArchivable(groups);

const list = archivableList({
  area: groupsArea,
  movable: movableGroups,
  search: () => groupSearch,
  fetch: ({ api }, state, isArchive) => orThrowDenied(getGroups(api, state, isArchive)),
  columns: () => groupColumns,
});
export const loader = list.loader;
export const action = list.action;

/** Groups of a customer, and their archive (GRP-01, GRP-15). */
export default function Groups() {
  const data = useLoaderData<typeof loader>();
  const t = useTexts(groups);
  return (
    <ArchivableScreen
      {...data}
      texts={groups}
      hasNeighbours
      columns={groupColumns}
      searchLabel={t("search")}
      selection={{
        label: (row) => row.name,
        disabledReason: (row) => (row.canChange ? undefined : t("notYours")),
      }}
    />
  );
}
