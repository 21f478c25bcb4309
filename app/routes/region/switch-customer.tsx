import { useLoaderData } from "@remix-run/react";
import { useTexts } from "~/components/context/console-context";
import { sortCustomers } from "~/components/shell/customers";
import { titled } from "~/components/shell/page-title";
import { type Column, linkColumn, textColumn } from "~/components/table/columns";
import { DataTable } from "~/components/table/data-table";
import { PageHeader } from "~/components/ui/page-header";
import { isAwsRegion, regions } from "~/regions";
import { shellTexts } from "~/i18n/shell";
import { listSearch, textFilter } from "~/models/list/list-search";
import { searchRows } from "~/models/list/paging";
import { sessionLoader } from "~/services/guard.server";
import { basePath } from "~/services/landing.server";

export const handle = titled(shellTexts, "switchCustomer.title");

const search = listSearch({
  sorts: ["name"],
  defaultSort: "name",
  defaultOrder: "asc",
  filters: { q: textFilter() },
});

/** Every customer of the user, to choose and to search without scripts (SHELL-09, SHELL-10). */
export const loader = sessionLoader(({ url, user }) => {
  const { q } = search.parse(url.searchParams);
  const customers = sortCustomers(
    user.customers.map((one) => ({
      _id: one.customerId,
      name: one.customerDisplayName,
      organisation: one.organizationDisplayName,
      region: isAwsRegion(one.awsRegion) ? regions[one.awsRegion].label : one.awsRegion,
      href: basePath(one),
    })),
  );
  return { q, customers: [...searchRows(customers, q, (one) => [one.name, one.organisation])] };
});

type Customer = Awaited<ReturnType<typeof loader>>["customers"][number];

export default function SwitchCustomer() {
  const { q, customers } = useLoaderData<typeof loader>();
  const t = useTexts(shellTexts);
  const columns: Column<Customer>[] = [
    linkColumn({ id: "name", header: t("switchCustomer.customer"), value: (row) => <bdi>{row.name}</bdi> }),
    textColumn({
      id: "organisation",
      header: t("switchCustomer.organisation"),
      value: (row) => row.organisation,
    }),
    textColumn({ id: "region", header: t("switchCustomer.region"), value: (row) => row.region }),
  ];
  const label = t("switchCustomer.search");
  return (
    <>
      <PageHeader title={t("switchCustomer.title")} />
      <DataTable
        label={t("switchCustomer.title")}
        columns={columns}
        rows={customers}
        rowHref={(row) => row.href}
        filters={{ q }}
        fields={[{ kind: "text", isSearch: true, name: "q", label, labelHidden: true, placeholder: label }]}
      />
    </>
  );
}
