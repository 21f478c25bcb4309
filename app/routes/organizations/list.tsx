import { useLoaderData } from "@remix-run/react";
import { organizationsArea } from "~/areas/organizations";
import { useTexts } from "~/components/context/console-context";
import { archivableTitle } from "~/components/shell/page-title";
import { ArchivableScreen } from "~/components/area/archivable-screen";
import { columnsOf } from "~/components/table/use-columns";
import { organizations } from "~/i18n/organizations";
import { archivableList } from "~/models/list/archivable-list.server";
import { archivableSearch, textFilter } from "~/models/list/list-search";
import { pageOfAll } from "~/models/list/paging";
import { getArchivedOrganizations, getOrganizations } from "~/models/organizations/organization.server";
import { movableOrganizations } from "~/models/organizations/organization-screen.server";
import { orThrowDenied } from "~/services/screens.server";

export const handle = archivableTitle(organizations);

type OrganizationRow = Awaited<ReturnType<typeof getOrganizations>>[number];

const columnsFor = (isArchive: boolean) =>
  columnsOf<OrganizationRow>(({ translate, column }) => [
    column.link("displayName", translate(organizations)("displayName")),
    column.date("createdAt", translate(organizations)("created")),
    ...(isArchive ? [column.date("archivedAt", translate(organizations)("archived"))] : []),
  ]);
const columns = columnsFor(false);
const archiveColumns = columnsFor(true);

const search = archivableSearch({
  sorts: ["displayName", "createdAt"],
  defaultSort: "createdAt",
  defaultOrder: "desc",
  filters: { search: textFilter() },
});

const list = archivableList({
  area: organizationsArea,
  movable: movableOrganizations,
  search,
  fetch: async ({ api }, state, isArchive) => {
    const rows = await orThrowDenied(isArchive ? getArchivedOrganizations(api) : getOrganizations(api));
    return pageOfAll(rows, state, ["displayName"]);
  },
  columns: (isArchive) => (isArchive ? archiveColumns : columns),
  extra: ({ scope }) => ({ currentId: scope.organizationId }),
});
export const loader = list.loader;
export const action = list.action;

/** Organisations, and their archive (ORG-20, ORG-38). */
export default function Organizations() {
  const { currentId, ...data } = useLoaderData<typeof loader>();
  const { isArchive, may, listHref } = data;
  const t = useTexts(organizations);
  return (
    <ArchivableScreen
      {...data}
      texts={organizations}
      columns={isArchive ? archiveColumns : columns}
      searchLabel={t("search")}
      rowHref={may.open && !isArchive ? (row) => `${listHref}/${row._id}` : undefined}
      selection={{
        label: (row) => row.displayName,
        disabledReason: (row) => (!isArchive && row._id === currentId ? t("current") : undefined),
      }}
    />
  );
}
