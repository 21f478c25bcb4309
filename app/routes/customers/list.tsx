import { useLoaderData, useLocation } from "@remix-run/react";
import { customersArea } from "~/areas/customers";
import { useTexts } from "~/components/context/console-context";
import { customerArchiveColumns, customerColumns } from "~/components/customers/customer-columns";
import { titledArchivable } from "~/components/shell/page-title";
import { ArchivableScreen } from "~/components/area/archivable-screen";
import { customers } from "~/i18n/customers";
import { customerSearch, listedPart } from "~/models/customers/customer-list";
import { customersOf, movableCustomers } from "~/models/customers/customer-screen.server";
import { archivableList } from "~/models/list/archivable-list.server";
import { openedFrom } from "~/models/list/list-address";

export const handle = titledArchivable(customers);

const list = archivableList({
  area: customersArea,
  active: { may: { open: { flag: "edgeCustomerBrandingEditEnabled" } } },
  movable: movableCustomers,
  search: customerSearch,
  fetch: customersOf,
  columns: (isArchive) => (isArchive ? customerArchiveColumns : customerColumns),
  extra: ({ scope }) => ({
    ...listedPart(scope),
    currentId: scope.customerId,
    awsRegion: scope.awsRegion,
  }),
});
export const loader = list.loader;
export const action = list.action;

/** The customers of an organisation in a region, and their archive (CUST-01, CUST-16). */
export default function Customers() {
  const { organisation, region, currentId, awsRegion, ...data } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const t = useTexts(customers);
  const settingsHref = (id: string) => `/region/${awsRegion}/customers/${id}/settings/overview`;
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
      rowHref={
        data.may.open
          ? (row) => (row.canViewSettings ? openedFrom(settingsHref(row._id), search) : undefined)
          : undefined
      }
      selection={{ label, disabledReason: (row) => (row._id === currentId ? t("current") : undefined) }}
    />
  );
}
