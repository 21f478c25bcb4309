import { useTexts } from "~/components/context/console-context";
import { type Column, linkColumn, textColumn, timeColumn } from "~/components/table/columns";
import { DataTable } from "~/components/table/data-table";
import type { DataTableProps } from "~/components/table/table-props";
import { useTime } from "~/components/ui/time";
import { customers } from "~/i18n/customers";
import type { CustomerRow } from "~/models/customers/customer.server";

type CustomerTableProps = Omit<DataTableProps<CustomerRow>, "columns" | "fields"> & {
  /** Adds the column of the archiving time (CUST-16). */
  isArchive?: boolean;
};

/** The table of both customer lists (CUST-01, CUST-16), searched by name and account name. */
export function CustomerTable({ isArchive, ...table }: CustomerTableProps) {
  const t = useTexts(customers);
  const time = useTime();
  const columns: Column<CustomerRow>[] = [
    linkColumn({
      id: "displayName",
      header: t("customer"),
      sort: "displayName",
      value: (row) => <bdi>{row.displayName}</bdi>,
    }),
    textColumn({ id: "uniqueName", header: t("accountName"), value: (row) => row.uniqueName }),
    timeColumn({
      id: "createdAt",
      header: t("created"),
      sort: "createdAt",
      time,
      kind: "date",
      at: (row) => row.createdAt,
    }),
    ...(isArchive
      ? [
          timeColumn<CustomerRow>({
            id: "archivedAt",
            header: t("archived"),
            sort: "archivedAt",
            time,
            kind: "date",
            at: (row) => row.archivedAt,
          }),
        ]
      : []),
  ];
  const search = { kind: "text", isSearch: true, name: "search", label: t("search") } as const;
  return (
    <DataTable
      {...table}
      columns={columns}
      fields={[{ ...search, labelHidden: true, placeholder: t("search") }]}
    />
  );
}
