/**
 * Messages to candidates about an assessment: queued in the outbox, and logged with their outcome (INV-14).
 */
import { flatMapSequentially, mapSequentially } from "../../store/sequential";
import {
  composeMessage,
  type CandidateMessageFacts,
  type CandidateTemplate,
  type ThreadMessage,
  type MessageOutcome,
} from "./candidate-messages.rules";
import type { Config } from "../../config";
import { regionCustomer } from "../../core/customers.store";
import { newId } from "../../core/ids";
import { interviewLink, myInsightsLink } from "./interview-links";
import type { NotificationChannel } from "../notifications/notifications.rules";
import { countryOfPhone } from "../../core/phone-numbers";
import type { AwsRegion } from "../../../shared/regions";
import { smsParts } from "../sms/sms-length";
import { parseWorkflowCopy } from "../workflows/workflow-stages";
import { batchInserter } from "../../store/batch-insert";
import { anyOf } from "../../store/dialect";
import type { Reader, Writer } from "../../store/engine";
import {
  isNotificationOn,
  notificationSwitches,
  effectiveTemplate,
} from "../notifications/notification-settings.store";
import { outbox } from "../../core/outbox.store";
import type { Row } from "../../store/tables";
import { sendCustomerMail } from "../notifications/sent-mails.store";
import { refundSmsCredits, smsCreditsOf, spendSmsCredits } from "../sms/sms-credits.store";
import { prepared, sql } from "../../store/sql";

/** Sender number of each region's text messages. */
const smsOrigins: Readonly<Record<AwsRegion, string>> = {
  "ap-southeast-2": "+61480015000",
  "eu-west-1": "+447537400100",
  "us-east-1": "+18335550100",
};

/** Returns the sender number of a region's text messages. */
export const smsOriginOf = (awsRegion: AwsRegion): string => smsOrigins[awsRegion];

const insertSms = batchInserter("sms_events", {
  ...{ id: "text", customerId: "text", eventType: "text", smsMessageId: "text", smsMessageStatus: "text" },
  ...{ smsMessageStatusDescription: "text", smsOriginationPhoneNumber: "text" },
  ...{ smsDestinationPhoneNumber: "text", totalMessageParts: "bigint", isoCountryCode: "text" },
  ...{ carrierName: "text", isFinal: "bigint", masterId: "text", assessmentId: "text", templateId: "text" },
  ...{ templateType: "text", timestamp: "bigint" },
});

export interface CandidateMessage extends CandidateMessageFacts {
  readonly customerId: string;
  readonly template: CandidateTemplate;
  /** The assessment that the message is about, if any; the event log is indexed by it. */
  readonly assessment: Pick<Row<"assessments">, "id" | "externalAssessmentPackageId"> | null;
  /** The interview's language; selects the tab of the customer's notification settings. */
  readonly language: string;
}

type MessageKind = Pick<CandidateMessage, "customerId" | "template" | "language">;
type TextConfig = Pick<Config, "texts">;

/** Time of sending, and the SMS configuration. */
export type SendContext = { readonly now: number; readonly config: TextConfig };

/** True if the customer's settings allow messages of this kind (NOTIF-03, NOTIF-21, NOTIF-22). */
async function isMessageOn(db: Reader, message: MessageKind, channel: NotificationChannel): Promise<boolean> {
  const { customerId, template, language } = message;
  if (channel === "SMS" && (await notificationSwitches(db, customerId))?.isGlobalSmsEnabled === 0)
    return false;
  return isNotificationOn(db, customerId, { name: template, type: channel }, language);
}

/** True if the customer's settings allow texts of this kind and an SMS gateway is configured (SMS-31). */
export const isTextOn = async (db: Reader, message: MessageKind, { texts }: TextConfig): Promise<boolean> =>
  texts !== "NONE" && (await isMessageOn(db, message, "SMS"));

