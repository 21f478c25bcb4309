import { useLoaderData, useLocation } from "@remix-run/react";
import { useTexts } from "~/components/context/console-context";
import { customerArchiveColumns, customerColumns } from "~/components/customers/customer-columns";
import { titledArchivable } from "~/components/shell/page-title";
import { ListScreen } from "~/components/table/list-screen";
import { customers } from "~/i18n/customers";
import { customerSearch, listedPart } from "~/models/customers/customer-list";
import {
  activeSorts,
  archiveSorts,
  customersOf,
  movableCustomers,
} from "~/models/customers/customer-screen.server";
import { archivableList } from "~/models/list/archivable-list.server";
import { openedFrom } from "~/models/list/list-address";
import { deedGates, screenGates } from "~/services/gates";
import { intentsOf } from "~/services/intents";

export const handle = titledArchivable(customers, { list: "title", archive: "archiveTitle" });

const list = archivableList({
  active: {
    name: "customers",
    gate: screenGates.customers,
    may: {
      create: screenGates["customers/create"],
      openArchive: screenGates["customers/archive"],
      archive: deedGates.archiveCustomer,
      open: { flag: "edgeCustomerBrandingEditEnabled" },
    },
  },
  archived: { name: "customer-archive", gate: screenGates["customers/archive"], may: {} },
  movable: movableCustomers,
  search: (isArchive) => customerSearch(isArchive ? archiveSorts : activeSorts),
  fetch: customersOf,
  loadFailed: ({ translate }) => translate(customers)("loadFailed"),
  columns: (isArchive) => (isArchive ? customerArchiveColumns : customerColumns),
  extra: ({ scope }) => ({
    ...listedPart(scope),
    currentId: scope.customerId,
    awsRegion: scope.awsRegion,
  }),
});
export const loader = list.loader;
export const action = list.action;
const intent = intentsOf<typeof action>();

/** The customers of an organisation in a region, and their archive (CUST-01, CUST-16). */
export default function Customers() {
  const { base, organisation, region, currentId, awsRegion, isArchive, may, ...data } =
    useLoaderData<typeof loader>();
  const { search } = useLocation();
  const t = useTexts(customers);
  const shared = { ...data, meta: [t("ofRegion", { organisation, region })], searchLabel: t("search") };
  const label = (row: { displayName: string }) => row.displayName;
  return isArchive ? (
    <ListScreen
      key="archive"
      {...shared}
      title={t("archiveTitle")}
      back={{ to: `${base}/customers`, label: t("title") }}
      columns={customerArchiveColumns}
      bulk={{ intent: intent("restore"), icon: "restore" }}
      selection={{ label }}
    />
  ) : (
    <ListScreen
      key="list"
      {...shared}
      title={t("title")}
      create={may.create && { href: `${base}/customers/create` }}
      archive={may.openArchive && { href: `${base}/customers/archive` }}
      columns={customerColumns}
      rowHref={
        may.open
          ? (row) =>
              row.canViewSettings
                ? openedFrom(`/region/${awsRegion}/customers/${row._id}/settings/overview`, search)
                : undefined
          : undefined
      }
      bulk={may.archive && { intent: intent("archive"), icon: "archive" }}
      selection={{
        label,
        disabledReason: (row) => (row._id === currentId ? t("current") : undefined),
      }}
    />
  );
}
