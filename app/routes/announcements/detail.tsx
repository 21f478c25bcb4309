import { useLoaderData } from "@remix-run/react";
import { announcementsArea } from "~/areas/announcements";
import { RecordHead } from "~/components/area/record-head";
import { useTexts } from "~/components/context/console-context";
import { titled } from "~/components/shell/page-title";
import { Card, DataList } from "~/components/ui/layout";
import { Time } from "~/components/ui/time";
import { announcements } from "~/i18n/announcements";
import { getAnnouncement, movableAnnouncements } from "~/models/announcements/announcement.server";
import { recordPage } from "~/models/list/record-page.server";

export const handle = titled(announcements, "detail.title");

const page = recordPage({
  area: announcementsArea,
  movable: movableAnnouncements,
  find: getAnnouncement,
  nameOf: ({ title }) => title,
  staysRestored: true,
});
export const loader = page.loader;
export const action = page.action;

/** One announcement (ANN-12). */
export default function AnnouncementDetail() {
  const { head, record, recordName, problem } = useLoaderData<typeof loader>();
  const t = useTexts(announcements);
  return (
    <>
      <RecordHead {...head} problem={problem} texts={announcements} name={recordName} />
      {record && (
        <Card>
          <DataList
            items={[
              { label: t("name"), value: <bdi>{record.title}</bdi> },
              { label: t("text"), value: <bdi>{record.text}</bdi> },
              { label: t("from"), value: <Time at={record.firstDay} kind="day" /> },
              { label: t("to"), value: <Time at={record.lastDay} kind="day" /> },
              { label: t("created"), value: <Time at={record.createdAt} /> },
              ...(record.archivedAt === null
                ? []
                : [{ label: t("archived"), value: <Time at={record.archivedAt} /> }]),
            ]}
          />
        </Card>
      )}
    </>
  );
}
