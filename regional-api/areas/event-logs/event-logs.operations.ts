/**
 * Logs of emails and texts (LOG). They show candidates' addresses, so they require apps:listCandidate on the
 * root department (GEN-17).
 */
import { invalid } from "../../core/errors";
import { checkEventRange, checkTemplateTypes } from "./event-logs.rules";
import { pageOf, type PageOf } from "../../core/paging";
import { phoneNumber as storedPhone } from "../../core/phone-numbers";
import { findApplication, findAssessment } from "../applications/applications.store";
import {
  listEmailEvents,
  listSmsEvents,
  mailHistory,
  smsHistory,
  type EmailEvent,
  type SmsEvent,
} from "./event-logs.store";
import type { CustomerCall } from "../../core/access";
import { builder, idArgs, textArgs, inputOf } from "../../core/builder";
import { holdsOn, onRootDepartment, scopeArgs } from "../../core/department-access";
import { query } from "../../core/operation";
import { type Page, pageType, Sort } from "../../core/page-types";
import { atMost, choice, declareBounds, firstRow, pageSize } from "../../core/bounds";
import { shownSender } from "../notifications/sent-mails.store";

declareBounds({
  lists: {
    "NotifGetEmailEventsByCustomerId.templateTypes": atMost(50, "template types", "Ask for"),
    "NotifGetSMSEventList.messageStatus": choice,
    "NotifGetSMSEventList.templateTypes": atMost(50, "template types", "Ask for"),
  },
  pages: {
    "NotifGetEmailEventsByCustomerId.skipEq": firstRow,
    "NotifGetEmailEventsByCustomerId.limitEq": pageSize,
    "NotifGetSMSEventList.skipEq": firstRow,
    "NotifGetSMSEventList.limitEq": pageSize,
  },
});

interface EventApplication {
  readonly id: string;
  readonly vacancyId: string;
}
/** An event with its application, if requested and visible to the caller. */
type WithApplication<Event> = Event & { readonly application?: EventApplication | null };

const EventApplicationType = builder.objectRef<EventApplication>("NotifEventApplication").implement({
  description: "The application that the message is about.",
  fields: (t) => ({ _id: t.exposeID("id"), vacancyId: t.exposeID("vacancyId") }),
});

const EmailEventType = builder.enumType("NotifEmailEventType", {
  values: ["Send", "Delivery", "Open", "Click", "Bounce", "Complaint"] as const,
});

const SmsStatus = builder.enumType("NotifSMSMessageStatus", {
  values: [
    ...(["SUCCESSFUL", "PENDING", "INVALID", "UNREACHABLE", "UNKNOWN", "BLOCKED"] as const),
    ...(["SPAM", "FAILED", "DELIVERED", "CARRIER_UNREACHABLE", "CLICK"] as const),
  ],
});

const EmailEventRef = builder.objectRef<WithApplication<EmailEvent>>("NotifEmailEvent").implement({
  fields: (t) => ({
    id: t.exposeID("id"),
    customerId: t.exposeID("customerId"),
    eventType: t.expose("eventType", { type: EmailEventType }),
    mailMessageId: t.exposeString("mailMessageId"),
    mailRecipient: t.exposeString("mailRecipient"),
    mailSender: t.string({
      resolve: ({ mailSender }, _args, { config }) => shownSender(mailSender, config.mailFrom),
    }),
    masterId: t.exposeString("masterId", { nullable: true }),
    subject: t.exposeString("subject"),
    templateId: t.exposeString("templateId"),
    templateType: t.exposeString("templateType"),
    timestamp: t.expose("timestamp", { type: "DateTime" }),
    application: t.field({
      type: EventApplicationType,
      nullable: true,
      description: "Returned only for the history of one message, to callers who may see the application.",
      resolve: ({ application }) => application ?? null,
    }),
  }),
});

const SmsEventRef = builder.objectRef<WithApplication<SmsEvent>>("NotifSMSEvent").implement({
  fields: (t) => ({
    id: t.exposeID("id"),
    customerId: t.exposeID("customerId"),
    templateType: t.exposeString("templateType"),
    smsMessageId: t.exposeString("smsMessageId"),
    smsOriginationPhoneNumber: t.exposeString("smsOriginationPhoneNumber"),
    totalMessageParts: t.exposeInt("totalMessageParts"),
    isoCountryCode: t.exposeString("isoCountryCode"),
    eventType: t.exposeString("eventType"),
    templateId: t.exposeString("templateId"),
    masterId: t.exposeString("masterId", { nullable: true }),
    carrierName: t.exposeString("carrierName", { nullable: true }),
    smsDestinationPhoneNumber: t.exposeString("smsDestinationPhoneNumber"),
    isFinal: t.boolean({ resolve: ({ isFinal }) => isFinal === 1 }),
    smsMessageStatus: t.expose("smsMessageStatus", { type: SmsStatus }),
    smsMessageStatusDescription: t.exposeString("smsMessageStatusDescription"),
    timestamp: t.expose("timestamp", { type: "DateTime" }),
    application: t.field({
      type: EventApplicationType,
      nullable: true,
      description: "Returned only for the history of one message, to callers who may see the application.",
      resolve: ({ application }) => application ?? null,
    }),
  }),
});

const EmailEventList = pageType("NotifEmailEventList", EmailEventRef);
const SmsEventList = pageType("NotifSMSEventList", SmsEventRef);

const DateRange = inputOf("NotifDateRangeInput", { gte: "DateTime", lte: "DateTime" });

