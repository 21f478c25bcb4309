import type { notificationSettings } from "~/i18n/notification-settings";
import type { Translate } from "~/i18n/texts";

type NotificationTexts = (typeof notificationSettings)["en"];

export type NotificationTab = keyof NotificationTexts["tabs"];
export type Channel = keyof NotificationTexts["channels"];

/** Tabs in order (NOTIF-01, NOTIF-02); template types in the API. */
export const notificationTabs: readonly NotificationTab[] = [
  "default",
  "live-interview",
  "en-US",
  "da",
  "nl",
  "fr",
  "fi",
  "de",
  "it",
  "nb",
  "es",
  "sv",
];

type NotificationEvent = {
  /** The API's name (LOG-18..LOG-23). */
  name: string;
  label: keyof NotificationTexts["events"];
  channels: readonly Channel[];
  /** Sending time of a reminder (NOTIF-28). */
  timing?: keyof NotificationTexts["timings"];
  /** True if it cannot be turned off (NOTIF-32). */
  isAlwaysOn?: boolean;
};

export type NotificationGroup = {
  label: keyof NotificationTexts["groups"];
  events: readonly NotificationEvent[];
};

const email = ["EMAIL"] as const;
const bothChannels = ["EMAIL", "SMS"] as const;

/** The same eight events for chat ("FI") and video ("SI") (NOTIF-14). */
const interview = (product: "FI" | "SI"): NotificationEvent[] => [
  { name: `${product}_INVITE`, label: "applicationInvitation", channels: bothChannels },
  { name: `${product}_START_INTERVIEW`, label: "assessmentStarted", channels: bothChannels },
  { name: `${product}_SUBMIT_INTERVIEW`, label: "assessmentSubmitted", channels: bothChannels },
  { name: `RESEND_${product}_INVITE`, label: "resendLink", channels: bothChannels },
  {
    name: `${product}_NOT_STARTED_FIRST_REMINDER`,
    label: "notStartedFirst",
    channels: bothChannels,
    timing: "day1",
  },
  {
    name: `${product}_NOT_STARTED_SECOND_REMINDER`,
    label: "notStartedSecond",
    channels: bothChannels,
    timing: "day2",
  },
  {
    name: `${product}_NOT_COMPLETED_FIRST_REMINDER`,
    label: "notCompletedFirst",
    channels: bothChannels,
    timing: "day1",
  },
  {
    name: `${product}_NOT_COMPLETED_SECOND_REMINDER`,
    label: "notCompletedSecond",
    channels: bothChannels,
    timing: "day2",
  },
];

const users: readonly NotificationGroup[] = [
  // NOTIF-08
  {
    label: "users",
    events: [
      { name: "CREATE_NEW_USER", label: "newUser", channels: email },
      { name: "EMAIL_MFA", label: "mfaCode", channels: email, isAlwaysOn: true },
      { name: "EMAIL_RESEND_MFA", label: "resendMfaCode", channels: email, isAlwaysOn: true },
      { name: "EMAIL_RESET_PASSWORD", label: "resetPassword", channels: email },
      { name: "TI_PDF_DOWNLOAD", label: "insightsPdf", channels: email },
    ],
  },
];

