import { textColumn } from "~/components/table/columns";
import { columnsOf } from "~/components/table/use-columns";
import { customers } from "~/i18n/customers";
import type { CustomerRow } from "~/models/customers/customer.server";

const columns = (isArchive: boolean) =>
  columnsOf<CustomerRow>(({ translate, column }) => {
    const t = translate(customers);
    return [
      column.link("displayName", t("customer")),
      // An account name is spelled in Latin letters alone.
      textColumn({ id: "uniqueName", header: t("accountName"), value: (row) => row.uniqueName }),
      column.date("createdAt", t("created")),
      ...(isArchive ? [column.date("archivedAt", t("archived"))] : []),
    ];
  });

/** The columns of the customers (CUST-01). */
export const customerColumns = columns(false);
/** The columns of the archived customers, with the time of archiving (CUST-16). */
export const customerArchiveColumns = columns(true);
