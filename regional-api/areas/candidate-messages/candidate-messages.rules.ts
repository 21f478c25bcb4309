/** Message texts for candidates, by template (LOG-18, LOG-19, NOTIF-14). */
import type { Product } from "../../store/tables/hiring";

export type CandidateTemplate =
  `${Product}_INVITE` | `RESEND_${Product}_INVITE` | "MI_REPORT" | "APPLICATION_DECLINE";

/**
 * Outcome of a message: sent, turned off in the notification settings, or not possible for lack of SMS
 * credits, an address or an SMS gateway.
 */
export const messageOutcomes = ["SENT", "OFF", "NO_CREDITS", "NO_ADDRESS", "UNAVAILABLE"] as const;
export type MessageOutcome = (typeof messageOutcomes)[number];

/** Values inserted into a message to a candidate. */
export interface CandidateMessageFacts {
  readonly firstName: string;
  readonly vacancy: string;
  readonly customer: string;
  /** URL of the message's link, if the template has one. */
  readonly link?: string;
}

/** A mail or text message with all its events, oldest first. */
export interface ThreadMessage {
  readonly channel: "EMAIL" | "SMS";
  readonly id: string;
  readonly templateType: string;
  readonly subject: string | null;
  readonly events: readonly { readonly type: string; readonly at: number }[];
}

export interface MessageText {
  readonly subject: string;
  readonly text: string;
  /** SMS text of one or two parts. */
  readonly sms: string;
}

type Compose = (facts: CandidateMessageFacts) => MessageText;

const interview =
  (kind: string): Compose =>
  ({ firstName, vacancy, customer, link = "" }) => ({
    subject: `Your interview for ${vacancy} at ${customer}`,
    text:
      `Dear ${firstName},\n\n${customer} invites you to a ${kind} for ${vacancy}. ` +
      `You can do it whenever it suits you, on a phone or a computer:\n\n${link}\n\n` +
      `The link is yours alone; please do not pass it on.\n\n${customer}`,
    sms: `${customer}: your ${kind} for ${vacancy} is waiting. ${link}`,
  });

const report: Compose = ({ firstName, vacancy, customer, link = "" }) => ({
  subject: "Your My Insights report",
  text:
    `Dear ${firstName},\n\nThank you for your interview for ${vacancy} at ${customer}. ` +
    `Your My Insights report is here:\n\n${link}\n\n${customer}`,
  sms: `${customer}: your My Insights report is here. ${link}`,
});

const decline: Compose = ({ firstName, vacancy, customer }) => ({
  subject: `Your application for ${vacancy} at ${customer}`,
  text:
    `Dear ${firstName},\n\nThank you for your interest in ${vacancy} at ${customer} and for the time you gave us. ` +
    `We have decided not to take your application any further.\n\nWe wish you all the best.\n\n${customer}`,
  sms: `${customer}: thank you for applying for ${vacancy}. We will not take your application any further.`,
});

const chat = interview("chat interview");
const video = interview("video interview");

const composers: Readonly<Record<CandidateTemplate, Compose>> = {
  FI_INVITE: chat,
  SI_INVITE: video,
  RESEND_FI_INVITE: chat,
  RESEND_SI_INVITE: video,
  MI_REPORT: report,
  APPLICATION_DECLINE: decline,
};

/** Returns the texts of a message. */
export const composeMessage = (template: CandidateTemplate, facts: CandidateMessageFacts): MessageText =>
  composers[template](facts);
