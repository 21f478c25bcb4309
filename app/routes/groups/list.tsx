import { useLoaderData } from "@remix-run/react";
import { groupsArea } from "~/areas/groups";
import { useTexts } from "~/components/context/console-context";
import { archivableTitle } from "~/components/shell/page-title";
import { groupColumns } from "~/components/groups/group-columns";
import { ArchivableScreen } from "~/components/area/archivable-screen";
import { BulkButton } from "~/components/table/bulk-button";
import { groups } from "~/i18n/groups";
import { compareChosen } from "~/models/groups/comparison.server";
import { getGroups } from "~/models/groups/group.server";
import { groupSearch, movableGroups } from "~/models/groups/group-screen.server";
import { archivableList } from "~/models/list/archivable-list.server";
import { intentsOf } from "~/services/intents";
import { orThrowDenied } from "~/services/screens.server";

export const handle = archivableTitle(groups);

const list = archivableList({
  area: groupsArea,
  active: {
    may: { compare: groupsArea.further.compare },
    actions: { compare: { act: compareChosen, undo: undefined } },
  },
  movable: movableGroups,
  search: () => groupSearch,
  fetch: ({ api }, state, isArchive) => orThrowDenied(getGroups(api, state, isArchive)),
  columns: () => groupColumns,
});
export const loader = list.loader;
export const action = list.action;
const intent = intentsOf<typeof action>();

/** Groups of a customer, and their archive (GRP-01, GRP-15). */
export default function Groups() {
  const data = useLoaderData<typeof loader>();
  const t = useTexts(groups);
  const mayMove = data.isArchive ? data.may.restore : data.may.archive;
  return (
    <ArchivableScreen
      {...data}
      texts={groups}
      hasNeighbours
      columns={groupColumns}
      searchLabel={t("search")}
      selection={{
        label: (row) => row.name,
        disabledReason: (row) => (row.canChange || !mayMove ? undefined : t("notYours")),
      }}
      moreBulk={
        !data.isArchive &&
        data.may.compare && (
          <BulkButton intent={intent("compare")} icon="layers" className="until-chosen">
            {t("compare")}
          </BulkButton>
        )
      }
    />
  );
}
