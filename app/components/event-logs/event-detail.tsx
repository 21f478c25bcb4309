import type { ReactNode } from "react";
import { useTexts } from "~/components/context/console-context";
import { ButtonLink } from "~/components/ui/button";
import { PlaceInList } from "~/components/table/place-in-list";
import { Callout } from "~/components/ui/callout";
import { Problem } from "~/components/area/problem";
import { CopyButton } from "~/components/ui/copy-button";
import { Dialog } from "~/components/ui/dialog";
import { DataList } from "~/components/ui/layout";
import { useTime } from "~/components/ui/time";
import { common } from "~/i18n/common";
import { formatDateTime } from "~/i18n/dates";
import { eventLogs } from "~/i18n/event-logs";
import type { MailHistory, TextHistory } from "~/models/event-logs/event-log.server";
import type { Neighbour, ListPosition } from "~/models/list/neighbours.server";
import { keptDays } from "~/models/event-logs/kept-days";
import { calloutTone, EmailBadge, SmsBadge } from "./event-badges";

type EventDetailProps = {
  /** Shown instead of the message if it could not be loaded. */
  problem: { tone: "warning" | "error"; title: string; description: string } | null;
  /** Page of the candidate the message is about, if accessible. */
  candidateHref: string | null;
  closeHref: string;
  /** The opened event; the newest by default. */
  event: string | undefined;
  /** Position among the events found. */
  place: ListPosition | null;
  hrefOf: (neighbour: Neighbour) => string;
} & ({ tab: "email"; events: MailHistory } | { tab: "sms"; events: TextHistory });

/** Everything known about a message, what it means, and its events, oldest first (LOG-14, LOG-15). */
export function EventDetail({
  problem,
  candidateHref,
  closeHref,
  event,
  place,
  hrefOf,
  ...message
}: EventDetailProps) {
  const t = useTexts(eventLogs);
  return (
    <Dialog
      title={t(`detail.title.${message.tab}`)}
      aside={place && <PlaceInList {...{ place, hrefOf }} className="dialog-place row" />}
      width={720}
      closeHref={closeHref}
    >
      {problem ? (
        <Problem of={problem} />
      ) : (
        message.events.length === 0 && (
          <Callout tone="warning" title={t("detail.gone")}>
            {t("detail.goneText", { days: keptDays })}
          </Callout>
        )
      )}
      {message.tab === "email" ? (
        <Mail events={message.events} opened={event} candidateHref={candidateHref} />
      ) : (
        <TextMessage events={message.events} opened={event} candidateHref={candidateHref} />
      )}
    </Dialog>
  );
}

type MessageProps<Events> = { events: Events; opened: string | undefined; candidateHref: string | null };

/** The opened event, else the newest. */
const selectedEvent = <Event extends { id: string }>(events: readonly Event[], opened: string | undefined) =>
  events.find(({ id }) => id === opened) ?? events.at(-1);

/** Outcomes by severity, worst first. */
const mailOutcomes = ["Bounce", "Complaint", "Click", "Open", "Delivery", "Send"] as const;

function Mail({ events, opened, candidateHref }: MessageProps<MailHistory>) {
  const t = useTexts(eventLogs);
  const [first] = events;
  const shown = selectedEvent(events, opened);
  if (!first || !shown) return null;
  const outcome = mailOutcomes.find((type) => events.some(({ eventType }) => eventType === type)) ?? "Send";
  return (
    <>
      <Outcome
        tone={calloutTone(outcome)}
        title={t(`outcome.email.${outcome}.title`)}
        text={t(`outcome.email.${outcome}.text`)}
        correct={outcome === "Bounce" ? t("detail.correctEmail") : undefined}
        candidateHref={candidateHref}
      />
      <DataList
        items={[
          { label: t("eventType"), value: <EmailBadge type={shown.eventType} /> },
          { label: t("detail.messageId"), value: <CopiedId id={first.mailMessageId} /> },
          { label: t("subject"), value: <bdi>{first.subject}</bdi> },
          { label: t("detail.from"), value: first.mailSender },
          { label: t("detail.to"), value: first.mailRecipient },
          { label: t("templateType"), value: first.templateType },
          { label: t("templateId"), value: first.templateId },
        ]}
      />
      <Timeline
        opened={shown.id}
        events={events.map(({ id, eventType, timestamp }) => ({
          id,
          timestamp,
          what: <EmailBadge type={eventType} />,
        }))}
      />
    </>
  );
}

