import { useLocation } from "@remix-run/react";
import { useConsole, useTexts } from "~/components/context/console-context";
import { linkColumn, numberColumn, textColumn, timeColumn } from "~/components/table/columns";
import { DataTable } from "~/components/table/data-table";
import { listHref } from "~/components/table/list-url";
import type { DataTableProps } from "~/components/table/table-props";
import { columnsOf } from "~/components/table/use-columns";
import { CopyButton } from "~/components/ui/copy-button";
import { atsRequests } from "~/i18n/ats";
import { humanizeName } from "~/models/ats/ats-names";
import type { ListState } from "~/models/list/list-state";
import type { AtsRequestRow } from "~/models/ats/ats-request.server";
import { ShortId, StatusBadge, typeInWords } from "./request-words";

type RequestTableProps = Omit<DataTableProps<AtsRequestRow>, "label" | "columns" | "list"> & {
  list: ListState;
  /** The search without its filters, offered when nothing matches. */
  clearHref: string;
  /** The request with open details. */
  openId: string | undefined;
};

/** URL of the same page with another request's details open, or none. */
export function detailHref(
  location: { pathname: string; search: string },
  page: number,
  requestId: string | null,
): string {
  return listHref(location, { page, requestId });
}

/** Columns of requests, for the page and the exported file (ATSR-11). */
export const requestColumns = columnsOf<AtsRequestRow>(({ translate, time }) => {
  const t = translate(atsRequests);
  return [
    linkColumn({
      id: "id",
      header: t("id"),
      width: "10.625rem",
      nowrap: true,
      csv: (row) => row._id,
      value: (row) => <ShortId id={row._id} />,
      after: (id) => <CopyButton text={id} label={t("copyId", { id })} />,
    }),
    textColumn({
      id: "atsName",
      header: t("atsName"),
      width: "10.625rem",
      nowrap: true,
      value: (row) => <span title={row.atsName}>{humanizeName(row.atsName)}</span>,
    }),
    textColumn({
      id: "requestType",
      header: t("requestType"),
      width: "20rem",
      nowrap: true,
      value: (row) => <span title={row.requestType}>{typeInWords(t, row.requestType)}</span>,
    }),
    textColumn({
      id: "status",
      header: t("status"),
      width: "15rem",
      csv: (row) => t(`statuses.${row.status}`),
      value: (row) => <StatusBadge status={row.status} />,
    }),
    textColumn({ id: "masterId", header: t("masterId"), value: (row) => row.masterId }),
    textColumn({ id: "tenantId", header: t("tenantId"), value: (row) => row.externalTenantId }),
    numberColumn({ id: "requestCount", header: t("requestCount"), value: (row) => row.requestCount }),
    textColumn({
      id: "retryable",
      header: t("retryable"),
      value: (row) => t(row.retryable ? "yes" : "no"),
    }),
    numberColumn({ id: "retryCount", header: t("retryCount"), value: (row) => row.retryCount }),
    textColumn({ id: "tags", header: t("tags"), value: (row) => row.tags.join(", ") }),
    timeColumn({ id: "created", header: t("created"), time, at: (row) => row.createdAt }),
    timeColumn({ id: "updated", header: t("updated"), time, at: (row) => row.updatedAt }),
  ];
});

/** The matching requests, in a frame that scrolls sideways (ATSR-11, ATSR-12). */
export function RequestTable({ list, clearHref, openId, ...table }: RequestTableProps) {
  const t = useTexts(atsRequests);
  const { timeZone } = useConsole();
  const location = useLocation();
  return (
    <>
      {table.rows.length > 0 && <p className="small muted list-note">{t("timesIn", { zone: timeZone })}</p>}
      <DataTable
        {...table}
        label={t("title")}
        columns={requestColumns}
        list={list}
        rowHref={(row) => detailHref(location, list.page, row._id)}
        isCurrent={(row) => row._id === openId}
        rowClass={(row) => (row.status === "ATS_REQUEST_FAILED" ? "row-failed" : undefined)}
        empty={{ clearHref }}
        minWidth="175rem"
      />
    </>
  );
}
