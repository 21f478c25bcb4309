/** Announcements of a customer. */
import { archivableList } from "../../core/archivable-lists.store";
import { archivableRows } from "../../core/rows.store";

/** The lists of announcements (ANN-08, ANN-09, ANN-17), searched by their titles. */
export const announcementLists = archivableList(
  "announcements",
  { title: "titleKey", firstDay: "firstDay", lastDay: "lastDay" },
  "titleKey",
  {
    shownOn: {
      type: "String",
      description: "A day as YYYY-MM-DD: those that are shown on it.",
      where: (is, day) => is.and([is("firstDay", "<=", day), is("lastDay", ">=", day)]),
    },
    overOn: {
      type: "String",
      description: "A day as YYYY-MM-DD: those whose last day is before it.",
      where: (is, day) => is("lastDay", "<", day),
    },
    hasLongText: {
      type: "Boolean",
      description: "Those whose text has more than 80 characters.",
      where: (is, asked) => asked && is(is.fn<number>("length", ["text"]), ">", 80),
    },
  },
);

export const announcementRows = archivableRows("announcements");
