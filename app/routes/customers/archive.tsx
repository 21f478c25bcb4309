import { useLoaderData } from "@remix-run/react";
import { useTexts } from "~/components/context/console-context";
import { customerArchiveColumns } from "~/components/customers/customer-columns";
import { keptForBack, titled } from "~/components/shell/page-title";
import { ListScreen } from "~/components/table/list-screen";
import { customers } from "~/i18n/customers";
import { archiveCustomers, customerNames, restoreCustomers } from "~/models/customers/customer.server";
import { customerSearch, listedPart } from "~/models/customers/customer-list";
import { customersOf, planAllCustomers } from "~/models/customers/customer-screen.server";
import { bulkAction, defineList } from "~/models/list/list.server";
import { screenGates } from "~/services/gates";
import { intentsOf } from "~/services/intents";

export const handle = keptForBack(titled(customers, "archiveTitle"));

const list = defineList({
  name: "customer-archive",
  gate: screenGates["customers/archive"],
  search: customerSearch(["displayName", "createdAt", "archivedAt"]),
  fetch: (args, state) => customersOf(args, state, true),
  loadFailed: ({ translate }) => translate(customers)("loadFailed"),
  columns: customerArchiveColumns,
  extra: ({ scope }) => listedPart(scope),
  actions: {
    restore: bulkAction({
      run: ({ api, scope, idempotencyKey }, chosen) =>
        restoreCustomers(api, scope.organizationId, chosen, idempotencyKey),
      success: ({ base, translate }, count) => ({
        tone: "success",
        title: translate(customers)("restoredNotice", { count }),
        link: { to: `${base}/customers`, label: translate(customers)("title") },
      }),
      failed: ({ translate }) => ({
        title: translate(customers)("unexpectedError"),
        description: translate(customers)("restoreFailed"),
      }),
      all: planAllCustomers(true),
      undo: {
        run: ({ api, scope, idempotencyKey }, { ids, changedAt }) =>
          archiveCustomers(api, scope.organizationId, ids, idempotencyKey, changedAt),
        names: ({ api, scope }, ids) => customerNames(api, scope.organizationId, ids),
      },
    }),
  },
});
export const loader = list.loader;
export const action = list.action;

const intent = intentsOf<typeof action>();

export default function CustomersArchive() {
  const { base, may: _, organisation, region, ...data } = useLoaderData<typeof loader>();
  const t = useTexts(customers);
  return (
    <ListScreen
      {...data}
      title={t("archiveTitle")}
      meta={[t("ofRegion", { organisation, region })]}
      back={{ to: `${base}/customers`, label: t("title") }}
      searchLabel={t("search")}
      columns={customerArchiveColumns}
      bulk={{ intent: intent("restore"), icon: "restore" }}
      selection={{ label: (row) => row.displayName }}
    />
  );
}