/** Message switches of a stage, per channel. */
export interface MessageSwitches {
  readonly stageId: string;
  readonly template: CandidateTemplate;
  readonly isMailOn: boolean;
  readonly isTextOn: boolean;
  /** Number of these text messages that the customer's SMS credits cover. */
  readonly smsReach: number;
}

/** Placeholder of a real assessment id's length, for computing link lengths. */
const anyId = "0".repeat(24);

/** Returns the message switches of a vacancy's stages under the customer's current settings. */
export async function messageSwitches(
  db: Reader,
  { customerId, title, workflow }: Pick<Row<"vacancies">, "customerId" | "title" | "workflow">,
  config: TextConfig,
): Promise<MessageSwitches[]> {
  const { credits } = await smsCreditsOf(db, customerId);
  const customer = (await regionCustomer(db, customerId))?.displayName ?? "";
  return flatMapSequentially(
    parseWorkflowCopy(workflow).stages,
    async ({ _id: stageId, product, language }) => {
      const templates: CandidateTemplate[] = [
        `${product}_INVITE`,
        `RESEND_${product}_INVITE`,
        "APPLICATION_DECLINE",
      ];
      if (product === "FI") templates.push("MI_REPORT");
      return mapSequentially(templates, async (template) => {
        const kind = { customerId, template, language };
        const isMailOn = await isMessageOn(db, kind, "EMAIL");
        const isOn = await isTextOn(db, kind, config);
        const link =
          template === "MI_REPORT"
            ? myInsightsLink(db.awsRegion, anyId)
            : interviewLink(db.awsRegion, product, anyId);
        const { sms } = composeMessage(template, { firstName: "", vacancy: title, customer, link });
        const smsReach = Math.floor(credits / smsParts(sms));
        return { stageId, template, isMailOn, isTextOn: isOn, smsReach };
      });
    },
  );
}

/** Contact details of a candidate; null if unknown. */
export interface ContactDetails {
  readonly email: string | null;
  readonly phoneNumber: string | null;
}

/** Outcome of a message by channel. */
export interface Delivery {
  readonly mail: Exclude<MessageOutcome, "NO_CREDITS" | "UNAVAILABLE">;
  readonly text: MessageOutcome;
}

/** True if a message was sent through any channel. */
export const wasSent = ({ mail, text }: Delivery): boolean => mail === "SENT" || text === "SENT";

/** True if a message can be sent through any channel, given the settings and the known contacts. */
export const maySend = async (
  db: Reader,
  { email, phoneNumber }: ContactDetails,
  message: MessageKind,
  config: TextConfig,
): Promise<boolean> =>
  (!!email && (await isMessageOn(db, message, "EMAIL"))) ||
  (!!phoneNumber && (await isTextOn(db, message, config)));

/**
 * Sends a candidate the message through every available channel, mail and SMS; returns the outcome of each.
 * Call inside a transaction; concurrent calls are allowed (`mapConcurrently`).
 */
export async function sendToCandidate(
  db: Writer,
  { email, phoneNumber }: ContactDetails,
  message: CandidateMessage,
  sending: SendContext,
): Promise<Delivery> {
  const mail = email ? await mailCandidate(db, email, message, sending.now) : "NO_ADDRESS";
  const text = phoneNumber ? await textCandidate(db, phoneNumber, message, sending) : "NO_ADDRESS";
  return { mail, text };
}

/** Mails a candidate. Returns OFF if the customer turned this message off. */
async function mailCandidate(
  db: Writer,
  to: string,
  message: CandidateMessage,
  now: number,
): Promise<Extract<MessageOutcome, "SENT" | "OFF">> {
  if (!(await isMessageOn(db, message, "EMAIL"))) return "OFF";
  const { customerId, template, assessment, language, link } = message;
  const { subject, text } = composeMessage(template, message);
  await sendCustomerMail(
    db,
    {
      customerId,
      to,
      subject,
      text,
      templateType: template,
      language,
      ...(assessment && { masterId: assessment.externalAssessmentPackageId, assessmentId: assessment.id }),
      data: { assessmentId: assessment?.id, link },
    },
    now,
  );
  return "SENT";
}

