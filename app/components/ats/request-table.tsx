import { useLocation } from "@remix-run/react";
import { useConsole, useTexts } from "~/components/context/console-context";
import { type Column, DataTable, type DataTableProps } from "~/components/table/data-table";
import { listHref } from "~/components/table/list-url";
import { Badge } from "~/components/ui/badge";
import { useTime } from "~/components/ui/time";
import { atsRequests } from "~/i18n/ats";
import type { AtsRequestRow } from "~/models/ats/ats-request.server";
import { statusTones } from "./request-detail";

type RequestTableProps = Required<Pick<DataTableProps<AtsRequestRow>, "rows" | "list" | "defaults">> &
  Pick<DataTableProps<AtsRequestRow>, "totals" | "problem"> & {
    /** The search without what narrows it, for when nothing was found. */
    clearHref: string;
    /** The request whose detail is open. */
    openId: string | undefined;
  };

/** The address of the same page with another request's detail open, or none. */
export function detailHref(
  location: { pathname: string; search: string },
  page: number,
  requestId: string | null,
): string {
  return listHref(location, { page, requestId });
}

/** The requests found, wider than any screen in a frame of its own (ATSR-11, ATSR-12). */
export function RequestTable({ list, clearHref, openId, ...table }: RequestTableProps) {
  const t = useTexts(atsRequests);
  const time = useTime();
  const { timeZone } = useConsole();
  const location = useLocation();
  const columns: Column<AtsRequestRow>[] = [
    { id: "id", header: t("id"), width: "230px", isRowHeader: true, nowrap: true, cell: (row) => row._id },
    { id: "atsName", header: t("atsName"), width: "170px", nowrap: true, cell: (row) => row.atsName },
    {
      id: "requestType",
      header: t("requestType"),
      width: "320px",
      nowrap: true,
      cell: (row) => row.requestType,
    },
    {
      id: "status",
      header: t("status"),
      width: "240px",
      cell: (row) => <Badge tone={statusTones[row.status]}>{row.status}</Badge>,
    },
    { id: "masterId", header: t("masterId"), cell: (row) => row.masterId ?? "-" },
    { id: "tenantId", header: t("tenantId"), cell: (row) => row.externalTenantId },
    { id: "requestCount", header: t("requestCount"), align: "end", cell: (row) => row.requestCount },
    { id: "retryable", header: t("retryable"), cell: (row) => t(row.retryable ? "yes" : "no") },
    { id: "retryCount", header: t("retryCount"), align: "end", cell: (row) => row.retryCount },
    { id: "tags", header: t("tags"), cell: (row) => row.tags.join(", ") || "-" },
    { id: "created", header: t("created"), nowrap: true, cell: (row) => time(row.createdAt, "dateTime") },
    { id: "updated", header: t("updated"), nowrap: true, cell: (row) => time(row.updatedAt, "dateTime") },
  ];
  return (
    <div className="request-table">
      {table.rows.length > 0 && <p className="small muted">{t("timesIn", { zone: timeZone })}</p>}
      <DataTable
        {...table}
        label={t("title")}
        columns={columns}
        list={list}
        rowId={(row) => row._id}
        rowHref={(row) => detailHref(location, list.page, row._id)}
        isCurrent={(row) => row._id === openId}
        empty={{ clearHref }}
        minWidth="2800px"
      />
    </div>
  );
}
