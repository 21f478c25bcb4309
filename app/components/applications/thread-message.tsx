import { useConsole, useTexts } from "~/components/context/console-context";
import { Badge } from "~/components/ui/badge";
import { Time } from "~/components/ui/time";
import type { Tone } from "~/components/ui/tones";
import { dayIn } from "~/i18n/wall-time";
import { notificationSettings } from "~/i18n/notification-settings";
import { thread } from "~/i18n/thread";
import type { Thread } from "~/models/applications/thread.server";
import { templateWords } from "~/models/settings/notification-events";
import { useMailState } from "./use-mail-state";

type MessageData = NonNullable<Thread["entries"][number]["message"]>;

const eventTones: Record<string, Tone> = {
  Open: "cyan",
  Click: "purple",
  CLICK: "purple",
  Delivery: "green",
  Bounce: "red",
  Complaint: "red",
  DELIVERED: "green",
  SUCCESSFUL: "green",
  FAILED: "red",
  BLOCKED: "red",
};

/** A message's last event; expanded, all events and the link to its log entry (LOG-03). */
export function Message({
  message: { _id, channel, templateType, events },
  at,
  logHref,
}: {
  message: MessageData;
  at: string;
  logHref: string | null;
}) {
  const t = useTexts(thread);
  const { timeZone } = useConsole();
  const n = useTexts(notificationSettings);
  const mailState = useMailState();
  const smsNames = Object.keys(thread.en.sms) as (keyof typeof thread.en.sms)[];
  const nameOf = (type: string) => {
    const sms = smsNames.find((one) => one === type);
    return sms ? t(`sms.${sms}`) : mailState(type);
  };
  const day = dayIn(timeZone, new Date(at));
  const isEmail = channel === "EMAIL";
  const tab = isEmail ? "email" : "sms";
  const params = new URLSearchParams({ tab, from: day, to: day, tz: timeZone, messageId: _id });
  const last = events.at(-1);
  return (
    <details className="thread-message">
      <summary>
        {last ? (
          <>
            <Badge tone={eventTones[last.type] ?? "gray"}>{nameOf(last.type)}</Badge>
            {last.at !== at && (
              <span className="small muted">
                {" "}
                <Time at={last.at} kind="dateTime" />
              </span>
            )}
          </>
        ) : (
          t("history")
        )}
      </summary>
      <span className="small muted" title={templateType}>
        {templateWords(templateType, n)}
      </span>
      <ul className="rt-Flex rt-r-fw-wrap rt-r-rg-1 rt-r-cg-3 rt-r-my-1" aria-label={t("history")}>
        {events.map(({ type, at: eventAt }, index) => (
          <li key={index}>
            <Badge tone={eventTones[type] ?? "gray"}>{nameOf(type)}</Badge>
            {/* The first event has the entry's own time. */}
            {eventAt !== at && (
              <span className="small muted">
                {" "}
                <Time at={eventAt} kind="dateTime" />
              </span>
            )}
          </li>
        ))}
      </ul>
      {logHref && (
        <a href={`${logHref}?${params}`}>
          {t(isEmail ? "inLog" : "inSmsLog")}
          <span className="visually-hidden">
            {`, ${templateWords(templateType, n)}, `}
            <Time at={at} kind="dateTime" />
          </span>
        </a>
      )}
    </details>
  );
}
