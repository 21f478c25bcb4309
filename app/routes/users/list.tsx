import { redirect } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import { usersArea } from "~/areas/users";
import { useTexts } from "~/components/context/console-context";
import { archivableTitle } from "~/components/shell/page-title";
import { ArchivableScreen } from "~/components/area/archivable-screen";
import { BulkButton } from "~/components/table/bulk-button";
import { ButtonLink } from "~/components/ui/button";
import { Notices } from "~/components/ui/notices";
import { stylesheets } from "~/components/ui/stylesheets";
import { userArchiveColumns, userColumns } from "~/components/users/user-columns";
import styles from "~/components/users/users.css?url";
import { common } from "~/i18n/common";
import { users } from "~/i18n/users";
import { archivableList } from "~/models/list/archivable-list.server";
import { maxOfferedGroups } from "~/models/users/offered-groups";
import { userDues } from "~/models/users/user-due";
import { bulkAction } from "~/models/list/bulk.server";
import { secondFactors } from "~/models/users/second-factors";
import { getUsers, setUsersMfa } from "~/models/users/user.server";
import { groupsOf, movableUsers, unknownGroups, userSearch } from "~/models/users/user-screen.server";
import type { FormArgs } from "~/services/console-args";
import { loaded, nothingSelected } from "~/services/failure.server";
import { intentsOf } from "~/services/intents";
import { orThrowDenied } from "~/services/screens.server";

export const links = stylesheets(styles);
export const handle = archivableTitle(users);

/** Adding to groups first asks for the groups, in a dialog with its own URL (USER-25). */
const chooseGroups = async (args: FormArgs) => {
  const ids = args.form.getAll("ids").map(String).slice(0, 100);
  if (ids.length === 0) return nothingSelected(args);
  const params = new URLSearchParams(args.url.searchParams);
  for (const id of ids) params.append("ids", id);
  return redirect(`${args.base}/users/add-to-group?${params}`, 303);
};

/** Turns multi-factor on or off for the selected users (MFA-01). */
const turnMfa = (isOn: boolean) =>
  bulkAction({
    run: ({ api }, ids) => setUsersMfa(api, ids, isOn),
    success: ({ translate }, count) => ({
      tone: "success",
      title: translate(users)(isOn ? "mfa.on" : "mfa.off", { count }),
    }),
    failed: ({ translate }) => ({ title: translate(users)("mfa.failed") }),
  });

const list = archivableList({
  area: usersArea,
  active: {
    may: {
      upload: usersArea.further.upload,
      setMfa: usersArea.actions.edit,
      addToGroup: usersArea.further["add-to-group"],
    },
    actions: {
      addToGroup: { act: chooseGroups, undo: undefined },
      mfaOn: turnMfa(true),
      mfaOff: turnMfa(false),
    },
  },
  movable: movableUsers,
  search: userSearch,
  fetch: ({ api }, state, isArchive) => orThrowDenied(getUsers(api, state, isArchive)),
  unknown: unknownGroups,
  columns: (isArchive) => (isArchive ? userArchiveColumns : userColumns),
  extra: async (args) => {
    const { user, translate } = args;
    const groups = await loaded(groupsOf(args), args, translate(users)("form.groupsFailed"), "side");
    return { ownId: user._id, groups: groups.data ?? [], groupsProblem: groups.error };
  },
});
export const loader = list.loader;
export const action = list.action;
const intent = intentsOf<typeof action>();

/** Users of a customer, and their archive (USER-01, USER-36). */
export default function Users() {
  const { ownId, groups, groupsProblem, ...data } = useLoaderData<typeof loader>();
  const t = useTexts(users);
  const c = useTexts(common);
  const groupsField = {
    kind: "choices" as const,
    name: "groupIds" as const,
    label: t("group"),
    options: groups,
    note: groups.length < maxOfferedGroups ? undefined : t("firstGroups", { count: maxOfferedGroups }),
  };
  const shared = {
    texts: users,
    hasNeighbours: true,
    searchLabel: t("search"),
    submitLabel: c("actions.search"),
    fields: groups.length > 0 ? [groupsField] : [],
    // The reason for a missing group filter.
    children: <Notices notices={groupsProblem ? [groupsProblem] : []} />,
    selection: { label: (row: { name: string }) => row.name },
  };
  const factorsField = {
    kind: "choices" as const,
    name: "secondFactors" as const,
    label: t("secondFactor"),
    options: secondFactors.map((value) => ({ value, label: t(`secondFactors.${value}`) })),
  };
  if (data.isArchive) return <ArchivableScreen {...data} {...shared} columns={userArchiveColumns} />;
  const { listHref, may } = data;
  const dueField = {
    kind: "choice" as const,
    name: "due" as const,
    label: t("due.label"),
    placeholder: t("due.any"),
    options: userDues.map((value) => ({ value, label: t(`due.${value}`) })),
  };
  return (
    <>
      <ArchivableScreen
        {...data}
        {...shared}
        columns={userColumns}
        fields={[...shared.fields, factorsField, dueField]}
        actions={
          may.upload && (
            <ButtonLink to={`${listHref}/upload`} icon="upload">
              {t("uploadButton")}
            </ButtonLink>
          )
        }
        notFor={{ ids: [ownId], why: t("self") }}
        moreBulk={
          <>
            {may.addToGroup && (
              <BulkButton intent={intent("addToGroup")} icon="group">
                {t("addToGroup.title")}
              </BulkButton>
            )}
            {may.setMfa && (
              <>
                <BulkButton intent={intent("mfaOn")} icon="lock" className="until-chosen">
                  {t("mfa.turnOn")}
                </BulkButton>
                <BulkButton intent={intent("mfaOff")} className="until-chosen">
                  {t("mfa.turnOff")}
                </BulkButton>
              </>
            )}
          </>
        }
      />
      {/* Add to group: a dialog over the list. */}
      <Outlet />
    </>
  );
}
