import { textColumn } from "~/components/table/columns";
import { columnsOf } from "~/components/table/use-columns";
import { customers } from "~/i18n/customers";
import type { CustomerRow } from "~/models/customers/customer.server";

const columns = (isArchive: boolean) =>
  columnsOf<CustomerRow>(({ translate, column }) => {
    const t = translate(customers);
    return [
      column.link("displayName", t("customer")),
      // Account names have Latin letters only.
      textColumn({ id: "uniqueName", header: t("accountName"), value: (row) => row.uniqueName }),
      column.date("createdAt", t("created")),
      ...(isArchive ? [column.date("archivedAt", t("archived"))] : []),
    ];
  });

/** Columns of the customers (CUST-01). */
export const customerColumns = columns(false);
/** Columns of archived customers, with the archiving time (CUST-16). */
export const customerArchiveColumns = columns(true);
