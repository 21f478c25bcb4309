import type { ReactNode } from "react";
import { useTexts } from "~/components/context/console-context";
import { type Column, linkColumn, textColumn } from "~/components/table/columns";
import { DataTable } from "~/components/table/data-table";
import { Badge } from "~/components/ui/badge";
import { Icon } from "~/components/ui/icons";
import { uploads } from "~/i18n/uploads";
import type { UploadRow } from "~/models/users/user-upload.server";
import { fullName } from "~/models/users/full-name";

type Row = UploadRow & { _id: string };

const identified = (rows: readonly UploadRow[]): Row[] =>
  rows.map((row) => ({ ...row, _id: String(row.row) }));

/** A value from the file with its errors below. */
function Value({ row, column, children }: { row: UploadRow; column: string | null; children?: ReactNode }) {
  const problems = row.problems.filter((problem) => problem.column === column);
  if (problems.length === 0) return children;
  return (
    <>
      {children}
      <ul className="upload-problems rt-r-mt-1">
        {problems.map(({ text }) => (
          <li key={text} className="breaks rt-Flex rt-r-gap-1">
            <Icon name="alert" />
            <span>{text}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

/** The rows of a file before any user is created, with errors in place (UPLOAD-32). */
export function CheckTable({ rows }: { rows: readonly UploadRow[] }) {
  const t = useTexts(uploads);
  const column = (
    id: "firstName" | "lastName" | "email" | "phoneNumber" | "groups",
    header: string,
    value: (row: Row) => ReactNode,
  ) =>
    textColumn<Row>({
      id,
      header,
      value: (row) => {
        const shown = value(row);
        const isWrong = row.problems.some((problem) => problem.column === id);
        return isWrong ? (
          <Value row={row} column={id}>
            {shown}
          </Value>
        ) : (
          shown
        );
      },
    });
  const columns: Column<Row>[] = [
    linkColumn({
      id: "row",
      header: t("row"),
      width: "7rem",
      value: (row) => (
        <span id={`row-${row.row}`} className="upload-row">
          <Value row={row} column={null}>
            {row.row}
          </Value>
        </span>
      ),
    }),
    column("firstName", t("firstName"), (row) => row.firstName && <bdi>{row.firstName}</bdi>),
    column("lastName", t("lastName"), (row) => row.lastName && <bdi>{row.lastName}</bdi>),
    column("email", t("email"), (row) => row.email && <bdi>{row.email}</bdi>),
    column("phoneNumber", t("phone"), (row) => row.phoneNumber),
    column("groups", t("groups"), (row) =>
      row.groupNames.length > 0 ? <bdi>{row.groupNames.join("; ")}</bdi> : null,
    ),
  ];
  return (
    <DataTable
      label={t("check.rows")}
      columns={columns}
      rows={identified(rows)}
      rowClass={(row) => (row.problems.length > 0 ? "upload-wrong" : undefined)}
    />
  );
}

type ResultTableProps = {
  rows: readonly UploadRow[];
  /** Base URL of user pages, if accessible. */
  userHref: string | undefined;
};

/** The outcome of each row (UPLOAD-21). */
export function ResultTable({ rows, userHref }: ResultTableProps) {
  const t = useTexts(uploads);
  const columns: Column<Row>[] = [
    linkColumn({ id: "row", header: t("row"), value: (row) => row.row }),
    textColumn({
      id: "name",
      header: t("name"),
      value: (row) => {
        const name = fullName(row);
        return name && <bdi>{name}</bdi>;
      },
    }),
    textColumn({
      id: "email",
      header: t("email"),
      value: (row) =>
        row.userId && userHref ? (
          <a href={`${userHref}/${row.userId}`}>
            <bdi>{row.email}</bdi>
          </a>
        ) : (
          row.email && <bdi>{row.email}</bdi>
        ),
    }),
    textColumn({
      id: "result",
      header: t("result"),
      nowrap: true,
      value: (row) =>
        row.status && (
          <Badge
            tone={row.status === "CREATED" ? "green" : "red"}
            icon={row.status === "CREATED" ? "check" : "alert"}
          >
            {t(row.status === "CREATED" ? "created" : "failedRow")}
          </Badge>
        ),
    }),
    textColumn({ id: "reason", header: t("reason"), value: (row) => row.reason && <bdi>{row.reason}</bdi> }),
  ];
  return <DataTable label={t("result")} columns={columns} rows={identified(rows)} />;
}
