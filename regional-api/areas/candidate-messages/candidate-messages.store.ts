/** Messages to candidates about an assessment: into the outbox and, as sent, into the event logs (INV-14). */
import { flatMapInTurn, mapInTurn } from "../../store/in-turn";
import {
  composeMessage,
  type CandidateMessageFacts,
  type CandidateTemplate,
  type ThreadMessage,
  type MessageOutcome,
} from "./candidate-messages.rules";
import { regionCustomer } from "../../core/customers.store";
import { newId } from "../../core/ids";
import { interviewLink, myInsightsLink } from "./interview-links";
import type { NotificationChannel } from "../notifications/notifications.rules";
import { countryOfPhone } from "../../core/phone-numbers";
import type { AwsRegion } from "../../regions";
import { smsParts } from "../sms/sms-length";
import { parseWorkflowCopy } from "../workflows/workflow-stages";
import { adderOf } from "../../store/adding";
import { anyOf } from "../../store/dialect";
import type { Reader, Writer } from "../../store/engine";
import {
  isNotificationOn,
  notificationSwitches,
  templateInForce,
} from "../notifications/notification-settings.store";
import { outbox } from "../../core/outbox.store";
import type { Row } from "../../store/tables";
import { sendCustomerMail } from "../notifications/sent-mails.store";
import { smsCreditsOf, spendSmsCredits } from "../sms/sms-credits.store";
import { prepared, sql } from "../../store/sql";

/** The number that each region's messages come from. */
const smsOrigins: Readonly<Record<AwsRegion, string>> = {
  "ap-southeast-2": "+61480015000",
  "eu-west-1": "+447537400100",
  "us-east-1": "+18335550100",
};

const insertSms = adderOf("sms_events", {
  ...{ id: "text", customerId: "text", eventType: "text", smsMessageId: "text", smsMessageStatus: "text" },
  ...{ smsMessageStatusDescription: "text", smsOriginationPhoneNumber: "text" },
  ...{ smsDestinationPhoneNumber: "text", totalMessageParts: "bigint", isoCountryCode: "text" },
  ...{ carrierName: "text", isFinal: "bigint", masterId: "text", assessmentId: "text", templateId: "text" },
  ...{ templateType: "text", timestamp: "bigint" },
});

export interface CandidateMessage extends CandidateMessageFacts {
  readonly customerId: string;
  readonly template: CandidateTemplate;
  /** What it is about, if it is about an assessment; the log finds it by that. */
  readonly assessment: Pick<Row<"assessments">, "id" | "externalAssessmentPackageId"> | null;
  /** Of the interview: the tab of the customer's notification settings that decides. */
  readonly language: string;
}

type MessageKind = Pick<CandidateMessage, "customerId" | "template" | "language">;

/** Whether the customer lets a message of this kind go out (NOTIF-03, NOTIF-21, NOTIF-22). */
export async function isMessageOn(
  db: Reader,
  message: MessageKind,
  channel: NotificationChannel,
): Promise<boolean> {
  const { customerId, template, language } = message;
  if (channel === "SMS" && (await notificationSwitches(db, customerId))?.isGlobalSmsEnabled === 0)
    return false;
  return isNotificationOn(db, customerId, { name: template, type: channel }, language);
}

/** Whether a message to the candidates at a stage goes out. */
export interface MessageSwitches {
  readonly stageId: string;
  readonly template: CandidateTemplate;
  readonly isMailOn: boolean;
  readonly isTextOn: boolean;
  /** For how many texts of this message the customer's SMS credits are enough. */
  readonly smsReach: number;
}

/** As long as the id of any assessment is in a link. */
const anyId = "0".repeat(24);

/** Which messages to the candidates at a vacancy's stages the customer lets go out. */
export async function messageSwitches(
  db: Reader,
  { customerId, title, workflow }: Pick<Row<"vacancies">, "customerId" | "title" | "workflow">,
): Promise<MessageSwitches[]> {
  const { credits } = await smsCreditsOf(db, customerId);
  const customer = (await regionCustomer(db, customerId))?.displayName ?? "";
  return flatMapInTurn(parseWorkflowCopy(workflow).stages, async ({ _id: stageId, product, language }) => {
    const templates: CandidateTemplate[] = [
      `${product}_INVITE`,
      `RESEND_${product}_INVITE`,
      "APPLICATION_DECLINE",
    ];
    if (product === "FI") templates.push("MI_REPORT");
    return mapInTurn(templates, async (template) => {
      const kind = { customerId, template, language };
      const [isMailOn, isTextOn] = [await isMessageOn(db, kind, "EMAIL"), await isMessageOn(db, kind, "SMS")];
      const link =
        template === "MI_REPORT"
          ? myInsightsLink(db.awsRegion, anyId)
          : interviewLink(db.awsRegion, product, anyId);
      const { sms } = composeMessage(template, { firstName: "", vacancy: title, customer, link });
      return { stageId, template, isMailOn, isTextOn, smsReach: Math.floor(credits / smsParts(sms)) };
    });
  });
}

