import { type Column, textColumn } from "~/components/table/columns";
import { Badge } from "~/components/ui/badge";
import type { applications } from "~/i18n/applications";
import type { home } from "~/i18n/home";
import type { Translate } from "~/i18n/texts";
import type { ApplicationStatus } from "~/models/applications/application-options";
import { statusTones } from "./status-tones";

/** Email, vacancy and status of a candidate in lists over all vacancies (HOME-11, PIPE-03). */
export const candidateColumns = <
  Row extends { _id: string; email: string | null; vacancy: string; status: ApplicationStatus },
>(
  t: Translate<(typeof home)["en"]>,
  a: Translate<(typeof applications)["en"]>,
  vacancyWidth?: string,
): Column<Row>[] => [
  textColumn({
    id: "email",
    speaks: true,
    header: t("candidates.email"),
    under: "name",
    className: "col-email",
    value: (row) => row.email,
  }),
  textColumn({
    id: "vacancy",
    header: t("candidates.vacancy"),
    className: "cell-cut",
    ...(vacancyWidth !== undefined && { width: vacancyWidth }),
    csv: (row) => row.vacancy,
    value: (row) => <bdi title={row.vacancy}>{row.vacancy}</bdi>,
  }),
  textColumn({
    id: "status",
    speaks: true,
    header: t("candidates.status"),
    csv: (row) => a(`status.${row.status}`),
    value: (row) => <Badge tone={statusTones[row.status] ?? "gray"}>{a(`status.${row.status}`)}</Badge>,
  }),
];
