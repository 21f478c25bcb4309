import { redirect } from "@remix-run/node";
import { Outlet, useLoaderData, useLocation } from "@remix-run/react";
import { useTexts } from "~/components/context/console-context";
import { titledArchivable } from "~/components/shell/page-title";
import { ListScreen } from "~/components/table/list-screen";
import { BulkButton } from "~/components/table/selection";
import { ButtonLink } from "~/components/ui/button";
import { stylesheets } from "~/components/ui/stylesheets";
import { userArchiveColumns, userColumns } from "~/components/users/user-columns";
import styles from "~/components/users/users.css?url";
import { common } from "~/i18n/common";
import { users } from "~/i18n/users";
import { archivableList } from "~/models/list/archivable-list.server";
import { openedFrom } from "~/models/list/list-address";
import { groupsOffered } from "~/models/users/groups-offered";
import { getUsers } from "~/models/users/user.server";
import { groupsOf, movableUsers, unknownGroups, userSearch } from "~/models/users/user-screen.server";
import type { FormArgs } from "~/services/console-args";
import { loaded, nothingSelected } from "~/services/failure.server";
import { deedGates, screenGates } from "~/services/gates";
import { intentsOf } from "~/services/intents";
import { orThrowDenied } from "~/services/screens.server";

export const links = stylesheets(styles);
export const handle = titledArchivable(users, { list: "title", archive: "archiveTitle" });

/** Adding to groups asks which ones first, in a dialog that is an address (USER-25). */
const chooseGroups = async (args: FormArgs) => {
  const ids = args.form.getAll("ids").map(String).slice(0, 100);
  if (ids.length === 0) return nothingSelected(args);
  const params = new URLSearchParams(args.url.searchParams);
  for (const id of ids) params.append("ids", id);
  return redirect(`${args.base}/users/add-to-group?${params}`, 303);
};

const list = archivableList({
  active: {
    name: "users",
    gate: screenGates.users,
    may: {
      create: screenGates["users/create"],
      upload: screenGates["users/upload"],
      openArchive: screenGates["users/archive"],
      archive: deedGates.archiveUser,
      addToGroup: screenGates["users/add-to-group"],
      open: screenGates["users/:userId"],
    },
    actions: { addToGroup: { act: chooseGroups, undo: undefined } },
  },
  archived: {
    name: "user-archive",
    gate: screenGates["users/archive"],
    may: { open: screenGates["users/:userId"], restore: deedGates.restoreUser },
  },
  movable: movableUsers,
  search: userSearch,
  fetch: ({ api, scope }, state, isArchive) => orThrowDenied(getUsers(api, scope, state, isArchive)),
  unknown: unknownGroups,
  loadFailed: ({ translate }) => translate(users)("loadFailed"),
  columns: (isArchive) => (isArchive ? userArchiveColumns : userColumns),
  extra: async (args, _totals, isArchive) => {
    const { user, translate } = args;
    if (isArchive) return { ownId: user._id, groups: [] };
    const groups = await loaded(groupsOf(args), args, translate(users)("form.groupsFailed"), "side");
    return { ownId: user._id, groups: groups.data ?? [] };
  },
});
export const loader = list.loader;
export const action = list.action;
const intent = intentsOf<typeof action>();

/** The users of a customer, and their archive (USER-01, USER-36). */
export default function Users() {
  const { base, isArchive, may, ownId, groups, ...data } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const t = useTexts(users);
  const c = useTexts(common);
  const shared = {
    ...data,
    searchLabel: t("search"),
    submitLabel: c("actions.search"),
    rowHref: may.open ? (row: { _id: string }) => openedFrom(`${base}/users/${row._id}`, search) : undefined,
    selection: { label: (row: { name: string }) => row.name },
  };
  if (isArchive)
    return (
      <ListScreen
        key="archive"
        {...shared}
        title={t("archiveTitle")}
        back={{ to: `${base}/users`, label: t("title") }}
        columns={userArchiveColumns}
        bulk={may.restore && { intent: intent("restore"), icon: "restore" as const }}
      />
    );
  const groupsField = {
    kind: "choices" as const,
    name: "groupIds" as const,
    label: t("group"),
    options: groups,
    note: groups.length < groupsOffered ? undefined : t("firstGroups", { count: groupsOffered }),
  };
  return (
    <>
      <ListScreen
        key="list"
        {...shared}
        title={t("title")}
        create={may.create && { href: `${base}/users/create` }}
        archive={may.openArchive && { href: `${base}/users/archive` }}
        actions={
          may.upload && (
            <ButtonLink to={`${base}/users/upload`} icon="upload">
              {t("uploadButton")}
            </ButtonLink>
          )
        }
        fields={groups.length > 0 ? [groupsField] : []}
        columns={userColumns}
        bulk={
          may.archive && {
            intent: intent("archive"),
            icon: "archive" as const,
            notFor: { ids: [ownId], why: t("self") },
          }
        }
        moreBulk={
          may.addToGroup && (
            <BulkButton intent={intent("addToGroup")} icon="group">
              {t("addToGroup.title")}
            </BulkButton>
          )
        }
      />
      {/* Add to group: a dialog over the list. */}
      <Outlet />
    </>
  );
}
