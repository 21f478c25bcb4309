import type { Migration } from "./migration";
import { archivableTable, codesAlong, inOrder } from "./pieces";

/** Announcements (ANN), whose codes whoever may edit the settings gets, until somebody decides otherwise (ANN-16). */
export const regionAnnouncements: Migration = {
  number: 160,
  name: "region-announcements",
  file: "region",
  ...inOrder(
    archivableTable({
      table: "announcements",
      columns: { title: "text", titleKey: "text", text: "text", firstDay: "text", lastDay: "text" },
      sorts: ["titleKey", "firstDay", "lastDay"],
    }),
    codesAlong(
      [
        ...["org:listAnnouncement", "org:viewAnnouncement", "org:createAnnouncement"],
        ...["org:editAnnouncement", "org:archiveAnnouncement", "org:restoreAnnouncement"],
      ],
      "org:editSettings",
    ),
  ),
};
