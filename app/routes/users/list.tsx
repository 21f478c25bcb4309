import { redirect } from "@remix-run/node";
import { Outlet, useLoaderData, useLocation } from "@remix-run/react";
import { useTexts } from "~/components/context/console-context";
import { keptForBack, titled } from "~/components/shell/page-title";
import { ListScreen } from "~/components/table/list-screen";
import { BulkButton } from "~/components/table/selection";
import { ButtonLink } from "~/components/ui/button";
import { stylesheets } from "~/components/ui/stylesheets";
import { userColumns } from "~/components/users/user-columns";
import styles from "~/components/users/users.css?url";
import { common } from "~/i18n/common";
import { users } from "~/i18n/users";
import { bulkAction, defineList } from "~/models/list/list.server";
import { openedFrom } from "~/models/list/list-address";
import { groupsOffered } from "~/models/users/groups-offered";
import { archiveUsers, getUsers, restoreUsers } from "~/models/users/user.server";
import {
  groupsOf,
  unknownGroups,
  userNames,
  userSearch,
  withoutAdministrator,
} from "~/models/users/user-screen.server";
import type { FormArgs } from "~/services/console-args";
import { loaded, nothingSelected } from "~/services/failure.server";
import { deedGates, screenGates } from "~/services/gates";
import { intentsOf } from "~/services/intents";
import { orThrowDenied } from "~/services/screens.server";

export const links = stylesheets(styles);
export const handle = keptForBack(titled(users, "title"));

/** Adding to groups asks which ones first, in a dialog that is an address (USER-25). */
const chooseGroups = async (args: FormArgs) => {
  const ids = args.form.getAll("ids").map(String).slice(0, 100);
  if (ids.length === 0) return nothingSelected(args);
  const params = new URLSearchParams(args.url.searchParams);
  for (const id of ids) params.append("ids", id);
  return redirect(`${args.base}/users/add-to-group?${params}`, 303);
};

const list = defineList({
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
  search: userSearch(false),
  fetch: ({ api, scope }, state) => orThrowDenied(getUsers(api, scope, state, false)),
  unknown: unknownGroups,
  loadFailed: ({ translate }) => translate(users)("loadFailed"),
  columns: userColumns,
  extra: async (args) => {
    const { user, translate } = args;
    const groups = await loaded(groupsOf(args), args, translate(users)("form.groupsFailed"), "side");
    return { ownId: user._id, groups: groups.data ?? [] };
  },
  actions: {
    addToGroup: { act: chooseGroups, undo: undefined },
    archive: bulkAction({
      refuse: ({ user, translate }, chosen) =>
        chosen.includes(user._id) ? translate(users)("self") : undefined,
      run: ({ api, scope, idempotencyKey }, userIds) => archiveUsers(api, scope, { userIds }, idempotencyKey),
      success: ({ base, translate }, count) => ({
        tone: "success",
        title: translate(users)("archivedNotice", { count }),
        link: { to: `${base}/users/archive`, label: translate(common)("actions.viewArchive") },
      }),
      failed: ({ translate }) => translate(users)("archiveFailed"),
      explain: withoutAdministrator,
      undo: {
        run: ({ api, scope, idempotencyKey }, { ids, changedAt }) =>
          restoreUsers(api, scope, { userIds: ids, unchangedSince: changedAt }, idempotencyKey),
        names: userNames,
      },
    }),
  },
});
export const loader = list.loader;
export const action = list.action;
const intent = intentsOf<typeof action>();

export default function Users() {
  const { base, may, ownId, groups, ...data } = useLoaderData<typeof loader>();
  const location = useLocation();
  const t = useTexts(users);
  const c = useTexts(common);
  return (
    <>
      <ListScreen
        {...data}
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
        searchLabel={t("search")}
        submitLabel={c("actions.search")}
        fields={
          groups.length > 0
            ? [
                {
                  kind: "choices",
                  name: "groupIds",
                  label: t("group"),
                  options: groups,
                  note:
                    groups.length < groupsOffered ? undefined : t("firstGroups", { count: groupsOffered }),
                },
              ]
            : []
        }
        rowHref={may.open ? (row) => openedFrom(`${base}/users/${row._id}`, location.search) : undefined}
        columns={userColumns}
        bulk={
          may.archive && {
            intent: intent("archive"),
            icon: "archive",
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
        selection={{ label: (row) => row.name }}
      />
      {/* Add to group: a dialog over the list. */}
      <Outlet />
    </>
  );
}