/** Where somebody is reached; null where that is not known. */
export interface Reachable {
  readonly email: string | null;
  readonly phoneNumber: string | null;
}

/** What became of a message, by channel. */
export interface Delivery {
  readonly mail: Exclude<MessageOutcome, "NO_CREDITS">;
  readonly text: MessageOutcome;
}

/** Whether a message went out by any channel. */
export const isTold = ({ mail, text }: Delivery): boolean => mail === "SENT" || text === "SENT";

/** Whether a message may go out to somebody by any channel, as the settings are and as they are known. */
export const mayTell = async (
  db: Reader,
  { email, phoneNumber }: Reachable,
  message: MessageKind,
): Promise<boolean> =>
  (!!email && (await isMessageOn(db, message, "EMAIL"))) ||
  (!!phoneNumber && (await isMessageOn(db, message, "SMS")));

/**
 * Tells a candidate by every channel that applies, mail and text message, as part of the running transaction; returns what
 * became of it by each. Candidates may be told side by side (`mapTogether`).
 */
export async function tellCandidate(
  db: Writer,
  { email, phoneNumber }: Reachable,
  message: CandidateMessage,
  now: number,
): Promise<Delivery> {
  const mail = email ? await mailCandidate(db, email, message, now) : "NO_ADDRESS";
  const text = phoneNumber ? await textCandidate(db, phoneNumber, message, now) : "NO_ADDRESS";
  return { mail, text };
}

/** Mails a candidate: OFF when the customer turned this message off. */
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

/**
 * Texts a candidate, as part of the running transaction, and tells what became of it: OFF when the customer turned this
 * message off, NO_CREDITS without enough of them, which the log has as a failure.
 */
export async function textCandidate(
  db: Writer,
  to: string,
  message: CandidateMessage,
  now: number,
): Promise<Extract<MessageOutcome, "SENT" | "OFF" | "NO_CREDITS">> {
  if (!(await isMessageOn(db, message, "SMS"))) return "OFF";
  const { customerId, template, assessment, language, link } = message;
  const { subject, sms } = composeMessage(template, message);
  const totalMessageParts = smsParts(sms);
  const isPaid = await spendSmsCredits(db, customerId, totalMessageParts, now);
  const data = { assessmentId: assessment?.id, link };
  const text = { channel: "SMS", to, subject, text: sms, templateType: template, customerId, data } as const;
  const outcome = isPaid
    ? {
        eventType: "_SMS.SUCCESS",
        smsMessageId: await outbox.add(db, text, now),
        smsMessageStatus: "SUCCESSFUL" as const,
        smsMessageStatusDescription: "Message has been accepted by phone carrier",
      }
    : {
        eventType: "_SMS.FAILURE",
        smsMessageId: newId(now),
        smsMessageStatus: "FAILED" as const,
        smsMessageStatusDescription: "Not sent: there are not enough SMS credits",
      };
  await insertSms(db, {
    id: newId(now),
    customerId,
    ...outcome,
    smsOriginationPhoneNumber: smsOrigins[db.awsRegion],
    smsDestinationPhoneNumber: to,
    totalMessageParts,
    isoCountryCode: countryOfPhone(to),
    carrierName: null,
    isFinal: 1,
    masterId: assessment?.externalAssessmentPackageId ?? null,
    assessmentId: assessment?.id ?? null,
    templateId: await templateInForce(db, customerId, language, { name: template, type: "SMS" }),
    templateType: template,
    timestamp: now,
  });
  return isPaid ? "SENT" : "NO_CREDITS";
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

// Nobody reads more of one interview than this; the limits keep a runaway sender from filling an answer.
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

/** For EXPLAIN QUERY PLAN tests. */
export const candidateMessageQueries = { selectLatest, selectMails, selectTexts, selectMail, selectText };

/** What is known of a mail by the id that its events share, of any customer. */
export const findMail = (db: Reader, mailMessageId: string) => selectMail.get(db, { mailMessageId });

/** What is known of a text message by its id, of any customer. */
export const findTextMessage = (db: Reader, smsMessageId: string) => selectText.get(db, { smsMessageId });

/** The mails and text messages about an assessment, each with everything that happened to it, oldest first. */
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

/** The newest thing that happened to the mails of these templates about an assessment (APP-49). */
export async function latestEmailEvent(db: Reader, assessmentId: string, templateTypes: readonly string[]) {
  return selectLatest.get(db, { assessmentId, templateTypes });
}
