/** Announcements of a customer. */
import { expressionBuilder } from "kysely";
import { archivableList } from "../../core/archivable-lists.store";
import { archivableRows } from "../../core/rows.store";
import type { Tables } from "../../store/tables";

const is = expressionBuilder<Tables, "announcements">();

interface Narrowing {
  /** A day on which they are shown. */
  readonly shownOn?: string | null;
  /** A day on which they are over. */
  readonly overOn?: string | null;
  readonly hasLongText?: boolean | null;
  readonly now: number;
}

/** The lists of announcements (ANN-08, ANN-09, ANN-17), searched by their titles. */
export const announcementLists = archivableList(
  "announcements",
  { title: "titleKey", firstDay: "firstDay", lastDay: "lastDay" },
  "titleKey",
  ({ shownOn, overOn, hasLongText }: Narrowing) => [
    shownOn != null && is.and([is("firstDay", "<=", shownOn), is("lastDay", ">=", shownOn)]),
    overOn != null && is("lastDay", "<", overOn),
    hasLongText === true && is(is.fn<number>("length", ["text"]), ">", 80),
  ],
);

export const announcementRows = archivableRows("announcements");
