import {
  type Column,
  linkColumn,
  momentOf,
  numberColumn,
  textColumn,
  timeColumn,
} from "~/components/table/columns";
import { columnsOf, type ColumnKit } from "~/components/table/use-columns";
import { Badge } from "~/components/ui/badge";
import type { Translate } from "~/i18n/texts";
import { users } from "~/i18n/users";
import type { UserRow } from "~/models/users/user.server";
import { UserName } from "./user-lock";

type Translator = Translate<(typeof users)["en"]>;

/** "1 day", "12 days"; "0 day" for none and less (USER-07, USER-45). */
export const daysText = (t: Translator, days: number): string =>
  days <= 0 ? t("noDays") : t("days", { count: days });

/** Columns shared by both user lists (USER-01, USER-36). */
function sharedColumns({ translate, time, column }: ColumnKit<UserRow>): Column<UserRow>[] {
  const t = translate(users);
  return [
    linkColumn({
      id: "username",
      header: t("name"),
      sort: "username",
      width: "26%",
      csv: ({ name }) => name,
      person: ({ name }) => name,
      value: ({ name, locked }) => <UserName {...{ name, locked }} />,
    }),
    column.cut("email", t("email"), { width: "28%" }),
    numberColumn({
      id: "groups",
      className: "user-more",
      header: t("groups"),
      sort: "groups",
      value: ({ groups }) => groups,
    }),
    timeColumn({
      id: "createdAt",
      className: "user-more",
      header: t("created"),
      sort: "createdAt",
      time,
      kind: "date",
      at: ({ createdAt }) => createdAt,
    }),
    textColumn({
      id: "lastActive",
      header: t("lastActive"),
      sort: "lastActive",
      nowrap: true,
      csv: (row) => momentOf(row.lastActive) ?? t("unactivated"),
      value: ({ lastActive: at }) =>
        at ? time(at, "date") : <span className="muted">{t("unactivated")}</span>,
    }),
  ];
}

/** The second factor required in addition to the password (MFA-01). */
const secondFactorColumn = (t: Translator): Column<UserRow> =>
  textColumn({
    id: "secondFactor",
    header: t("secondFactor"),
    nowrap: true,
    csv: ({ secondFactor }) => secondFactor && t(`secondFactors.${secondFactor}`),
    value: ({ secondFactor }) =>
      secondFactor ? t(`secondFactors.${secondFactor}`) : <span className="muted">{t("bySso")}</span>,
  });

/** With so many days left or fewer a password stands out (USER-07). */
const soonExpired = 7;

/** Informational: no user is refused because of it (USER-06, USER-07, USER-87). */
const passwordColumn = (t: Translator): Column<UserRow> =>
  textColumn({
    id: "passwordExpires",
    header: t("passwordExpires"),
    nowrap: true,
    csv: ({ passwordDaysLeft: days }) => (days === null ? null : Math.max(0, days)),
    value: ({ passwordDaysLeft: days }) =>
      days === null ? (
        <span className="muted">{t("bySso")}</span>
      ) : days > 0 ? (
        days > soonExpired ? (
          daysText(t, days)
        ) : (
          <Badge tone="amber">{daysText(t, days)}</Badge>
        )
      ) : (
        <>
          {daysText(t, days)}{" "}
          <Badge icon="warning" isPlain>
            {t("expired")}
          </Badge>
        </>
      ),
  });

export const userColumns = columnsOf<UserRow>((kit) => [
  ...sharedColumns(kit),
  secondFactorColumn(kit.translate(users)),
  passwordColumn(kit.translate(users)),
]);

export const userArchiveColumns = columnsOf<UserRow>((kit) => [
  ...sharedColumns(kit),
  kit.column.date("archivedAt", kit.translate(users)("archived")),
]);