const wrongNumbers = new Set(["INVALID", "UNKNOWN"]);

function TextMessage({ events, opened, candidateHref }: MessageProps<TextHistory>) {
  const t = useTexts(eventLogs);
  const last = events.at(-1);
  const shown = selectedEvent(events, opened);
  if (!last || !shown) return null;
  const outcome = last.smsMessageStatus;
  return (
    <>
      <Outcome
        tone={calloutTone(outcome)}
        title={t(`outcome.sms.${outcome}.title`)}
        text={t(`outcome.sms.${outcome}.text`)}
        correct={wrongNumbers.has(outcome) ? t("detail.correctPhone") : undefined}
        candidateHref={candidateHref}
      />
      <DataList
        items={[
          { label: t("status"), value: <SmsBadge status={shown.smsMessageStatus} /> },
          { label: t("detail.reason"), value: shown.smsMessageStatusDescription },
          { label: t("detail.messageId"), value: <CopiedId id={last.smsMessageId} /> },
          { label: t("detail.from"), value: last.smsOriginationPhoneNumber },
          { label: t("detail.to"), value: last.smsDestinationPhoneNumber },
          { label: t("detail.carrier"), value: last.carrierName },
          { label: t("detail.country"), value: last.isoCountryCode },
          { label: t("detail.parts"), value: last.totalMessageParts },
          { label: t("templateType"), value: last.templateType },
          { label: t("templateId"), value: last.templateId },
        ]}
      />
      <Timeline
        opened={shown.id}
        events={events.map(({ id, smsMessageStatus, smsMessageStatusDescription, timestamp }) => ({
          id,
          timestamp,
          what: <SmsBadge status={smsMessageStatus} />,
          detail: smsMessageStatusDescription,
        }))}
      />
    </>
  );
}

type OutcomeProps = {
  tone: "error" | "warning" | "neutral";
  title: string;
  text: string;
  /** Link to correct the address or number, if that helps. */
  correct: string | undefined;
  candidateHref: string | null;
};

/** The message's outcome as text, with the next step. */
function Outcome({ tone, title, text, correct, candidateHref }: OutcomeProps) {
  const t = useTexts(eventLogs);
  const action = candidateHref && (
    <div className="row">
      {correct && (
        <ButtonLink to={`${candidateHref}/edit`} size="small" icon="edit">
          {correct}
        </ButtonLink>
      )}
      <ButtonLink to={candidateHref} size="small">
        {t("detail.candidate")}
      </ButtonLink>
    </div>
  );
  return (
    <Callout tone={tone} title={title} action={action}>
      {text}
    </Callout>
  );
}

type TimelineProps = {
  /** The opened event, highlighted. */
  opened: string;
  events: readonly { id: string; timestamp: string; what: ReactNode; detail?: string }[];
};

/** Events, oldest first: in the person's time zone, and in UTC as carriers and mail servers report them. */
function Timeline({ opened, events }: TimelineProps) {
  const t = useTexts(eventLogs);
  const time = useTime();
  return (
    <section aria-labelledby="event-history">
      <h3 id="event-history">{t("detail.history")}</h3>
      <ol className="event-timeline rt-r-mt-2">
        {events.map(({ id, timestamp, what, detail }) => (
          <li
            key={id}
            className="rt-r-display-grid rt-r-ai-center rt-r-rg-1 rt-r-cg-3 rt-r-p-2"
            aria-current={id === opened || undefined}
          >
            {what} {time(timestamp, "dateTime")}{" "}
            <span className="small muted">
              {t("detail.utc", { time: formatDateTime(new Date(timestamp), "UTC") })}
            </span>
            {detail && <span className="small muted event-said">{detail}</span>}
          </li>
        ))}
      </ol>
    </section>
  );
}

function CopiedId({ id }: { id: string }) {
  const t = useTexts(eventLogs);
  const c = useTexts(common);
  return (
    <>
      {id} <CopyButton text={id} label={c("actions.copyOf", { label: t("detail.messageId") })} />
    </>
  );
}
