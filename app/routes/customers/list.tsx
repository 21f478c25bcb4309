import { useLoaderData, useLocation } from "@remix-run/react";
import { settingsTabsOf } from "~/components/settings/tabs";
import { customersArea } from "~/areas/customers";
import { useTexts } from "~/components/context/console-context";
import { customerArchiveColumns, customerColumns } from "~/components/customers/customer-columns";
import { archivableTitle } from "~/components/shell/page-title";
import { ArchivableScreen } from "~/components/area/archivable-screen";
import { customers } from "~/i18n/customers";
import { customerSearch, listedPart } from "~/models/customers/customer-list";
import { customersOf, movableCustomers } from "~/models/customers/customer-screen.server";
import { archivableList } from "~/models/list/archivable-list.server";
import { openedFrom } from "~/models/list/list-address";

export const handle = archivableTitle(customers);

const list = archivableList({
  area: customersArea,
  active: { may: { open: { flag: "edgeCustomerBrandingEditEnabled" } } },
  movable: movableCustomers,
  search: customerSearch,
  fetch: customersOf,
  columns: (isArchive) => (isArchive ? customerArchiveColumns : customerColumns),
  extra: async ({ flags, rights, scope }) => ({
    ...listedPart(scope),
    currentId: scope.customerId,
    awsRegion: scope.awsRegion,
    // Some tabs need rights other than "View settings".
    hasSettings: settingsTabsOf(flags, await rights()).length > 0,
  }),
});
export const loader = list.loader;
export const action = list.action;

/** Customers of an organisation in a region, and their archive (CUST-01, CUST-16). */
export default function Customers() {
  const { organisation, region, currentId, awsRegion, hasSettings, ...data } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const t = useTexts(customers);
  const settingsOf = (id: string) => `/region/${awsRegion}/customers/${id}/settings`;
  const hrefOf = ({ _id, canViewSettings }: { _id: string; canViewSettings: boolean }) =>
    canViewSettings
      ? openedFrom(`${settingsOf(_id)}/overview`, search)
      : _id === currentId && hasSettings
        ? settingsOf(_id)
        : undefined;
  const shared = {
    texts: customers,
    meta: [
      t("ofRegion", { organisation, region }),
      ...(data.isArchive ? [t("retentionContinues"), t("peopleLimited")] : []),
    ],
    searchLabel: t("search"),
  };
  const label = (row: { displayName: string }) => row.displayName;
  return data.isArchive ? (
    <ArchivableScreen
      {...data}
      {...shared}
      columns={customerArchiveColumns}
      rowHref={undefined}
      selection={{ label }}
    />
  ) : (
    <ArchivableScreen
      {...data}
      {...shared}
      columns={customerColumns}
      rowHref={data.may.open ? hrefOf : undefined}
      selection={{ label, disabledReason: (row) => (row._id === currentId ? t("current") : undefined) }}
    />
  );
}