const failedSms = (why: string) =>
  ({
    eventType: "_SMS.FAILURE",
    smsMessageStatus: "FAILED",
    smsMessageStatusDescription: `Not sent: ${why}`,
    isFinal: 1,
  }) as const;

/** Log events for a queued text and for each final outcome. */
const smsOutcomes = {
  WAITING: {
    eventType: "_SMS.BUFFERED",
    smsMessageStatus: "PENDING",
    smsMessageStatusDescription: "Message has been sent and is waiting for the carrier",
    isFinal: 0,
  },
  TAKEN: {
    eventType: "_SMS.SUCCESS",
    smsMessageStatus: "SUCCESSFUL",
    smsMessageStatusDescription: "Message has been accepted by phone carrier",
    isFinal: 1,
  },
  NO_CREDITS: failedSms("there are not enough SMS credits"),
  REFUSED: failedSms("the carrier refused it. Its SMS credits were given back"),
  GIVEN_UP: failedSms("the carrier could not be reached in time. Its SMS credits were given back"),
  REMOVED: failedSms("the candidate was removed before. Its SMS credits were given back"),
} as const;

/**
 * Queues a text message to a candidate and returns its outcome: UNAVAILABLE without an SMS gateway, OFF if
 * the customer turned this message off, NO_CREDITS if credits do not suffice, which is logged as a failure.
 * Call inside a transaction.
 */
export async function textCandidate(
  db: Writer,
  to: string,
  message: CandidateMessage,
  { now, config }: SendContext,
): Promise<Extract<MessageOutcome, "SENT" | "OFF" | "UNAVAILABLE" | "NO_CREDITS">> {
  if (!(await isTextOn(db, message, config))) return config.texts === "NONE" ? "UNAVAILABLE" : "OFF";
  const { customerId, template, assessment, language, link } = message;
  const { subject, sms } = composeMessage(template, message);
  const totalMessageParts = smsParts(sms);
  const isPaid = await spendSmsCredits(db, customerId, totalMessageParts, now);
  const data = { assessmentId: assessment?.id, link };
  const isSent = config.texts === "OUTBOX";
  const text = {
    channel: "SMS",
    to,
    subject,
    text: sms,
    templateType: template,
    customerId,
    data,
    isSent,
  } as const;
  const outcome = isPaid ? (isSent ? "TAKEN" : "WAITING") : "NO_CREDITS";
  await insertSms(db, {
    id: newId(now),
    customerId,
    smsMessageId: isPaid ? await outbox.add(db, text, now) : newId(now),
    ...smsOutcomes[outcome],
    smsOriginationPhoneNumber: smsOriginOf(db.awsRegion),
    smsDestinationPhoneNumber: to,
    totalMessageParts,
    isoCountryCode: countryOfPhone(to),
    carrierName: null,
    masterId: assessment?.externalAssessmentPackageId ?? null,
    assessmentId: assessment?.id ?? null,
    templateId: await effectiveTemplate(db, customerId, language, { name: template, type: "SMS" }),
    templateType: template,
    timestamp: now,
  });
  return isPaid ? "SENT" : "NO_CREDITS";
}

const selectSmsEvents = prepared<{ smsMessageId: string }>()((p) =>
  sql.selectFrom("sms_events").selectAll().where("smsMessageId", "=", p.smsMessageId),
);

/**
 * Logs the final outcome of a text message and refunds the credits if no carrier accepted it. Copies the
 * logged event, so that personal data erased from it in the meantime stays erased. Call inside a transaction.
 */
