import { groupsArea } from "~/areas/groups";
import { usersArea } from "~/areas/users";
import { groups } from "~/i18n/groups";
import { users } from "~/i18n/users";
import { bulkAction } from "~/models/list/bulk.server";
import { listData } from "~/models/list/list.server";
import { namesFromRecords, undoAction } from "~/models/list/undo-list.server";
import { listSearch, textFilter } from "~/models/list/list-search";
import { type Movable, moveTexts, recordMoves, withFlag } from "~/models/list/moves.server";
import { type Related, relatedOf, relatedShown } from "~/models/list/related.server";
import { type OpenedListPosition, positionInOpenedList } from "~/models/list/neighbours.server";
import { lostRightsQuestion } from "~/models/rules/rule-words.server";
import { withoutAdministrator } from "~/models/users/user-screen.server";
import { isApiMessage } from "~/services/api-messages";
import type { ConsoleArgs, FormArgs } from "~/services/console-args";
import type { Question } from "~/services/form-answer";
import { bulkResult } from "~/services/undo.server";
import {
  archiveGroup,
  archiveGroups,
  getGroup,
  getGroups,
  getRestoreChange,
  restoreGroups,
} from "./group.server";
import { addMembers, getAddingChange, getCandidates, getMembers, removeMembers } from "./member.server";

/** A group's path without a tab. */
export const groupHref = ({ base, param }: ConsoleArgs) => `${base}/groups/${param("groupId")}`;

/** Query of the group's user list. */
function usersParams({ url }: ConsoleArgs): URLSearchParams {
  const params = new URLSearchParams(url.searchParams);
  for (const name of ["find", "ids", "index", "_data"]) params.delete(name);
  return params;
}

/** URL of the dialog to add users, keeping the state of the list behind it. */
export const addUsersHref = (args: ConsoleArgs) => `${groupHref(args)}/users/add?${usersParams(args)}`;

/** URL of the Users tab behind the dialog. */
export function usersHref(args: ConsoleArgs): string {
  const params = usersParams(args);
  params.set("tab", "users");
  return `${groupHref(args)}?${params}`;
}

/** URL parser of both group lists. */
export const groupSearch = listSearch({
  sorts: ["name", "createdAt"],
  defaultSort: "createdAt",
  defaultOrder: "desc",
  filters: { search: textFilter() },
});

/** A group's position in the list it was opened from, with the previous and next groups (GEN-31). */
export const groupPlace = (
  args: ConsoleArgs,
  { _id, archivedAt }: Group,
): Promise<OpenedListPosition | null> =>
  positionInOpenedList(args, _id, groupSearch, (state) => getGroups(args.api, state, archivedAt !== null));
type Group = { _id: string; archivedAt: string | null };

const memberSearch = listSearch({
  sorts: ["username", "email", "lastActive"],
  defaultSort: "username",
  defaultOrder: "asc",
  filters: { search: textFilter() },
});

/** Loads the Users tab (GRP-41, GRP-42). */
export const membersTab = (args: ConsoleArgs) =>
  listData(args, {
    name: "group-users",
    search: memberSearch,
    fetch: ({ api, param }, state) => getMembers(api, param("groupId"), state),
    loadFailed: ({ translate }) => translate(users)("loadFailed"),
  });

/** The group's first members by name, for its overview (GRP-67). */
export const firstMembers = (args: ConsoleArgs): Promise<Related | null> =>
  relatedOf(
    args,
    groupsArea.screens.detail,
    getMembers(args.api, args.param("groupId"), {
      ...{ page: 1, size: relatedShown, sort: "username", order: "asc" },
    }),
    {
      allHref: `${groupHref(args)}?tab=users`,
      nameOf: ({ name }) => name,
      open: usersArea.screens.detail,
      hrefOf: ({ _id, canView }) => (canView ? `${args.base}/users/${_id}` : undefined),
    },
  );

/** Reason a change of groups or members was refused, if the console knows the API's reason. */
export function refusalReason(args: ConsoleArgs, error: unknown): string | undefined {
  const t = args.translate(groups);
  if (isApiMessage(error, "groupOfOwnRights")) return t("ownRights");
  return isApiMessage(error, "deniesOthers") ? t("deniesOthers") : withoutAdministrator(args, error);
}

/** Confirmation before adding people to a group that denies them something; null if not needed. Throws ApiError. */
export async function addUsersQuestion(args: FormArgs, userIds: string[]): Promise<Question | null> {
  const { api, param, translate } = args;
  const t = translate(groups);
  const group = await getGroup(api, param("groupId"));
  return lostRightsQuestion(args, getAddingChange(api, { groupId: group._id, userIds }), {
    title: t("members.addQuestion", { count: userIds.length, group: group.name }),
    confirm: t("members.add"),
  });
}

const remove = bulkAction({
  // Users who remove themselves cannot add themselves back.
  question: ({ user, translate }, chosen) => {
    const t = translate(groups);
    if (!chosen.includes(user._id)) return Promise.resolve(null);
    return Promise.resolve({
      title: t("members.removeSelfTitle"),
      text: [t("members.removeSelfText")],
      confirm: t("members.remove"),
      danger: true,
    });
  },
  run: async ({ api, param }, userIds) => {
    const removal = { groupId: param("groupId"), userIds };
    await getGroup(api, removal.groupId);
    return bulkResult(await removeMembers(api, removal));
  },
  success: ({ translate }) => translate(groups)("members.removed"),
  failed: ({ translate }) => ({ title: translate(groups)("members.removeFailed") }),
  explain: refusalReason,
  undo: {
    question: (args, { ids }) => addUsersQuestion(args, ids),
    run: async ({ api, param }, { ids: userIds, changedAt: unchangedSince }) => {
      const removal = { groupId: param("groupId"), userIds, unchangedSince };
      await getGroup(api, removal.groupId);
      return bulkResult(await addMembers(api, removal));
    },
    names: async ({ api, param }, userIds) =>
      (await getCandidates(api, param("groupId"), { userIds })).map(({ name }) => name),
    explain: refusalReason,
  },
});

/** Archiving and restoring groups, from the lists and from a group's page. */
export const movableGroups: Movable = {
  archive: archiveGroups,
  restore: restoreGroups,
  names: namesFromRecords(getGroup, ({ name }) => name),
  ...moveTexts(groupsArea),
  beforeRestoring: (args, groupIds) => {
    const { api, translate } = args;
    const t = translate(groups);
    return lostRightsQuestion(args, getRestoreChange(api, { groupIds }), {
      title: t("restoreTitle", { count: groupIds.length }),
      confirm: t("restore"),
    });
  },
  explain: refusalReason,
};

const moves = recordMoves(
  {
    ...movableGroups,
    // The API has a separate mutation for a single group (GRP-34).
    archive: async (api, { ids: [_id = ""] }) => bulkResult([await archiveGroup(api, { filter: { _id } })]),
    failed: ({ translate }, isArchiving) => ({
      title: translate(groups)(isArchiving ? "detail.archiveFailed" : "restoreFailed"),
    }),
  },
  {
    idOf: async ({ api, param }) => (await getGroup(api, param("groupId")))._id,
    next: ({ base }, isArchiving) => `${base}/groups${isArchiving ? "" : "/archive"}`,
  },
);

/** Handlers of a group's page, except its permission tabs (GRP-34, GRP-37). */
export const groupActions = {
  remove: (args: FormArgs) => remove.act(args, "remove"),
  undo: (args: FormArgs) => undoAction(args, { remove }),
  archive: withFlag("edgeGroupArchiveListEnabled", moves.archive),
  restore: withFlag("edgeGroupArchiveListEnabled", moves.restore),
};
