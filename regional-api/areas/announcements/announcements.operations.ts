/** Announcements of a customer: lists, one, create, edit, archive and restore (ANN). */
import { z } from "zod/v4";
import { textArgs } from "../../core/builder";
import { checked } from "../../core/checked";
import { onRootDepartment } from "../../core/department-access";
import { editedType } from "../../core/edited";
import { enteredText } from "../../core/entered";
import { archiveOf, createOf, editOf, listOf, oneOf } from "../../core/entity";
import { pageType } from "../../core/page-types";
import { rowKind } from "../../core/record";
import { searchKey } from "../../core/text";
import type { Row } from "../../store/tables";
import { announcementLists, announcementRows } from "./announcements.store";

const Announcement = editedType<Row<"announcements"> & { organizationId: string }>()("ORGAnnouncement", {
  _id: "ID",
  title: "String",
  text: "String",
  firstDay: "String",
  lastDay: "String",
  createdAt: "DateTime",
  archivedAt: "DateTime?",
});

listOf("ORGGetAnnouncements", {
  type: pageType("ORGAnnouncementPage", Announcement),
  lists: announcementLists,
  filter: ["filter", "ORGAnnouncementFilter"],
  searched: "title",
  access: onRootDepartment("org:listAnnouncement"),
});

oneOf("ORGGetAnnouncement", {
  type: Announcement,
  find: announcementRows.find,
  access: onRootDepartment("org:viewAnnouncement"),
});

/** What is created, edited, archived and restored. */
const announcements = {
  rows: announcementRows,
  kind: rowKind({
    kind: "ANNOUNCEMENT",
    code: "org:viewAnnouncement",
    fields: { title: "shown", text: "shown", firstDay: "shown", lastDay: "shown" },
    find: announcementRows.find,
    name: ({ title }) => title,
  }),
  what: "announcement",
};

/** What people enter of one; days have no zone (ANN-02 to ANN-06). */
const entered = z
  .object({
    title: enteredText("announcementTitle", 80, "the title", "Please enter a title"),
    text: enteredText("announcementText", 2_000, "the text", "Please enter a text"),
    firstDay: z.iso.date("Please enter the first day"),
    lastDay: z.iso.date("Please enter the last day"),
  })
  .refine(({ firstDay, lastDay }) => firstDay <= lastDay, "The last day cannot be before the first");

const args = textArgs("title", "text", "firstDay", "lastDay");
const columns = (sent: object) => {
  const fields = checked(entered, sent);
  return { ...fields, titleKey: searchKey(fields.title) };
};

createOf("ORGCreateAnnouncement", announcements, { args, code: "org:createAnnouncement", columns });
editOf("ORGUpdateAnnouncement", announcements, { args, code: "org:editAnnouncement", columns });
archiveOf(["ORGArchiveAnnouncements", "ORGRestoreAnnouncements"], announcements, {
  ids: "announcementIds",
  codes: ["org:archiveAnnouncement", "org:restoreAnnouncement"],
});
