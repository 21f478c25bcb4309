import { redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTexts } from "~/components/context/console-context";
import { titled } from "~/components/shell/page-title";
import { type Column, DataTable } from "~/components/table/data-table";
import { BulkButton } from "~/components/table/selection";
import { ButtonLink } from "~/components/ui/button";
import { Notices } from "~/components/ui/notices";
import { PageHeader } from "~/components/ui/page-header";
import { Time } from "~/components/ui/time";
import { common } from "~/i18n/common";
import { customers } from "~/i18n/customers";
import { archiveCustomers, type CustomerRow, getCustomers } from "~/models/customers/customer.server";
import { listSearch } from "~/models/list/list-search";
import { sortAndPage } from "~/models/list/paging";
import { failure, loaded, nothingSelected, refusal } from "~/services/failure.server";
import { consoleAction, consoleLoader } from "~/services/guard.server";

export const handle = titled(customers, "title");

const search = listSearch({
  sorts: ["displayName", "createdAt"],
  defaultSort: "createdAt",
  defaultOrder: "desc",
});

export const loader = consoleLoader({ flag: "edgeCustomerListEnabled" }, async (args) => {
  const { api, scope, flags, url, base, translate } = args;
  const result = await loaded(
    getCustomers(api, scope.organizationId),
    args,
    translate(customers)("loadFailed"),
  );
  const list = search.parse(url.searchParams);
  const { rows, pagination } = sortAndPage(result.data ?? [], list, (row, sort) =>
    sort === "displayName" ? row.displayName : row.createdAt,
  );
  return {
    base,
    list: { ...list, page: pagination.currentPage },
    defaults: search.defaults,
    rows: rows.map(({ _id, displayName, uniqueName, createdAt }) => ({
      _id,
      displayName,
      uniqueName,
      createdAt,
    })),
    totals: pagination,
    problem: result.error,
    currentId: scope.customerId,
    awsRegion: scope.awsRegion,
    idempotencyKey: crypto.randomUUID(),
    may: {
      create: flags.edgeCustomerCreationEnabled,
      archive: flags.edgeCustomerArchiveListEnabled,
      open: flags.edgeCustomerBrandingEditEnabled,
    },
  };
});

export const action = consoleAction(
  { flag: ["edgeCustomerListEnabled", "edgeCustomerArchiveListEnabled"] },
  {
    archive: async (args) => {
      const { api, scope, url, base, form, idempotencyKey, translate, notify } = args;
      const t = translate(customers);
      const ids = form.getAll("ids").map(String);
      if (ids.length === 0) return nothingSelected(args);
      if (ids.includes(scope.customerId)) return refusal(t("current"));
      try {
        const count = await archiveCustomers(api, scope.organizationId, ids, idempotencyKey);
        const link = { to: `${base}/customers/archive`, label: translate(common)("actions.viewArchive") };
        notify({ tone: "success", title: t("archivedNotice", { count }), link });
      } catch (error) {
        return failure(error, args, { title: t("unexpectedError"), description: t("archiveFailed") });
      }
      return redirect(`${url.pathname}${url.search}`, 303);
    },
  },
);

type Row = Pick<CustomerRow, "_id" | "displayName" | "uniqueName" | "createdAt">;

export default function Customers() {
  const { base, list, defaults, rows, totals, problem, currentId, awsRegion, idempotencyKey, may } =
    useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const t = useTexts(customers);
  const c = useTexts(common);
  const columns: Column<Row>[] = [
    {
      id: "displayName",
      header: t("customer"),
      sort: "displayName",
      isRowHeader: true,
      cell: (row) => row.displayName,
    },
    { id: "uniqueName", header: t("accountName"), cell: (row) => row.uniqueName },
    { id: "createdAt", header: t("created"), sort: "createdAt", cell: (row) => <Time at={row.createdAt} /> },
  ];
  return (
    <>
      <PageHeader
        title={t("title")}
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
      <DataTable
        label={t("title")}
        columns={columns}
        rows={rows}
        rowId={(row) => row._id}
        rowHref={
          may.open ? (row) => `/region/${awsRegion}/customers/${row._id}/settings/overview` : undefined
        }
        list={list}
        defaults={defaults}
        totals={totals}
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
        form={{ idempotencyKey }}
        problem={problem ?? undefined}
      />
    </>
  );
}
