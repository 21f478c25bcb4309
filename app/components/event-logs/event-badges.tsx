import { useTexts } from "~/components/context/console-context";
import { Badge } from "~/components/ui/badge";
import type { Tone } from "~/components/ui/tones";
import { eventLogs } from "~/i18n/event-logs";
import type { EmailEventRow, SmsEventRow } from "~/models/event-logs/event-log.server";

export type EmailEventType = EmailEventRow["eventType"];
export type SmsStatus = SmsEventRow["smsMessageStatus"];

/** Badge tones of email events (LOG-07). */
const emailTones: Readonly<Record<EmailEventType, Tone>> = {
  Send: "gray",
  Delivery: "green",
  Open: "cyan",
  Click: "purple",
  Bounce: "red",
  Complaint: "red",
};

/** Green: arrived; red: failed; amber: may still arrive. */
const smsTones: Readonly<Record<SmsStatus, Tone>> = {
  SUCCESSFUL: "green",
  DELIVERED: "green",
  CLICK: "purple",
  PENDING: "gray",
  UNREACHABLE: "amber",
  CARRIER_UNREACHABLE: "amber",
  UNKNOWN: "amber",
  INVALID: "red",
  BLOCKED: "red",
  SPAM: "red",
  FAILED: "red",
};

/** Badge of an email event. */
export const EmailBadge = ({ type }: { type: EmailEventType }) => (
  <Badge tone={emailTones[type]}>{type}</Badge>
);

/** Status of a text message, in a word (LOG-26). */
export function SmsBadge({ status }: { status: SmsStatus }) {
  const t = useTexts(eventLogs);
  return <Badge tone={smsTones[status]}>{t(`statuses.${status}`)}</Badge>;
}

/** Callout tone for a message's state. */
export const calloutTone = (state: EmailEventType | SmsStatus) => {
  const tones: Readonly<Record<string, Tone>> = { ...emailTones, ...smsTones };
  const tone = tones[state];
  if (tone === "red") return "error";
  return tone === "amber" ? "warning" : "neutral";
};
