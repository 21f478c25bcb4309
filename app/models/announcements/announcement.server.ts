import { announcementsArea } from "~/areas/announcements";
import { formatDateTime } from "~/i18n/dates";
import type { ListState } from "~/models/list/list-state";
import { namesBy } from "~/models/list/list.server";
import { moveOf } from "~/models/list/move.server";
import { type Movable, moveWords } from "~/models/list/moves.server";
import { type Scope, scopeIds } from "~/services/console-args";
import { graphql } from "~/services/graphql";
import { mutationOf, pageQueryOf, queryOf } from "~/services/operation.server";
import type { RegionalApi, ResultOf } from "~/services/regional-api.server";

const announcementsFields = graphql(`
  fragment AnnouncementsFields on ORGAnnouncement @_unmask {
    _id
    title
    text
    firstDay
    lastDay
    createdAt
    archivedAt
  }
`);
const askList = pageQueryOf("ORGGetAnnouncements", announcementsFields);

export type AnnouncementRow = ResultOf<typeof announcementsFields>;

type Asked = ListState & {
  search?: string | undefined;
  shown?: "now" | "over" | undefined;
  hasLongText: boolean;
  timeZone: string;
};

/** A page of the active or the archived announcements; today is that of the zone (ANN-08, ANN-09, ANN-17). Throws ApiError. */
export function getAnnouncements(
  api: RegionalApi,
  scope: Scope,
  { page, size, sort, order, search, shown, hasLongText, timeZone }: Asked,
  isArchived: boolean,
) {
  const today = formatDateTime(new Date(), timeZone).slice(0, 10);
  return askList(api, {
    ...scopeIds(scope),
    skipEq: (page - 1) * size,
    limitEq: size,
    sort: { fieldName: sort, order },
    filter: {
      isArchived,
      searchText: search,
      shownOn: shown === "now" ? today : null,
      overOn: shown === "over" ? today : null,
      hasLongText,
    },
  });
}

const announcementFields = graphql(`
  fragment AnnouncementFields on ORGAnnouncement @_unmask {
    _id
    title
    text
    firstDay
    lastDay
    createdAt
    archivedAt
    version
  }
`);
const askOne = queryOf("ORGGetAnnouncement", announcementFields);

/** One announcement, archived or not. Throws ApiError. */
export const getAnnouncement = (api: RegionalApi, scope: Scope, _id: string) =>
  askOne(api, { _id, ...scopeIds(scope) });

/** Creates an announcement (ANN-13). */
export const createAnnouncement = mutationOf("ORGCreateAnnouncement", "_id");

/** Saves an announcement (ANN-14). */
export const updateAnnouncement = mutationOf("ORGUpdateAnnouncement", "_id");

/** Archives and restores announcements, with the words for it (ANN-10, ANN-11). */
export const movableAnnouncements: Movable = {
  archive: moveOf("ORGArchiveAnnouncements"),
  restore: moveOf("ORGRestoreAnnouncements"),
  names: namesBy(async ({ api, scope }, id) => (await getAnnouncement(api, scope, id)).title),
  ...moveWords(announcementsArea),
};
