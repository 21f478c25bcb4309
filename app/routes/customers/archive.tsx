import { redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTexts } from "~/components/context/console-context";
import { titled } from "~/components/shell/page-title";
import { type Column, DataTable } from "~/components/table/data-table";
import { BulkButton } from "~/components/table/selection";
import { Notices } from "~/components/ui/notices";
import { PageHeader } from "~/components/ui/page-header";
import { Time } from "~/components/ui/time";
import { customers } from "~/i18n/customers";
import { type CustomerRow, getArchivedCustomers, restoreCustomers } from "~/models/customers/customer.server";
import { listSearch } from "~/models/list/list-search";
import { sortAndPage } from "~/models/list/paging";
import { failure, loaded, nothingSelected } from "~/services/failure.server";
import type { Gate } from "~/services/console-args";
import { consoleAction, consoleLoader } from "~/services/guard.server";

export const handle = titled(customers, "archiveTitle");

const gate: Gate = { flag: ["edgeCustomerListEnabled", "edgeCustomerArchiveListEnabled"] };
const search = listSearch({
  sorts: ["displayName", "createdAt", "archivedAt"],
  defaultSort: "createdAt",
  defaultOrder: "desc",
});

export const loader = consoleLoader(gate, async (args) => {
  const { api, scope, url, base, translate } = args;
  const result = await loaded(
    getArchivedCustomers(api, scope.organizationId),
    args,
    translate(customers)("loadFailed"),
  );
  const list = search.parse(url.searchParams);
  const { rows, pagination } = sortAndPage(result.data ?? [], list, (row, sort) =>
    sort === "displayName" ? row.displayName : sort === "archivedAt" ? row.archivedAt : row.createdAt,
  );
  return {
    base,
    list: { ...list, page: pagination.currentPage },
    defaults: search.defaults,
    rows,
    totals: pagination,
    problem: result.error,
    idempotencyKey: crypto.randomUUID(),
  };
});

export const action = consoleAction(gate, {
  restore: async (args) => {
    const { api, scope, url, base, form, idempotencyKey, translate, notify } = args;
    const t = translate(customers);
    const ids = form.getAll("ids").map(String);
    if (ids.length === 0) return nothingSelected(args);
    try {
      const count = await restoreCustomers(api, scope.organizationId, ids, idempotencyKey);
      const link = { to: `${base}/customers`, label: t("title") };
      notify({ tone: "success", title: t("restoredNotice", { count }), link });
    } catch (error) {
      return failure(error, args, { title: t("unexpectedError"), description: t("restoreFailed") });
    }
    return redirect(`${url.pathname}${url.search}`, 303);
  },
});

export default function CustomersArchive() {
  const { base, list, defaults, rows, totals, problem, idempotencyKey } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const t = useTexts(customers);
  const columns: Column<CustomerRow>[] = [
    {
      id: "displayName",
      header: t("customer"),
      sort: "displayName",
      isRowHeader: true,
      cell: (row) => row.displayName,
    },
    { id: "uniqueName", header: t("accountName"), cell: (row) => row.uniqueName },
    { id: "createdAt", header: t("created"), sort: "createdAt", cell: (row) => <Time at={row.createdAt} /> },
    {
      id: "archivedAt",
      header: t("archived"),
      sort: "archivedAt",
      cell: (row) => row.archivedAt && <Time at={row.archivedAt} />,
    },
  ];
  return (
    <>
      <PageHeader title={t("archiveTitle")} back={{ to: `${base}/customers`, label: t("title") }} />
      <Notices notices={answer ? [answer.notice] : []} />
      <DataTable
        label={t("archiveTitle")}
        columns={columns}
        rows={rows}
        rowId={(row) => row._id}
        list={list}
        defaults={defaults}
        totals={totals}
        selection={{ label: (row) => row.displayName }}
        toolbar={
          <BulkButton intent="restore" icon="restore">
            {t("restore")}
          </BulkButton>
        }
        form={{ idempotencyKey }}
        problem={problem ?? undefined}
      />
    </>
  );
}