export async function endText(
  db: Writer,
  smsMessageId: string,
  end: "TAKEN" | "REFUSED" | "GIVEN_UP" | "REMOVED",
  now: number,
): Promise<void> {
  const events = await selectSmsEvents.all(db, { smsMessageId });
  const [first] = events;
  if (!first || events.some(({ isFinal }) => isFinal === 1)) return;
  const { seq: _, ...event } = first;
  await insertSms(db, { ...event, ...smsOutcomes[end], id: newId(now), timestamp: now });
  if (end !== "TAKEN") await refundSmsCredits(db, event.customerId, event.totalMessageParts, now);
}

const selectLatest = prepared<{ assessmentId: string; templateTypes: readonly string[] }>()((p) =>
  sql
    .selectFrom("email_events")
    .select(["eventType", "templateType", "timestamp"])
    .where("assessmentId", "=", p.assessmentId)
    .where(anyOf("templateType", p.templateTypes))
    .orderBy("timestamp", "desc")
    .orderBy("seq", "desc")
    .limit(1),
);

// Far more messages than one interview causes. The limits keep a runaway sender from flooding the response.
const selectMails = prepared<{ assessmentId: string }>()((p) =>
  sql
    .selectFrom("email_events")
    .select(["mailMessageId", "eventType", "subject", "templateType", "timestamp", "seq"])
    .where("assessmentId", "=", p.assessmentId)
    .limit(500),
);

const selectTexts = prepared<{ assessmentId: string }>()((p) =>
  sql
    .selectFrom("sms_events")
    .select(["smsMessageId", "smsMessageStatus", "templateType", "timestamp", "seq"])
    .where("assessmentId", "=", p.assessmentId)
    .limit(500),
);

const selectMail = prepared<{ mailMessageId: string }>()((p) =>
  sql
    .selectFrom("email_events")
    .select(["customerId", "subject", "mailMessageId as id"])
    .where("mailMessageId", "=", p.mailMessageId)
    .limit(1),
);

const selectText = prepared<{ smsMessageId: string }>()((p) =>
  sql
    .selectFrom("sms_events")
    .select(["customerId", "templateType as subject", "smsMessageId as id"])
    .where("smsMessageId", "=", p.smsMessageId)
    .limit(1),
);

/** Returns a mail's customer and subject by the message id its events share, for any customer. */
export const findMail = (db: Reader, mailMessageId: string) => selectMail.get(db, { mailMessageId });

/** Returns a text message's customer and template by its id, for any customer. */
export const findTextMessage = (db: Reader, smsMessageId: string) => selectText.get(db, { smsMessageId });

/** Returns the mails and texts about an assessment, each with its events, oldest first. */
export async function messagesAbout(db: Reader, assessmentId: string): Promise<ThreadMessage[]> {
  const mails = (await selectMails.all(db, { assessmentId })).map(
    ({ mailMessageId, eventType, ...event }) => ({
      ...event,
      channel: "EMAIL" as const,
      id: mailMessageId,
      type: eventType,
    }),
  );
  const texts = (await selectTexts.all(db, { assessmentId })).map(
    ({ smsMessageId, smsMessageStatus, ...event }) => ({
      ...event,
      channel: "SMS" as const,
      id: smsMessageId,
      subject: null,
      type: smsMessageStatus,
    }),
  );
  const messages = new Map<string, ThreadMessage & { events: { type: string; at: number }[] }>();
  for (const { channel, id, templateType, subject, type, timestamp } of [...mails, ...texts].sort(
    (a, b) => a.timestamp - b.timestamp || a.seq - b.seq,
  )) {
    const known = messages.get(`${channel} ${id}`);
    const event = { type, at: timestamp };
    if (known) known.events.push(event);
    else messages.set(`${channel} ${id}`, { channel, id, templateType, subject, events: [event] });
  }
  return [...messages.values()];
}

/** Returns the newest event of an assessment's mails with these templates (APP-49). */
export async function latestEmailEvent(db: Reader, assessmentId: string, templateTypes: readonly string[]) {
  return selectLatest.get(db, { assessmentId, templateTypes });
}
