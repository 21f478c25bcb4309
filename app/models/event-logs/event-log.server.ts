import { paginationFields } from "~/models/list/pagination.server";
import type { ListState } from "~/models/list/list-state";
import { scopeIds, type Scope } from "~/services/console-args";
import { graphql } from "~/services/graphql";
import type { RegionalApi, ResultOf } from "~/services/regional-api.server";
import type { EventSearch } from "./event-search.server";

const emailsDocument = graphql(
  `
    query EmailEvents(
      $organizationId: ID!
      $customerId: ID!
      $hierarchyId: ID!
      $limitEq: Int!
      $skipEq: Int!
      $mailRecipient: String
      $templateTypes: [String!]
      $dateRange: NotifDateRangeInput!
    ) {
      NotifGetEmailEventsByCustomerId(
        organizationId: $organizationId
        customerId: $customerId
        hierarchyId: $hierarchyId
        limitEq: $limitEq
        skipEq: $skipEq
        mailRecipient: $mailRecipient
        templateTypes: $templateTypes
        dateRange: $dateRange
      ) {
        data {
          id
          eventType
          mailMessageId
          mailRecipient
          subject
          templateId
          templateType
          timestamp
        }
        pagination {
          ...PaginationFields
        }
      }
    }
  `,
  [paginationFields],
);

const textsDocument = graphql(
  `
    query SmsEvents(
      $customerId: ID!
      $limitEq: Int!
      $skipEq: Int!
      $phoneNumber: String
      $templateTypes: [String!]
      $messageStatus: [NotifSMSMessageStatus!]
      $dateRange: NotifDateRangeInput!
      $sort: SortInput
    ) {
      NotifGetSMSEventList(
        customerId: $customerId
        limitEq: $limitEq
        skipEq: $skipEq
        phoneNumber: $phoneNumber
        templateTypes: $templateTypes
        messageStatus: $messageStatus
        dateRange: $dateRange
        sort: $sort
      ) {
        data {
          id
          smsMessageId
          smsMessageStatus
          smsDestinationPhoneNumber
          templateId
          templateType
          timestamp
        }
        pagination {
          ...PaginationFields
        }
      }
    }
  `,
  [paginationFields],
);

const mailDocument = graphql(`
  query EmailEvent($customerId: ID!, $mailMessageId: String!) {
    NotifGetEmailEventByMailMessageId(customerId: $customerId, mailMessageId: $mailMessageId) {
      id
      eventType
      mailMessageId
      mailRecipient
      mailSender
      subject
      templateId
      templateType
      timestamp
      application {
        _id
        vacancyId
      }
    }
  }
`);

const textDocument = graphql(`
  query SmsEvent($customerId: ID!, $smsMessageId: String!) {
    NotifGetSMSEventBySmsMessageId(customerId: $customerId, smsMessageId: $smsMessageId) {
      id
      smsMessageId
      smsMessageStatus
      smsMessageStatusDescription
      smsOriginationPhoneNumber
      smsDestinationPhoneNumber
      totalMessageParts
      isoCountryCode
      carrierName
      templateId
      templateType
      timestamp
      application {
        _id
        vacancyId
      }
    }
  }
`);

export type MailHistory = ResultOf<typeof mailDocument>["NotifGetEmailEventByMailMessageId"];
export type TextHistory = ResultOf<typeof textDocument>["NotifGetSMSEventBySmsMessageId"];

type Filters = EventSearch["filters"];
type Range = NonNullable<EventSearch["range"]>;
const isoRange = ({ gte, lte }: Range) => ({ gte: gte.toISOString(), lte: lte.toISOString() });
/** Rows are skipped, not pages (LOG-13, LOG-31). */
const pageOf = ({ page, size }: Pick<ListState, "page" | "size">) => ({
  limitEq: size,
  skipEq: (page - 1) * size,
});
const withId = <Event extends { id: string }>({ id, ...event }: Event) => ({ _id: id, ...event });

/** A page of a customer's email events, newest first (LOG-13); empty filters are not sent. Throws ApiError. */
export async function getEmailEvents(
  api: RegionalApi,
  scope: Scope,
  { recipient, templateTypes }: Filters,
  range: Range,
  state: ListState,
) {
  const { NotifGetEmailEventsByCustomerId: answer } = await api.query(emailsDocument, {
    ...scopeIds(scope),
    ...pageOf(state),
    dateRange: isoRange(range),
    ...(recipient && { mailRecipient: recipient }),
    ...(templateTypes.length > 0 && { templateTypes }),
  });
  return { ...answer, data: answer.data.map(withId) };
}
export type EmailEventRow = Awaited<ReturnType<typeof getEmailEvents>>["data"][number];

/** A page of a customer's SMS events in the order asked for (LOG-31); empty filters are not sent. Throws ApiError. */
export async function getSmsEvents(
  api: RegionalApi,
  { customerId }: Pick<Scope, "customerId">,
  { phone, templateTypes, statuses }: Filters,
  range: Range,
  state: ListState,
) {
  const { NotifGetSMSEventList: answer } = await api.query(textsDocument, {
    customerId,
    ...pageOf(state),
    dateRange: isoRange(range),
    sort: { fieldName: state.sort, order: state.order },
    ...(phone && { phoneNumber: phone }),
    ...(templateTypes.length > 0 && { templateTypes }),
    ...(statuses.length > 0 && { messageStatus: statuses }),
  });
  return { ...answer, data: answer.data.map(withId) };
}
export type SmsEventRow = Awaited<ReturnType<typeof getSmsEvents>>["data"][number];

/** The events of one mail, oldest first (LOG-15); empty when none are known. Throws ApiError. */
export async function getMailHistory(api: RegionalApi, customerId: string, mailMessageId: string) {
  const { NotifGetEmailEventByMailMessageId: events } = await api.query(mailDocument, {
    customerId,
    mailMessageId,
  });
  return events;
}

/** The events of one text message, oldest first; empty when none are known. Throws ApiError. */
export async function getTextHistory(api: RegionalApi, customerId: string, smsMessageId: string) {
  const { NotifGetSMSEventBySmsMessageId: events } = await api.query(textDocument, {
    customerId,
    smsMessageId,
  });
  return events;
}
