import { type ListState, pageArgs } from "~/models/list/list-state";
import { graphql } from "~/services/graphql";
import { pageQueryOf, queryOf } from "~/services/operation.server";
import type { ResultOf } from "~/services/regional-api.server";
import type { EventSearch } from "./event-search.server";
import type { CustomerApi } from "~/services/customer-api.server";

const emailEventsFields = graphql(`
  fragment EmailEventsFields on NotifEmailEvent @_unmask {
    id
    eventType
    mailMessageId
    mailRecipient
    subject
    templateId
    templateType
    timestamp
  }
`);
const fetchEmails = pageQueryOf("NotifGetEmailEventsByCustomerId", emailEventsFields, "EmailEvents");

const smsEventsFields = graphql(`
  fragment SmsEventsFields on NotifSMSEvent @_unmask {
    id
    smsMessageId
    smsMessageStatus
    smsDestinationPhoneNumber
    templateId
    templateType
    timestamp
  }
`);
const fetchTexts = pageQueryOf("NotifGetSMSEventList", smsEventsFields, "SmsEvents");

const emailEventFields = graphql(
  `
    fragment EmailEventFields on NotifEmailEvent @_unmask {
      ...EmailEventsFields
      mailSender
      application {
        _id
        vacancyId
      }
    }
  `,
  [emailEventsFields],
);
const fetchMail = queryOf("NotifGetEmailEventByMailMessageId", emailEventFields, "EmailEvent");

const smsEventFields = graphql(
  `
    fragment SmsEventFields on NotifSMSEvent @_unmask {
      ...SmsEventsFields
      smsMessageStatusDescription
      smsOriginationPhoneNumber
      totalMessageParts
      isoCountryCode
      carrierName
      application {
        _id
        vacancyId
      }
    }
  `,
  [smsEventsFields],
);
const fetchText = queryOf("NotifGetSMSEventBySmsMessageId", smsEventFields, "SmsEvent");

export type MailHistory = ResultOf<typeof emailEventFields>[];
export type TextHistory = ResultOf<typeof smsEventFields>[];

type Filters = EventSearch["filters"];
type Range = NonNullable<EventSearch["range"]>;
const isoRange = ({ gte, lte }: Range) => ({ gte: gte.toISOString(), lte: lte.toISOString() });
const withId = <Event extends { id: string }>({ id, ...event }: Event) => ({ _id: id, ...event });

/** A page of a customer's email events, newest first (LOG-13); empty filters are omitted. Throws ApiError. */
export async function getEmailEvents(
  api: CustomerApi,
  { recipient, templateTypes, isBounced }: Filters,
  range: Range,
  state: ListState,
) {
  const answer = await fetchEmails(api, {
    ...pageArgs(state),
    dateRange: isoRange(range),
    ...(recipient && { mailRecipient: recipient }),
    ...(isBounced && { isBounced }),
    ...(templateTypes.length > 0 && { templateTypes }),
  });
  return { ...answer, data: answer.data.map(withId) };
}
export type EmailEventRow = Awaited<ReturnType<typeof getEmailEvents>>["data"][number];

/** A page of a customer's SMS events in the requested order (LOG-31); empty filters are omitted. Throws ApiError. */
export async function getSmsEvents(
  api: CustomerApi,
  { phone, templateTypes, statuses }: Filters,
  range: Range,
  state: ListState,
) {
  const answer = await fetchTexts(api, {
    ...pageArgs(state),
    dateRange: isoRange(range),
    sort: { fieldName: state.sort, order: state.order },
    ...(phone && { phoneNumber: phone }),
    ...(templateTypes.length > 0 && { templateTypes }),
    ...(statuses.length > 0 && { messageStatus: statuses }),
  });
  return { ...answer, data: answer.data.map(withId) };
}
export type SmsEventRow = Awaited<ReturnType<typeof getSmsEvents>>["data"][number];

/** Events of one mail, oldest first (LOG-15); empty if none are known. Throws ApiError. */
export const getMailHistory = (api: CustomerApi, mailMessageId: string) => fetchMail(api, { mailMessageId });

/** Events of one text message, oldest first; empty if none are known. Throws ApiError. */
export const getTextHistory = (api: CustomerApi, smsMessageId: string) => fetchText(api, { smsMessageId });
