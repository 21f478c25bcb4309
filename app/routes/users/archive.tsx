import { useLoaderData, useLocation } from "@remix-run/react";
import { useTexts } from "~/components/context/console-context";
import { keptForBack, titled } from "~/components/shell/page-title";
import { ListScreen } from "~/components/table/list-screen";
import { stylesheets } from "~/components/ui/stylesheets";
import { userArchiveColumns } from "~/components/users/user-columns";
import styles from "~/components/users/users.css?url";
import { common } from "~/i18n/common";
import { users } from "~/i18n/users";
import { bulkAction, defineList } from "~/models/list/list.server";
import { openedFrom } from "~/models/list/list-address";
import { archiveUsers, getUsers, restoreUsers } from "~/models/users/user.server";
import {
  unknownGroups,
  userNames,
  userSearch,
  withoutAdministrator,
} from "~/models/users/user-screen.server";
import { deedGates, screenGates } from "~/services/gates";
import { intentsOf } from "~/services/intents";
import { orThrowDenied } from "~/services/screens.server";

export const links = stylesheets(styles);
export const handle = keptForBack(titled(users, "archiveTitle"));

const list = defineList({
  name: "user-archive",
  gate: screenGates["users/archive"],
  may: { open: screenGates["users/:userId"], restore: deedGates.restoreUser },
  search: userSearch(true),
  fetch: ({ api, scope }, state) => orThrowDenied(getUsers(api, scope, state, true)),
  unknown: unknownGroups,
  loadFailed: ({ translate }) => translate(users)("loadFailed"),
  columns: userArchiveColumns,
  actions: {
    restore: bulkAction({
      run: ({ api, scope, idempotencyKey }, userIds) => restoreUsers(api, scope, { userIds }, idempotencyKey),
      success: ({ base, translate }, count) => ({
        tone: "success",
        title: translate(users)("restoredNotice", { count }),
        link: { to: `${base}/users`, label: translate(users)("title") },
      }),
      failed: ({ translate }) => translate(users)("restoreFailed"),
      undo: {
        run: ({ api, scope, idempotencyKey }, { ids, changedAt }) =>
          archiveUsers(api, scope, { userIds: ids, unchangedSince: changedAt }, idempotencyKey),
        names: userNames,
        explain: withoutAdministrator,
      },
    }),
  },
});
export const loader = list.loader;
export const action = list.action;
const intent = intentsOf<typeof action>();

export default function UserArchive() {
  const { base, may, ...data } = useLoaderData<typeof loader>();
  const location = useLocation();
  const t = useTexts(users);
  const c = useTexts(common);
  return (
    <ListScreen
      {...data}
      title={t("archiveTitle")}
      back={{ to: `${base}/users`, label: t("title") }}
      searchLabel={t("search")}
      submitLabel={c("actions.search")}
      rowHref={may.open ? (row) => openedFrom(`${base}/users/${row._id}`, location.search) : undefined}
      columns={userArchiveColumns}
      bulk={may.restore && { intent: intent("restore"), icon: "restore" }}
      selection={{ label: (row) => row.name }}
    />
  );
}
