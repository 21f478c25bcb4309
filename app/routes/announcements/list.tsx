import { useLoaderData } from "@remix-run/react";
import { announcementsArea } from "~/areas/announcements";
import { ArchivableScreen } from "~/components/area/archivable-screen";
import { useTexts } from "~/components/context/console-context";
import { titledArchivable } from "~/components/shell/page-title";
import { columnsOf } from "~/components/table/use-columns";
import { announcements } from "~/i18n/announcements";
import { dayIn } from "~/i18n/wall-time";
import {
  type AnnouncementRow,
  getAnnouncements,
  movableAnnouncements,
} from "~/models/announcements/announcement.server";
import { archivableList } from "~/models/list/archivable-list.server";
import { archivableSearch, choiceFilter, flagFilter, textFilter } from "~/models/list/list-search";
import { orThrowDenied } from "~/services/screens.server";

export const handle = titledArchivable(announcements);

const columnsFor = (isArchive: boolean) =>
  columnsOf<AnnouncementRow>(({ translate, column }) => {
    const t = translate(announcements);
    return [
      column.link("title", t("name"), { width: "30%" }),
      column.cut("text", t("text")),
      column.day("firstDay", t("from")),
      column.day("lastDay", t("to")),
      column.date("createdAt", t("created")),
      ...(isArchive ? [column.date("archivedAt", t("archived"))] : []),
    ];
  });

const shownWhen = ["now", "over"] as const;

const search = archivableSearch({
  sorts: ["title", "firstDay", "lastDay", "createdAt"],
  defaultSort: "createdAt",
  defaultOrder: "desc",
  filters: { search: textFilter(), shown: choiceFilter(shownWhen), hasLongText: flagFilter() },
});

const list = archivableList({
  area: announcementsArea,
  movable: movableAnnouncements,
  search,
  // Today is that of the person's zone (ANN-09).
  fetch: ({ api, scope, timeZone }, { search, shown, hasLongText, ...state }, isArchived) =>
    orThrowDenied(
      getAnnouncements(api, scope, state, {
        isArchived,
        searchText: search,
        hasLongText,
        ...(shown && { [shown === "now" ? "shownOn" : "overOn"]: dayIn(timeZone) }),
      }),
    ),
  columns: columnsFor,
});
export const loader = list.loader;
export const action = list.action;

/** The announcements of a customer, and their archive (ANN-08 to ANN-11). */
export default function Announcements() {
  const data = useLoaderData<typeof loader>();
  const t = useTexts(announcements);
  return (
    <ArchivableScreen
      {...data}
      texts={announcements}
      columns={columnsFor(data.isArchive)}
      searchLabel={t("search")}
      fields={[
        {
          kind: "choice",
          name: "shown",
          label: t("shown"),
          options: shownWhen.map((value) => ({ value, label: t(`shownWhen.${value}`) })),
          placeholder: t("anyTime"),
        },
        { kind: "flag", name: "hasLongText", label: t("hasLongText") },
      ]}
      selection={{ label: (row) => row.title }}
    />
  );
}
