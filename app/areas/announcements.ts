import { announcements } from "../i18n/announcements";
import { defineArea } from "./area";

const flag = "edgeAnnouncementsEnabled";

export const announcementsArea = defineArea({
  path: "announcements",
  id: "announcementId",
  texts: announcements,
  icon: "message",
  list: "announcements",
  archiveList: "announcement-archive",
  kind: "ANNOUNCEMENT",
  hasOneForm: true,
  screens: {
    list: { flag, right: "org:listAnnouncement" },
    archive: { flag, right: "org:listAnnouncement" },
    create: { flag, right: "org:createAnnouncement" },
    detail: { flag, right: "org:viewAnnouncement" },
    edit: { flag, right: "org:viewAnnouncement" },
  },
  deeds: {
    archive: { flag, right: "org:archiveAnnouncement" },
    restore: { flag, right: "org:restoreAnnouncement" },
    edit: { flag, right: ["org:editAnnouncement", "org:viewAnnouncement"] },
  },
});
