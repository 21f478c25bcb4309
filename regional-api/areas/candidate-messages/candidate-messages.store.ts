/** Messages to candidates about an assessment: into the outbox and, with what becomes of them, into the event logs (INV-14). */
import { flatMapInTurn, mapInTurn } from "../../store/in-turn";
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
import { giveSmsCreditsBack, smsCreditsOf, spendSmsCredits } from "../sms/sms-credits.store";
import { prepared, sql } from "../../store/sql";

/** The number that each region's messages come from. */
const smsOrigins: Readonly<Record<AwsRegion, string>> = {
  "ap-southeast-2": "+61480015000",
  "eu-west-1": "+447537400100",
  "us-east-1": "+18335550100",
};

/** The number that a region's messages come from. */
export const smsOriginOf = (awsRegion: AwsRegion): string => smsOrigins[awsRegion];

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
type TextConfig = Pick<Config, "texts">;

/** When messages are sent, and whether there is something that sends texts. */
export type Sending = { readonly now: number; readonly config: TextConfig };

/** Whether the customer lets a message of this kind go out (NOTIF-03, NOTIF-21, NOTIF-22). */
async function isMessageOn(db: Reader, message: MessageKind, channel: NotificationChannel): Promise<boolean> {
  const { customerId, template, language } = message;
  if (channel === "SMS" && (await notificationSwitches(db, customerId))?.isGlobalSmsEnabled === 0)
    return false;
  return isNotificationOn(db, customerId, { name: template, type: channel }, language);
}

/** Whether the customer lets a text of this kind go out, and there is something that sends it (SMS-31). */
export const isTextOn = async (db: Reader, message: MessageKind, { texts }: TextConfig): Promise<boolean> =>
  texts !== "NONE" && (await isMessageOn(db, message, "SMS"));

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

/** Which messages to the candidates at a vacancy's stages go out, as the customer's settings are. */
export async function messageSwitches(
  db: Reader,
  { customerId, title, workflow }: Pick<Row<"vacancies">, "customerId" | "title" | "workflow">,
  config: TextConfig,
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
  });
}

/** Where somebody is reached; null where that is not known. */
export interface Reachable {
  readonly email: string | null;
  readonly phoneNumber: string | null;
}

/** What became of a message, by channel. */
export interface Delivery {
  readonly mail: Exclude<MessageOutcome, "NO_CREDITS" | "UNAVAILABLE">;
  readonly text: MessageOutcome;
}

/** Whether a message went out by any channel. */
export const isTold = ({ mail, text }: Delivery): boolean => mail === "SENT" || text === "SENT";

/** Whether a message may go out to somebody by any channel, as the settings are and as they are known. */
export const mayTell = async (
  db: Reader,
  { email, phoneNumber }: Reachable,
  message: MessageKind,
  config: TextConfig,
): Promise<boolean> =>
  (!!email && (await isMessageOn(db, message, "EMAIL"))) ||
  (!!phoneNumber && (await isTextOn(db, message, config)));

/**
 * Tells a candidate by every channel that applies, mail and text message, as part of the running transaction; returns what
 * became of it by each. Candidates may be told side by side (`mapTogether`).
 */
export async function tellCandidate(
  db: Writer,
  { email, phoneNumber }: Reachable,
  message: CandidateMessage,
  sending: Sending,
): Promise<Delivery> {
  const mail = email ? await mailCandidate(db, email, message, sending.now) : "NO_ADDRESS";
  const text = phoneNumber ? await textCandidate(db, phoneNumber, message, sending) : "NO_ADDRESS";
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

const notSent = (why: string) =>
  ({
    eventType: "_SMS.FAILURE",
    smsMessageStatus: "FAILED",
    smsMessageStatusDescription: `Not sent: ${why}`,
    isFinal: 1,
  }) as const;

/** How the log tells of a text that is on its way, and how its way ended. */
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
  NO_CREDITS: notSent("there are not enough SMS credits"),
  REFUSED: notSent("the carrier refused it. Its SMS credits were given back"),
  GIVEN_UP: notSent("the carrier could not be reached in time. Its SMS credits were given back"),
  REMOVED: notSent("the candidate was removed before. Its SMS credits were given back"),
} as const;

/**
 * Texts a candidate, as part of the running transaction, and tells what became of it: UNAVAILABLE where nothing sends
 * texts, OFF when the customer turned this message off, NO_CREDITS without enough of them, which the log has as a failure.
 */
export async function textCandidate(
  db: Writer,
  to: string,
  message: CandidateMessage,
  { now, config }: Sending,
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
    templateId: await templateInForce(db, customerId, language, { name: template, type: "SMS" }),
    templateType: template,
    timestamp: now,
  });
  return isPaid ? "SENT" : "NO_CREDITS";
}

const selectSmsEvents = prepared<{ smsMessageId: string }>()((p) =>
  sql.selectFrom("sms_events").selectAll().where("smsMessageId", "=", p.smsMessageId),
);

/**
 * Notes how the way of a text ended, as part of the running transaction. One that no carrier took gives its credits back.
 * What erasing a candidate took out of the log since it was written stays out.
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
  if (end !== "TAKEN") await giveSmsCreditsBack(db, event.customerId, event.totalMessageParts, now);
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
export const candidateMessageQueries = {
  selectLatest,
  selectMails,
  selectTexts,
  selectMail,
  selectText,
  selectSmsEvents,
};

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
