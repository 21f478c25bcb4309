import { useLoaderData } from "@remix-run/react";
import { TextField } from "~/components/form/text-fields";
import { useTexts } from "~/components/context/console-context";
import { sortCustomers } from "~/components/shell/customers";
import { titled } from "~/components/shell/page-title";
import { type Column, DataTable } from "~/components/table/data-table";
import { FilterBar } from "~/components/table/filter-bar";
import { PageHeader } from "~/components/ui/page-header";
import { isAwsRegion, regions } from "~/regions";
import { shellTexts } from "~/i18n/shell";
import { listSearch, textFilter } from "~/models/list/list-search";
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
  const wanted = q?.toLowerCase() ?? "";
  const customers = sortCustomers(
    user.customers.map((one) => ({
      id: one.customerId,
      name: one.customerDisplayName,
      organisation: one.organizationDisplayName,
      region: isAwsRegion(one.awsRegion) ? regions[one.awsRegion].label : one.awsRegion,
      href: basePath(one),
    })),
  ).filter((one) => `${one.name} ${one.organisation}`.toLowerCase().includes(wanted));
  return { q, customers, path: url.pathname };
});

type Customer = Awaited<ReturnType<typeof loader>>["customers"][number];

export default function SwitchCustomer() {
  const { q, customers, path } = useLoaderData<typeof loader>();
  const t = useTexts(shellTexts);
  const columns: Column<Customer>[] = [
    { id: "name", header: t("switchCustomer.customer"), isRowHeader: true, cell: (row) => row.name },
    { id: "organisation", header: t("switchCustomer.organisation"), cell: (row) => row.organisation },
    { id: "region", header: t("switchCustomer.region"), cell: (row) => row.region },
  ];
  return (
    <>
      <PageHeader title={t("switchCustomer.title")} />
      <FilterBar names={["q"]} clearHref={q ? path : undefined}>
        <TextField
          type="search"
          name="q"
          label={t("switchCustomer.search")}
          labelHidden
          placeholder={t("switchCustomer.search")}
          defaultValue={q}
          icon="search"
        />
      </FilterBar>
      <DataTable
        label={t("switchCustomer.title")}
        columns={columns}
        rows={customers}
        rowId={(row) => row.id}
        rowHref={(row) => row.href}
        empty={{ clearHref: q ? path : undefined }}
      />
    </>
  );
}
