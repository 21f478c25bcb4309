/**
 * Notifications that a customer can configure, by tab (NOTIF-02, NOTIF-08..NOTIF-16), and their templates.
 */
import { z } from "zod/v4";
import { plainCharacters } from "../../../shared/pasted";

export type NotificationChannel = "EMAIL" | "SMS";

export interface NotificationEntry {
  /** Template type, as named in LOG-18..LOG-23. */
  readonly name: string;
  readonly type: NotificationChannel;
}

/** Notifications about accounts; email only (NOTIF-16). */
const account = [
  "CREATE_NEW_USER",
  "EMAIL_MFA",
  "EMAIL_RESEND_MFA",
  "EMAIL_RESET_PASSWORD",
  "TI_PDF_DOWNLOAD",
];

const liveInterview = [
  "LI_SCHEDULER_INTERVIEW_SCHEDULED",
  "LI_SCHEDULER_INTERVIEW_UPDATED",
  "LI_SCHEDULER_INTERVIEW_CANCELLED",
  "LI_INTERVIEWER_INTERVIEW_SCHEDULED",
  "LI_INTERVIEWER_INTERVIEW_UPDATED",
  "LI_INTERVIEWER_INTERVIEW_CANCELLED",
  "LI_INTERVIEWER_INTERVIEW_RUNSHEET_REMINDER",
  "LI_CANDIDATE_INTERVIEW_INVITATION",
  "LI_CANDIDATE_INTERVIEW_NOT_BOOKED_FIRST_REMINDER",
  "LI_CANDIDATE_INTERVIEW_NOT_BOOKED_SECOND_REMINDER",
  "LI_CANDIDATE_INTERVIEW_SCHEDULED",
  "LI_CANDIDATE_INTERVIEW_UPDATED",
  "LI_CANDIDATE_INTERVIEW_CANCELLED",
  "LI_CANDIDATE_INTERVIEW_UPCOMING_REMINDER",
];

const interview = (product: "FI" | "SI") => [
  `${product}_INVITE`,
  `${product}_START_INTERVIEW`,
  `${product}_SUBMIT_INTERVIEW`,
  `RESEND_${product}_INVITE`,
  `${product}_NOT_STARTED_FIRST_REMINDER`,
  `${product}_NOT_STARTED_SECOND_REMINDER`,
  `${product}_NOT_COMPLETED_FIRST_REMINDER`,
  `${product}_NOT_COMPLETED_SECOND_REMINDER`,
];

const report = ["MI_REPORT", "MI_TOO_SHORT", "MI_GARBAGE", "MI_SELF_REPEATER", "MI_NON_ENGLISH"];

/** Languages that a customer turns on individually (NOTIF-05); English is always on. */
const optionalLanguages = ["da", "nl", "fr", "fi", "de", "it", "nb", "es", "sv"] as const;

const templateTypes = ["default", "live-interview", "en-US", ...optionalLanguages] as const;
export type TemplateType = (typeof templateTypes)[number];

/** True if a text is the type of a message template. */
export const isTemplateType = (text: string): text is TemplateType =>
  templateTypes.some((type) => type === text);

/** Returns the template type of a language: its own, or US English if it has none. */
const templatesOf = (language: string): TemplateType => (isTemplateType(language) ? language : "en-US");

/** True if a language's templates are available only after it is turned on. */
export const isOptionalLanguage = (type: TemplateType): boolean =>
  optionalLanguages.some((language) => language === type);

/**
 * Mails with sign-in codes. They cannot be turned off, since users could not sign in without them (NOTIF-32).
 */
const alwaysOn = ["EMAIL_MFA", "EMAIL_RESEND_MFA"];

/** True if a notification is sent regardless of the customer's settings. */
export const isAlwaysOn = (name: string): boolean => alwaysOn.includes(name);

const entriesByChannel = (names: readonly string[], channels: readonly NotificationChannel[]) =>
  names.flatMap((name) => channels.map((type): NotificationEntry => ({ name, type })));

const accountEntries = entriesByChannel(account, ["EMAIL"]);
const liveInterviewEntries = entriesByChannel(liveInterview, ["EMAIL", "SMS"]);
const languageEntries = entriesByChannel(
  ["APPLICATION_DECLINE", ...interview("FI"), ...interview("SI"), ...report],
  ["EMAIL", "SMS"],
);

/** Returns the entries of a tab, in order. */
export function entriesOf(templateType: TemplateType): readonly NotificationEntry[] {
  if (templateType === "default") return accountEntries;
  return templateType === "live-interview" ? liveInterviewEntries : languageEntries;
}

/**
 * Returns the tab that configures a message's template: a language-independent tab that lists it, else the
 * tab of the language.
 */
export function tabOf(name: string, language: string): TemplateType {
  const shared = (["default", "live-interview"] as const).find((tab) =>
    entriesOf(tab).some((entry) => entry.name === name),
  );
  return shared ?? templatesOf(language);
}

/** Returns the id of the template that is delivered with the product. */
export function standardTemplate(name: string, templateType: TemplateType): string {
  return `${name.toLowerCase().replaceAll("_", "-")}-${templateType.toLowerCase()}`;
}

export interface TemplatePlace {
  readonly awsRegion: string;
  /** The environment's 12-digit AWS account id. */
  readonly account: string;
}

/**
 * Returns the schema of the name of a customer's own template, which must be in its region and the
 * environment's account (NOTIF-18..NOTIF-20).
 */
export function customTemplate({ awsRegion, account }: TemplatePlace, channel: NotificationChannel) {
  const pattern = new RegExp(
    `^arn:aws:mobiletargeting:${awsRegion}:${account}:templates/[A-Za-z0-9_.-]{1,128}/${channel}$`,
  );
  return z
    .string()
    .overwrite(plainCharacters)
    .min(1, { error: "The input value can not be empty when switch is on.", abort: true })
    .regex(pattern, "Please enter a valid url");
}
