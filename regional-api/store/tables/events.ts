import { bit, integer, oneOf, sequence, table, text, time } from "./columns";

const emailEventTypes = ["Send", "Delivery", "Open", "Click", "Bounce", "Complaint"] as const;
export type EmailEventType = (typeof emailEventTypes)[number];

const smsMessageStatuses = [
  "SUCCESSFUL",
  "PENDING",
  "INVALID",
  "UNREACHABLE",
  "UNKNOWN",
  "BLOCKED",
  "SPAM",
  "FAILED",
  "DELIVERED",
  "CARRIER_UNREACHABLE",
  "CLICK",
] as const;
export type SmsMessageStatus = (typeof smsMessageStatuses)[number];

export const eventsTables = {
  /** Each distinct recipient of a customer's mails; maintained by triggers. */
  email_recipients: table(
    {
      seq: sequence(),
      customerId: text(),
      recipient: text(),
    },
    {
      constraints: ["UNIQUE (customerId, recipient)"],
      indexes: {
        email_recipients_search: { postgres: "USING gin (customerId, recipient gin_trgm_ops)" },
      },
    },
  ),
  /** One event of a mail; the events of a mail share mailMessageId (LOG-15). */
  email_events: table(
    {
      seq: sequence(),
      id: text(),
      customerId: text().references("customers"),
      eventType: oneOf(...emailEventTypes),
      mailMessageId: text(),
      /** Lower case. */
      mailRecipient: text().check("mailRecipient = lower(mailRecipient)"),
      mailSender: text(),
      /** For mails about an assessment: masterId is its externalAssessmentPackageId, assessmentId its id. */
      masterId: text().optional(),
      assessmentId: text().optional(),
      subject: text(),
      templateId: text(),
      templateType: text(),
      timestamp: time(),
    },
    {
      indexes: {
        email_events_time: "customerId, timestamp, seq, templateType, mailRecipient",
        email_events_message: "mailMessageId, timestamp",
        email_events_assessment: "assessmentId, templateType, timestamp WHERE assessmentId IS NOT NULL",
        email_events_recipient: "customerId, mailRecipient, timestamp, seq, templateType",
        email_events_bounced:
          "customerId, timestamp, seq, templateType, mailRecipient WHERE eventType = 'Bounce'",
      },
    },
  ),
  sms_events: table(
    {
      seq: sequence(),
      id: text(),
      customerId: text().references("customers"),
      eventType: text(),
      smsMessageId: text(),
      smsOriginationPhoneNumber: text(),
      /** "+", country code and number without spaces. */
      smsDestinationPhoneNumber: text(),
      smsMessageStatus: oneOf(...smsMessageStatuses),
      smsMessageStatusDescription: text(),
      totalMessageParts: integer(),
      isoCountryCode: text(),
      carrierName: text().optional(),
      isFinal: bit(),
      masterId: text().optional(),
      assessmentId: text().optional(),
      templateId: text(),
      templateType: text(),
      timestamp: time(),
    },
    {
      indexes: {
        sms_events_time: "customerId, timestamp, seq, smsMessageStatus, templateType",
        sms_events_phone:
          "customerId, smsDestinationPhoneNumber, timestamp, seq, smsMessageStatus, templateType",
        sms_events_assessment: "assessmentId WHERE assessmentId IS NOT NULL",
        sms_events_message: "smsMessageId",
      },
    },
  ),
  /**
   * Number of events per span of `span` ms; `bucket` numbers the spans since 1970. Maintained by triggers.
   */
  email_event_counts: table(
    {
      customerId: text(),
      span: integer(),
      bucket: integer(),
      templateType: text(),
      count: integer(),
    },
    { primaryKey: ["customerId", "span", "bucket", "templateType"] },
  ),
  /**
   * Number of events per span of `span` ms; `bucket` numbers the spans since 1970. Maintained by triggers.
   */
  sms_event_counts: table(
    {
      customerId: text(),
      span: integer(),
      bucket: integer(),
      templateType: text(),
      count: integer(),
      smsMessageStatus: text<SmsMessageStatus>(),
    },
    { primaryKey: ["customerId", "span", "bucket", "templateType", "smsMessageStatus"] },
  ),
};
