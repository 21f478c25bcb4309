import { useLocation } from "@remix-run/react";
import { useTexts } from "~/components/context/console-context";
import { linkColumn, textColumn, timeColumn } from "~/components/table/columns";
import { DataTable } from "~/components/table/data-table";
import type { DataTableProps } from "~/components/table/table-props";
import { columnsOf } from "~/components/table/use-columns";
import { eventLogs } from "~/i18n/event-logs";
import type { Translate } from "~/i18n/texts";
import type { EmailEventRow, SmsEventRow } from "~/models/event-logs/event-log.server";
import type { ListState } from "~/models/list/list-state";
import { EmailBadge, SmsBadge } from "./event-badges";
import { messageHref } from "./message-href";

/** Filters of a search, to suggest which to widen if nothing matches. */
type ActiveFilters = {
  from: string;
  to: string;
  recipient?: string | undefined;
  phone?: string | undefined;
  templateTypes: readonly string[];
  statuses: readonly string[];
};

type EventTableProps<Row extends { _id: string }> = Omit<
  DataTableProps<Row>,
  "label" | "columns" | "list"
> & {
  list: ListState;
  widen: ActiveFilters;
  /** The event with an open message. */
  openId: string | undefined;
};

/** Column with a message's template. */
const templateColumns = <Row extends EmailEventRow | SmsEventRow>(t: Translate<(typeof eventLogs)["en"]>) => [
  textColumn<Row>({
    id: "templateType",
    header: t("templateType"),
    csv: (row) => row.templateType,
    value: (row) => row.templateType,
  }),
  textColumn<Row>({
    id: "templateId",
    className: "log-template",
    header: t("templateId"),
    value: (row) => row.templateId,
  }),
];

/** Columns of emails, for the page and the exported file. */
export const emailColumns = columnsOf<EmailEventRow>(({ translate, time }) => {
  const t = translate(eventLogs);
  return [
    textColumn({
      id: "eventType",
      className: "log-state",
      tellsApart: true,
      header: t("eventType"),
      nowrap: true,
      csv: (row) => row.eventType,
      value: (row) => <EmailBadge type={row.eventType} />,
    }),
    linkColumn({
      id: "mailRecipient",
      className: "log-person",
      header: t("recipient"),
      value: (row) => row.mailRecipient && <bdi>{row.mailRecipient}</bdi>,
      csv: (row) => row.mailRecipient,
    }),
    textColumn({
      id: "subject",
      header: t("subject"),
      value: (row) => <bdi>{row.subject}</bdi>,
    }),
    ...templateColumns<EmailEventRow>(t),
    timeColumn({
      id: "timestamp",
      className: "log-time",
      tellsApart: true,
      header: t("eventTime"),
      time,
      at: (row) => row.timestamp,
    }),
  ];
});

/** The emails found by the search (LOG-06). */
export const EmailTable = (props: EventTableProps<EmailEventRow>) => (
  <EventTable {...props} tab="email" columns={emailColumns} messageOf={(row) => row.mailMessageId} />
);

/** Columns of text messages, for the page and the exported file. */
export const smsColumns = columnsOf<SmsEventRow>(({ translate, time }) => {
  const t = translate(eventLogs);
  return [
    textColumn({
      id: "smsMessageStatus",
      className: "log-state",
      tellsApart: true,
      header: t("status"),
      nowrap: true,
      csv: (row) => t(`statuses.${row.smsMessageStatus}`),
      value: (row) => <SmsBadge status={row.smsMessageStatus} />,
    }),
    linkColumn({
      id: "smsDestinationPhoneNumber",
      header: t("phone"),
      nowrap: true,
      value: (row) => row.smsDestinationPhoneNumber,
    }),
    ...templateColumns<SmsEventRow>(t),
    timeColumn({
      id: "timestamp",
      className: "log-time",
      tellsApart: true,
      header: t("timeSent"),
      sort: "timestamp",
      time,
      at: (row) => row.timestamp,
    }),
  ];
});

/** The text messages found by the search (LOG-25). */
export const SmsTable = (props: EventTableProps<SmsEventRow>) => (
  <EventTable {...props} tab="sms" columns={smsColumns} messageOf={(row) => row.smsMessageId} />
);

type EventTableOptions<Row extends { _id: string }> = EventTableProps<Row> &
  Pick<DataTableProps<Row>, "columns"> & { tab: "email" | "sms"; messageOf: (row: Row) => string };

function EventTable<Row extends { _id: string }>({
  list,
  widen,
  openId,
  tab,
  messageOf,
  ...table
}: EventTableOptions<Row>) {
  const t = useTexts(eventLogs);
  const location = useLocation();
  return (
    <DataTable
      {...table}
      list={list}
      isFixed
      label={t(`tabs.${tab}`)}
      rowHref={(row) => messageHref(location, list.page, { messageId: messageOf(row), event: row._id })}
      isCurrent={(row) => row._id === openId}
      empty={{ title: t("none"), text: <WidenSuggestions {...widen} /> }}
    />
  );
}

/** Suggestions if nothing matches. */
function WidenSuggestions({ from, to, recipient, phone, templateTypes, statuses }: ActiveFilters) {
  const t = useTexts(eventLogs);
  const ways = [
    t("widen.range", { from, to }),
    recipient && t("widen.recipient"),
    phone && t("widen.phone"),
    templateTypes.length > 0 && t("widen.templateType", { count: templateTypes.length }),
    statuses.length > 0 && t("widen.status", { count: statuses.length }),
  ].filter(Boolean);
  return (
    <>
      {t("widen.lead")} {ways.join("; ")}.
    </>
  );
}