const code = "apps:listCandidate";
const recipientLimit = 100;

/** Returns the rows found by `list` as a page, with the total that `list` supplies. */
async function paged<Event>(
  { skipEq, limitEq }: { skipEq: number; limitEq: number },
  list: (offsetOf: (total: number) => number) => Promise<Event[]>,
): Promise<Page<Event>> {
  pageOf(0, skipEq, limitEq);
  let pagination: PageOf | undefined;
  const data = await list((total) => {
    const { offset, ...page } = pageOf(total, skipEq, limitEq);
    pagination = page;
    return offset;
  });
  return { data, pagination: pagination ?? pageOf(0, skipEq, limitEq) };
}

query("NotifGetEmailEventsByCustomerId", {
  description: "A page of the events of a customer's emails.",
  type: EmailEventList,
  args: {
    ...scopeArgs,
    ...builder.args((t) => ({
      limitEq: t.int({ required: true }),
      skipEq: t.int({ required: true, description: "The number of rows to skip." }),
      mailRecipient: t.string({ description: "Part of the address, ignoring case." }),
      templateTypes: t.stringList(),
      isBounced: t.boolean({ description: "Only the events of emails that bounced." }),
      dateRange: t.field({ type: DateRange, required: true }),
    })),
  },
  access: onRootDepartment(code),
  resolve: async ({ mailRecipient, templateTypes, isBounced, dateRange, ...page }, { ctx, customer }) => {
    checkEventRange(dateRange, "email", ctx.now);
    const types = templateTypesOf(templateTypes);
    if ((mailRecipient?.length ?? 0) > recipientLimit)
      throw invalid(`Please enter at most ${recipientLimit} characters`);
    const search = {
      customerId: customer.id,
      from: dateRange.gte,
      to: dateRange.lte,
      recipient: mailRecipient ?? "",
      templateTypes: types,
      isBounced: isBounced === true,
    };
    return paged(page, (offsetOf) => listEmailEvents(ctx.db, search, page.limitEq, offsetOf));
  },
});

/**
 * Returns the distinct template types, each of which is counted by a statement of its own. Throws for an
 * unknown one.
 */
function templateTypesOf(asked: readonly string[] | null | undefined): string[] {
  const types = [...new Set(asked)];
  checkTemplateTypes(types);
  return types;
}

/** Returns the application of an assessment of the call's customer, or null if the caller may not see it. */
async function applicationOf(
  call: CustomerCall,
  assessmentId: string | null | undefined,
): Promise<EventApplication | null> {
  const assessment = assessmentId ? await findAssessment(call.ctx.db, assessmentId) : undefined;
  const application = assessment && (await findApplication(call.ctx.db, assessment.applicationId));
  if (application?.customerId !== call.customer.id) return null;
  return (await holdsOn(call, "apps:viewApplication", application.hierarchyId)) ? application : null;
}

query("NotifGetEmailEventByMailMessageId", {
  description: "The events of one email.",
  type: [EmailEventRef],
  args: { ...idArgs("customerId"), ...textArgs("mailMessageId") },
  access: onRootDepartment(code),
  resolve: async ({ mailMessageId }, call) => {
    const events = await mailHistory(call.ctx.db, call.customer.id, mailMessageId);
    const application = await applicationOf(call, events[0]?.assessmentId);
    return events.map((event) => ({ ...event, application }));
  },
});

query("NotifGetSMSEventList", {
  description: "A page of the events of a customer's text messages.",
  type: SmsEventList,
  args: builder.args((t) => ({
    customerId: t.id({ required: true }),
    limitEq: t.int({ required: true }),
    skipEq: t.int({ required: true, description: "The number of rows to skip." }),
    phoneNumber: t.string({ description: "The whole phone number with its country code." }),
    templateTypes: t.stringList(),
    messageStatus: t.field({ type: [SmsStatus] }),
    dateRange: t.field({ type: DateRange, required: true }),
    sort: t.field({ type: Sort }),
  })),
  access: onRootDepartment(code),
  resolve: async (
    { phoneNumber, templateTypes, messageStatus, dateRange, sort, ...page },
    { ctx, customer },
  ) => {
    checkEventRange(dateRange, "sms", ctx.now);
    const types = templateTypesOf(templateTypes);
    if (sort && sort.fieldName !== "timestamp") throw invalid("The list cannot be sorted by this field");
    const phone = phoneNumber ? storedPhone(phoneNumber) : "";
    if (phone === undefined) throw invalid("Please enter phone number in a valid format");
    const search = {
      customerId: customer.id,
      from: dateRange.gte,
      to: dateRange.lte,
      phoneNumber: phone,
      templateTypes: types,
      statuses: [...new Set(messageStatus)],
    };
    const how = { order: sort?.order ?? "desc", limit: page.limitEq };
    return paged(page, (offsetOf) => listSmsEvents(ctx.db, search, how, offsetOf));
  },
});

query("NotifGetSMSEventBySmsMessageId", {
  type: [SmsEventRef],
  description: "The events of one text message, oldest first.",
  args: { ...idArgs("customerId"), ...textArgs("smsMessageId") },
  access: onRootDepartment(code),
  resolve: async ({ smsMessageId }, call) => {
    const events = await smsHistory(call.ctx.db, call.customer.id, smsMessageId);
    const application = await applicationOf(call, events[0]?.assessmentId);
    return events.map((event) => ({ ...event, application }));
  },
});
