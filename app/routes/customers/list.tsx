import { useLoaderData, useLocation } from "@remix-run/react";
import { useTexts } from "~/components/context/console-context";
import { customerColumns } from "~/components/customers/customer-columns";
import { keptForBack, titled } from "~/components/shell/page-title";
import { ListScreen } from "~/components/table/list-screen";
import { common } from "~/i18n/common";
import { customers } from "~/i18n/customers";
import { archiveCustomers, customerNames, restoreCustomers } from "~/models/customers/customer.server";
import { customerSearch, listedPart } from "~/models/customers/customer-list";
import { activeSorts, customersOf, planAllCustomers } from "~/models/customers/customer-screen.server";
import { bulkAction, defineList } from "~/models/list/list.server";
import { openedFrom } from "~/models/list/list-address";
import { deedGates, screenGates } from "~/services/gates";
import { intentsOf } from "~/services/intents";

export const handle = keptForBack(titled(customers, "title"));

const list = defineList({
  name: "customers",
  gate: screenGates.customers,
  search: customerSearch(activeSorts),
  fetch: (args, state) => customersOf(args, state, false),
  loadFailed: ({ translate }) => translate(customers)("loadFailed"),
  columns: customerColumns,
  may: {
    create: screenGates["customers/create"],
    openArchive: screenGates["customers/archive"],
    archive: deedGates.archiveCustomer,
    open: { flag: "edgeCustomerBrandingEditEnabled" },
  },
  extra: ({ scope }) => ({
    ...listedPart(scope),
    currentId: scope.customerId,
    awsRegion: scope.awsRegion,
  }),
  actions: {
    archive: bulkAction({
      refuse: ({ scope, translate }, chosen) =>
        chosen.includes(scope.customerId) ? translate(customers)("current") : undefined,
      run: ({ api, scope, idempotencyKey }, chosen) =>
        archiveCustomers(api, scope.organizationId, chosen, idempotencyKey),
      success: ({ base, translate }, count) => ({
        tone: "success",
        title: translate(customers)("archivedNotice", { count }),
        link: { to: `${base}/customers/archive`, label: translate(common)("actions.viewArchive") },
      }),
      failed: ({ translate }) => ({
        title: translate(customers)("unexpectedError"),
        description: translate(customers)("archiveFailed"),
      }),
      all: planAllCustomers(false),
      undo: {
        run: ({ api, scope, idempotencyKey }, { ids, changedAt }) =>
          restoreCustomers(api, scope.organizationId, ids, idempotencyKey, changedAt),
        names: ({ api, scope }, ids) => customerNames(api, scope.organizationId, ids),
      },
    }),
  },
});
export const loader = list.loader;
export const action = list.action;

const intent = intentsOf<typeof action>();

export default function Customers() {
  const { base, organisation, region, currentId, awsRegion, may, ...data } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const t = useTexts(customers);
  return (
    <ListScreen
      {...data}
      title={t("title")}
      meta={[t("ofRegion", { organisation, region })]}
      create={may.create && { href: `${base}/customers/create` }}
      archive={may.openArchive && { href: `${base}/customers/archive` }}
      searchLabel={t("search")}
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
        label: (row) => row.displayName,
        disabledReason: (row) => (row._id === currentId ? t("current") : undefined),
      }}
    />
  );
}
