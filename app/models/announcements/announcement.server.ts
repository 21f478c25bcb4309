import { announcementsArea } from "~/areas/announcements";
import { listArgs, type ListState } from "~/models/list/list-state";
import { namesBy } from "~/models/list/list.server";
import { moveOf } from "~/models/list/move.server";
import { type Movable, moveWords } from "~/models/list/moves.server";
import { type Scope, scopeIds } from "~/services/console-args";
import { graphql } from "~/services/graphql";
import { mutationOf, pageQueryOf, queryOf } from "~/services/operation.server";
import type { RegionalApi, ResultOf } from "~/services/regional-api.server";

const rowFields = graphql(`
  fragment AnnouncementRow on ORGAnnouncement @_unmask {
    _id
    title
    text
    firstDay
    lastDay
    createdAt
    archivedAt
  }
`);
export type AnnouncementRow = ResultOf<typeof rowFields>;
const askList = pageQueryOf("ORGGetAnnouncements", rowFields);
type Asked = Parameters<typeof askList>[1]["filter"];

/** A page of announcements (ANN-08). Throws ApiError. */
export const getAnnouncements = (api: RegionalApi, scope: Scope, state: ListState, filter: Asked) =>
  askList(api, { ...scopeIds(scope), ...listArgs(state), filter });

const fields = graphql(
  `
    fragment Announcement on ORGAnnouncement @_unmask {
      ...AnnouncementRow
      version
    }
  `,
  [rowFields],
);
const askOne = queryOf("ORGGetAnnouncement", fields);

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
  names: namesBy(getAnnouncement, ({ title }) => title),
  ...moveWords(announcementsArea),
};
