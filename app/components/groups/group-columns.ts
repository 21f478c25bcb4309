import { numberColumn } from "~/components/table/columns";
import { columnsOf } from "~/components/table/use-columns";
import { groups } from "~/i18n/groups";
import type { GroupRow } from "~/models/groups/group.server";

/** Columns shared by both group lists (GRP-01, GRP-15). */
export const groupColumns = columnsOf<GroupRow>(({ translate, column }) => {
  const t = translate(groups);
  return [
    column.link("name", t("name"), { width: "40%" }),
    column.date("createdAt", t("created")),
    numberColumn({ id: "users", header: t("users"), value: (row) => row.usersCount }),
  ];
});
