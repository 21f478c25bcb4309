import { announcements, announcementValues } from "./fixtures/announcements";
import { provesArchivable } from "./fixtures/archivable";
import { retail } from "./fixtures/ids";
import { callsOf, useClient, useWorld } from "./fixtures/use-world";

const world = useWorld("each test");
const staff = useClient(world, "staff", "each test");
const values = announcementValues("New one");

provesArchivable(world, callsOf(world, staff), {
  what: "announcement",
  table: "announcements",
  kind: "ANNOUNCEMENT",
  rows: {
    list: "ANN-08",
    search: "ANN-08",
    one: "ANN-12",
    create: "ANN-02 ANN-03 ANN-04 ANN-05 ANN-06 ANN-15",
    edit: "ANN-14 ANN-15",
    archive: "ANN-10 ANN-15",
    undo: "ANN-10",
  },
  ...{ name: "title", archivedName: "Christmas" },
  ids: {
    active: [announcements.fair, announcements.cafe],
    archived: announcements.archived,
    foreign: announcements.foreign,
  },
  list: [
    "ORGGetAnnouncements",
    ({ skip, limit, sort, isArchived, searchText, filter }) => ({
      ...{ ...retail, skipEq: skip, limitEq: limit, sort },
      filter: { isArchived, searchText, ...filter },
    }),
  ],
  sorts: {
    title: ["Café opens", "Fair"],
    firstDay: ["Fair", "Café opens"],
    lastDay: ["Fair", "Café opens"],
    createdAt: ["Fair", "Café opens"],
    archivedAt: ["Fair", "Café opens"],
  },
  search: [
    ["CAFE ", ["Café opens"]],
    ["air", ["Fair"]],
  ],
  filters: [
    ["ANN-09", { shownOn: "2026-01-09" }, ["Fair"]],
    ["ANN-09", { shownOn: "2026-01-10" }, ["Café opens", "Fair"]],
    ["ANN-09", { shownOn: "2026-01-20" }, ["Café opens"]],
    ["ANN-09", { shownOn: "2026-01-21" }, []],
    ["ANN-09", { overOn: "2026-01-10" }, []],
    ["ANN-09", { overOn: "2026-01-11" }, ["Fair"]],
    ["ANN-17", { hasLongText: true }, ["Café opens"]],
    ["ANN-17", { hasLongText: false }, ["Café opens", "Fair"]],
    ["ANN-17", { hasLongText: true, shownOn: "2026-01-09" }, []],
  ],
  one: ["ORGGetAnnouncement", (_id) => ({ ...retail, _id })],
  create: ["ORGCreateAnnouncement", { ...retail, ...values, title: " New one " }, values],
  refused: [
    ["a blank title", { title: " " }, "Please enter a title"],
    ["an overlong title", { title: "x".repeat(81) }, "Please keep the title within 80 characters"],
    ["a blank text", { text: " " }, "Please enter a text"],
    ["an overlong text", { text: "x".repeat(2_001) }, "Please keep the text within 2,000 characters"],
    ["no first day", { firstDay: "" }, "Please enter the first day"],
    ["a last day that there is not", { lastDay: "2026-02-30" }, "Please enter the last day"],
    ["days the wrong way round", { lastDay: "2026-01-31" }, "The last day cannot be before the first"],
  ],
  edit: [
    "ORGUpdateAnnouncement",
    (_id) => ({ ...retail, _id, ...announcementValues("Renamed") }),
    announcementValues("Renamed"),
  ],
  many: [
    "ORGArchiveAnnouncements",
    "ORGRestoreAnnouncements",
    (announcementIds) => ({ ...retail, announcementIds }),
  ],
});
