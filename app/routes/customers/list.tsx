import { useActionData, useLoaderData } from "@remix-run/react";
import { useTexts } from "~/components/context/console-context";
import { CustomerTable } from "~/components/customers/customer-table";
import { titled } from "~/components/shell/page-title";
import { BulkButton } from "~/components/table/selection";
import { ButtonLink } from "~/components/ui/button";
import { Notices } from "~/components/ui/notices";
import { PageHeader } from "~/components/ui/page-header";
import { common } from "~/i18n/common";
import { customers } from "~/i18n/customers";
import { archiveCustomers, getCustomers } from "~/models/customers/customer.server";
import { customerPage, customerSearch, listedPart } from "~/models/customers/customer-list";
import { bulkAction, defineList } from "~/models/list/list.server";

export const handle = titled(customers, "title");

const list = defineList({
  name: "customers",
  gate: { flag: "edgeCustomerListEnabled" },
  search: customerSearch(["displayName", "createdAt"]),
  fetch: async ({ api, scope }, state) => customerPage(await getCustomers(api, scope.organizationId), state),
  loadFailed: ({ translate }) => translate(customers)("loadFailed"),
  extra: ({ base, scope, flags }) => ({
    base,
    ...listedPart(scope),
    currentId: scope.customerId,
    awsRegion: scope.awsRegion,
    may: {
      create: flags.edgeCustomerCreationEnabled,
      archive: flags.edgeCustomerArchiveListEnabled,
      open: flags.edgeCustomerBrandingEditEnabled,
    },
  }),
  actionGate: { flag: ["edgeCustomerListEnabled", "edgeCustomerArchiveListEnabled"] },
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
    }),
  },
});
export const loader = list.loader;
export const action = list.action;

export default function Customers() {
  const { base, organisation, region, currentId, awsRegion, may, ...data } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const t = useTexts(customers);
  const c = useTexts(common);
  return (
    <>
      <PageHeader
        title={t("title")}
        count={data.totals?.totalItems}
        meta={[t("ofRegion", { organisation, region })]}
        actions={
          <>
            {may.archive && (
              <ButtonLink to={`${base}/customers/archive`} variant="ghost">
                {c("actions.viewArchive")}
              </ButtonLink>
            )}
            {may.create && (
              <ButtonLink to={`${base}/customers/create`} variant="solid" tone="accent" icon="plus">
                {c("actions.createNew")}
              </ButtonLink>
            )}
          </>
        }
      />
      <Notices notices={answer ? [answer.notice] : []} />
      <CustomerTable
        label={t("title")}
        {...data}
        rowHref={
          may.open ? (row) => `/region/${awsRegion}/customers/${row._id}/settings/overview` : undefined
        }
        selection={
          may.archive
            ? {
                label: (row) => row.displayName,
                disabledReason: (row) => (row._id === currentId ? t("current") : undefined),
              }
            : undefined
        }
        toolbar={
          may.archive && (
            <BulkButton intent="archive" icon="archive">
              {t("archive")}
            </BulkButton>
          )
        }
      />
    </>
  );
}
