import { useActionData, useLoaderData } from "@remix-run/react";
import { useTexts } from "~/components/context/console-context";
import { CustomerTable } from "~/components/customers/customer-table";
import { titled } from "~/components/shell/page-title";
import { BulkButton } from "~/components/table/selection";
import { Notices } from "~/components/ui/notices";
import { PageHeader } from "~/components/ui/page-header";
import { customers } from "~/i18n/customers";
import { getArchivedCustomers, restoreCustomers } from "~/models/customers/customer.server";
import { customerPage, customerSearch, listedPart } from "~/models/customers/customer-list";
import { bulkAction, defineList } from "~/models/list/list.server";

export const handle = titled(customers, "archiveTitle");

const list = defineList({
  name: "customer-archive",
  gate: { flag: ["edgeCustomerListEnabled", "edgeCustomerArchiveListEnabled"] },
  search: customerSearch(["displayName", "createdAt", "archivedAt"]),
  fetch: async ({ api, scope }, state) =>
    customerPage(await getArchivedCustomers(api, scope.organizationId), state),
  loadFailed: ({ translate }) => translate(customers)("loadFailed"),
  extra: ({ base, scope }) => ({ base, ...listedPart(scope) }),
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
    }),
  },
});
export const loader = list.loader;
export const action = list.action;

export default function CustomersArchive() {
  const { base, organisation, region, ...data } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const t = useTexts(customers);
  return (
    <>
      <PageHeader
        title={t("archiveTitle")}
        count={data.totals?.totalItems}
        meta={[t("ofRegion", { organisation, region })]}
        back={{ to: `${base}/customers`, label: t("title") }}
      />
      <Notices notices={answer ? [answer.notice] : []} />
      <CustomerTable
        label={t("archiveTitle")}
        {...data}
        isArchive
        selection={{ label: (row) => row.displayName }}
        toolbar={
          <BulkButton intent="restore" icon="restore">
            {t("restore")}
          </BulkButton>
        }
      />
    </>
  );
}
