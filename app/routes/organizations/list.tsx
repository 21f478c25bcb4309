import { useLoaderData } from "@remix-run/react";
import { useTexts } from "~/components/context/console-context";
import { titledArchivable } from "~/components/shell/page-title";
import { ListScreen } from "~/components/table/list-screen";
import { columnsOf } from "~/components/table/use-columns";
import { organizations } from "~/i18n/organizations";
import { archivableList } from "~/models/list/archivable-list.server";
import { listSearch, textFilter } from "~/models/list/list-search";
import { pageOfAll } from "~/models/list/paging";
import { getArchivedOrganizations, getOrganizations } from "~/models/organizations/organization.server";
import { movableOrganizations } from "~/models/organizations/organization-screen.server";
import { deedGates, screenGates } from "~/services/gates";
import { intentsOf } from "~/services/intents";
import { orThrowDenied } from "~/services/screens.server";

export const handle = titledArchivable(organizations, { list: "title", archive: "archiveTitle" });

type OrganizationRow = Awaited<ReturnType<typeof getOrganizations>>[number];

const columnsFor = (isArchive: boolean) =>
  columnsOf<OrganizationRow>(({ translate, column }) => [
    column.link("displayName", translate(organizations)("displayName")),
    column.date("createdAt", translate(organizations)("created")),
    ...(isArchive ? [column.date("archivedAt", translate(organizations)("archived"))] : []),
  ]);
const columns = columnsFor(false);
const archiveColumns = columnsFor(true);

const list = archivableList({
  active: {
    name: "organizations",
    gate: screenGates.organisations,
    may: {
      create: screenGates["organisations/create"],
      open: screenGates["organisations/:organizationId"],
      openArchive: screenGates["organisations/archive"],
      archive: deedGates.archiveOrganization,
    },
  },
  archived: { name: "organization-archive", gate: screenGates["organisations/archive"], may: {} },
  movable: movableOrganizations,
  search: (isArchive) =>
    listSearch({
      sorts: ["displayName", "createdAt", ...(isArchive ? (["archivedAt"] as const) : [])],
      defaultSort: "createdAt",
      defaultOrder: "desc",
      filters: { search: textFilter() },
    }),
  fetch: async ({ api }, state, isArchive) => {
    const rows = await orThrowDenied(isArchive ? getArchivedOrganizations(api) : getOrganizations(api));
    return pageOfAll(rows, state, ["displayName"]);
  },
  loadFailed: ({ translate }) => translate(organizations)("loadFailed"),
  columns: (isArchive) => (isArchive ? archiveColumns : columns),
  extra: ({ scope }) => ({ currentId: scope.organizationId }),
});
export const loader = list.loader;
export const action = list.action;
const intent = intentsOf<typeof action>();

/** The organisations, and their archive (ORG-20, ORG-38). */
export default function Organizations() {
  const { base, isArchive, may, currentId, ...data } = useLoaderData<typeof loader>();
  const t = useTexts(organizations);
  const href = `${base}/organisations`;
  const label = (row: { displayName: string }) => row.displayName;
  return isArchive ? (
    <ListScreen
      key="archive"
      {...data}
      title={t("archiveTitle")}
      back={{ to: href, label: t("title") }}
      searchLabel={t("search")}
      columns={archiveColumns}
      bulk={{ intent: intent("restore"), icon: "restore" }}
      selection={{ label }}
    />
  ) : (
    <ListScreen
      key="list"
      {...data}
      title={t("title")}
      create={may.create && { href: `${href}/create` }}
      archive={may.openArchive && { href: `${href}/archive` }}
      searchLabel={t("search")}
      rowHref={may.open ? (row) => `${href}/${row._id}` : undefined}
      columns={columns}
      bulk={may.archive && { intent: intent("archive"), icon: "archive" }}
      selection={{
        label,
        disabledReason: (row) => (row._id === currentId ? t("current") : undefined),
      }}
    />
  );
}