const liveInterview: readonly NotificationGroup[] = [
  // NOTIF-09
  {
    label: "scheduler",
    events: [
      { name: "LI_SCHEDULER_INTERVIEW_SCHEDULED", label: "interviewScheduled", channels: bothChannels },
      { name: "LI_SCHEDULER_INTERVIEW_UPDATED", label: "interviewUpdated", channels: bothChannels },
      { name: "LI_SCHEDULER_INTERVIEW_CANCELLED", label: "interviewCancelled", channels: bothChannels },
    ],
  },
  // NOTIF-10
  {
    label: "interviewer",
    events: [
      { name: "LI_INTERVIEWER_INTERVIEW_SCHEDULED", label: "interviewScheduled", channels: bothChannels },
      { name: "LI_INTERVIEWER_INTERVIEW_UPDATED", label: "interviewUpdated", channels: bothChannels },
      { name: "LI_INTERVIEWER_INTERVIEW_CANCELLED", label: "interviewCancelled", channels: bothChannels },
      {
        name: "LI_INTERVIEWER_INTERVIEW_RUNSHEET_REMINDER",
        label: "runsheetReminder",
        channels: bothChannels,
      },
    ],
  },
  // NOTIF-11
  {
    label: "candidate",
    events: [
      { name: "LI_CANDIDATE_INTERVIEW_INVITATION", label: "invitation", channels: bothChannels },
      {
        name: "LI_CANDIDATE_INTERVIEW_NOT_BOOKED_FIRST_REMINDER",
        label: "notBookedFirst",
        channels: bothChannels,
        timing: "hours24",
      },
      {
        name: "LI_CANDIDATE_INTERVIEW_NOT_BOOKED_SECOND_REMINDER",
        label: "notBookedSecond",
        channels: bothChannels,
        timing: "hours48",
      },
      { name: "LI_CANDIDATE_INTERVIEW_SCHEDULED", label: "interviewScheduled", channels: bothChannels },
      { name: "LI_CANDIDATE_INTERVIEW_UPDATED", label: "interviewUpdated", channels: bothChannels },
      { name: "LI_CANDIDATE_INTERVIEW_CANCELLED", label: "interviewCancelled", channels: bothChannels },
      {
        name: "LI_CANDIDATE_INTERVIEW_UPCOMING_REMINDER",
        label: "upcomingReminder",
        channels: bothChannels,
        timing: "dayBefore",
      },
    ],
  },
];

const language: readonly NotificationGroup[] = [
  // NOTIF-13
  {
    label: "general",
    events: [{ name: "APPLICATION_DECLINE", label: "autoDecline", channels: bothChannels }],
  },
  { label: "chat", events: interview("FI") },
  { label: "video", events: interview("SI") },
  // NOTIF-15
  {
    label: "report",
    events: [
      { name: "MI_REPORT", label: "success", channels: bothChannels },
      { name: "MI_TOO_SHORT", label: "short", channels: bothChannels },
      { name: "MI_GARBAGE", label: "garbage", channels: bothChannels },
      { name: "MI_SELF_REPEATER", label: "selfRepeater", channels: bothChannels },
      { name: "MI_NON_ENGLISH", label: "nonEnglish", channels: bothChannels },
    ],
  },
];

/** Groups of a tab with their events and channels, in order. */
export function groupsOf(tab: NotificationTab): readonly NotificationGroup[] {
  if (tab === "default") return users;
  return tab === "live-interview" ? liveInterview : language;
}

/** The tab in the URL; the first by default (NOTIF-02). */
export function notificationTab(text: string | null): NotificationTab {
  return notificationTabs.find((tab) => tab === text) ?? "default";
}

/** Form values of one notification on one channel. */
export type EntryValues = { enabled: boolean; custom: boolean; template: string };

/** A tab's form entries by event and channel. */
export type Entries<T = EntryValues> = Readonly<Record<string, Partial<Record<Channel, T>>>>;

/** Label of an entry shown outside its group. */
export function entryLabel(
  tab: NotificationTab,
  { name, type }: { name: string; type: Channel },
  t: Translate<NotificationTexts>,
): string {
  const channel = t(`channels.${type}`);
  for (const group of groupsOf(tab)) {
    const event = group.events.find((one) => one.name === name);
    if (event)
      return t("entry", { group: t(`groups.${group.label}`), event: t(`events.${event.label}`), channel });
  }
  return name;
}

/** Label of a message template, with group and event; unknown ones keep the API's name. */
export function templateWords(name: string, t: Translate<NotificationTexts>): string {
  for (const group of [...users, ...liveInterview, ...language]) {
    const event = group.events.find((one) => one.name === name);
    if (event) return `${t(`groups.${group.label}`)}: ${t(`events.${event.label}`)}`;
  }
  return name;
}

/** Valid template identifiers: the customer's region, the environment's account, the entry's channel (NOTIF-20). */
export function templatePattern({ awsRegion, account }: TemplatePlace, channel: Channel): RegExp {
  return new RegExp(
    `^arn:aws:mobiletargeting:${awsRegion}:${account}:templates/[A-Za-z0-9_.-]{1,128}/${channel}$`,
  );
}

/** Location of a customer's own templates. */
export type TemplatePlace = { awsRegion: string; account: string };
