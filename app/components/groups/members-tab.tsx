import { useTexts } from "~/components/context/console-context";
import { linkColumn, textColumn } from "~/components/table/columns";
import { DataTable } from "~/components/table/data-table";
import { ListQuestion } from "~/components/form/question-dialog";
import { BulkButton } from "~/components/table/bulk-button";
import type { DataTableProps } from "~/components/table/table-props";
import { Button, ButtonLink } from "~/components/ui/button";
import { useTime } from "~/components/ui/time";
import { UserName } from "~/components/users/user-lock";
import { common } from "~/i18n/common";
import { groups } from "~/i18n/groups";
import { users } from "~/i18n/users";
import type { Member } from "~/models/groups/member.server";
import type { Intent } from "~/services/intents";

type MembersTabProps = Omit<DataTableProps<Member>, "label" | "columns"> & {
  /** Target of "Add user"; null for an archived group; undefined without the right. */
  addHref: string | null | undefined;
  /** Base URL of user pages, if accessible. */
  userHref: string | undefined;
  remove: Intent;
};

/** A group's members: search, sort, page, add and remove (GRP-41..GRP-44). */
export function MembersTab({ addHref, userHref, remove, ...data }: MembersTabProps) {
  const t = useTexts(groups);
  const u = useTexts(users);
  const c = useTexts(common);
  const time = useTime();
  const mayChange = addHref !== undefined;
  return (
    <>
      <DataTable
        {...data}
        label={t("users")}
        submitLabel={c("actions.search")}
        fields={[
          {
            kind: "text",
            isSearch: true,
            name: "search",
            label: t("members.search"),
            labelHidden: true,
            placeholder: t("members.search"),
          },
        ]}
        rowHref={
          userHref === undefined
            ? undefined
            : ({ _id, canView }) => (canView ? `${userHref}/${_id}` : undefined)
        }
        columns={[
          linkColumn<Member>({
            id: "username",
            header: u("name"),
            sort: "username",
            width: "32%",
            person: ({ name }) => name,
            value: ({ name, locked }) => <UserName {...{ name, locked }} />,
          }),
          textColumn<Member>({
            id: "email",
            header: u("email"),
            sort: "email",
            value: ({ email }) => <bdi>{email}</bdi>,
          }),
          textColumn<Member>({
            id: "lastActive",
            header: u("lastActive"),
            sort: "lastActive",
            nowrap: true,
            value: ({ lastActive }) =>
              lastActive ? time(lastActive, "dateTime") : <span className="muted">{u("unactivated")}</span>,
          }),
        ]}
        selection={mayChange && addHref !== null ? { label: (row) => row.name } : undefined}
        toolbar={
          mayChange &&
          (addHref === null ? (
            <Button icon="minus" disabled>
              {t("members.remove")}
            </Button>
          ) : (
            <BulkButton intent={remove} icon="minus">
              {t("members.remove")}
            </BulkButton>
          ))
        }
        barLinks={
          mayChange &&
          (addHref === null ? (
            <Button icon="plus" disabled>
              {t("members.add")}
            </Button>
          ) : (
            <ButtonLink to={addHref} variant="solid" icon="plus" data-keep-scroll="">
              {t("members.add")}
            </ButtonLink>
          ))
        }
        empty={{ title: t("members.none") }}
      />
      <ListQuestion intent={remove} list={data.name ?? t("users")} />
    </>
  );
}
