import type { GeneratedAlways } from "kysely";
import type { Bit } from "./columns";

export type EmailEventType = "Send" | "Delivery" | "Open" | "Click" | "Bounce" | "Complaint";

export type SmsMessageStatus =
  | "SUCCESSFUL"
  | "PENDING"
  | "INVALID"
  | "UNREACHABLE"
  | "UNKNOWN"
  | "BLOCKED"
  | "SPAM"
  | "FAILED"
  | "DELIVERED"
  | "CARRIER_UNREACHABLE"
  | "CLICK";

/** One thing that happened to one mail; the events of a mail share mailMessageId (LOG-15). */
interface EmailEventTable {
  seq: GeneratedAlways<number>;
  id: string;
  customerId: string;
  eventType: EmailEventType;
  mailMessageId: string;
  /** Lower case. */
  mailRecipient: string;
  mailSender: string;
  /** The assessment's externalAssessmentPackageId, for mails about one; so is assessmentId its id. */
  masterId: string | null;
  assessmentId: string | null;
  subject: string;
  templateId: string;
  templateType: string;
  timestamp: number;
}

interface SmsEventTable {
  seq: GeneratedAlways<number>;
  id: string;
  customerId: string;
  eventType: string;
  smsMessageId: string;
  smsOriginationPhoneNumber: string;
  /** "+", country code and number without blanks. */
  smsDestinationPhoneNumber: string;
  smsMessageStatus: SmsMessageStatus;
  smsMessageStatusDescription: string;
  totalMessageParts: number;
  isoCountryCode: string;
  carrierName: string | null;
  isFinal: Bit;
  masterId: string | null;
  assessmentId: string | null;
  templateId: string;
  templateType: string;
  timestamp: number;
}

/** How many events of a kind there are in a span of so many ms; `bucket` counts spans from 1970 on. Kept by triggers. */
interface EventCountTable {
  customerId: string;
  span: number;
  bucket: number;
  templateType: string;
  count: number;
}

/** Each recipient of a customer's mails once, kept by triggers. */
interface EmailRecipientTable {
  seq: GeneratedAlways<number>;
  customerId: string;
  recipient: string;
}

export interface EventsTables {
  email_recipients: EmailRecipientTable;
  email_events: EmailEventTable;
  sms_events: SmsEventTable;
  email_event_counts: EventCountTable;
  sms_event_counts: EventCountTable & { smsMessageStatus: SmsMessageStatus };
}
