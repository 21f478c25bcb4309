import type { applications } from "~/i18n/applications";
import { formatNumber } from "~/i18n/numbers";
import type { Translate } from "~/i18n/texts";

/** Channels enabled for a message at a stage, given the notification settings and SMS credits. */
export type MessageSwitch = {
  stageId: string;
  templateType: string;
  isMailOn: boolean;
  isTextOn: boolean;
  /** Delay between the trigger and sending. */
  delaySeconds: number;
  /** Number of SMS of this message that the remaining credits cover. */
  smsReach: number;
};

/** Channels by which candidates receive a message. */
export type Channels = "BOTH" | "EMAIL" | "SMS" | "NONE";

/** Combines two switches into channels. */
export function channelsOf(isMail: boolean, isText: boolean): Channels {
  if (isMail) return isText ? "BOTH" : "EMAIL";
  return isText ? "SMS" : "NONE";
}

/** Usable channels; distinguishes SMS that are off from SMS that lack credits. */
export type UsableChannels = Channels | "EMAIL_NO_CREDITS" | "NO_CREDITS";

/** Channels and delay of a message, and how many SMS the credits cover. */
export type MessageSettings = { channels: UsableChannels; smsReach: number; delaySeconds: number };

/** Combines the switches of one message over several stages; a channel counts if any stage has it. */
export function combineSwitches(switches: readonly MessageSwitch[]): MessageSettings {
  const isMail = switches.some(({ isMailOn }) => isMailOn);
  const texts = switches.filter(({ isTextOn }) => isTextOn);
  const smsReach = Math.max(0, ...texts.map((one) => one.smsReach));
  const delaySeconds = switches[0]?.delaySeconds ?? 0;
  if (texts.length > 0 && smsReach === 0)
    return { channels: isMail ? "EMAIL_NO_CREDITS" : "NO_CREDITS", smsReach, delaySeconds };
  return { channels: channelsOf(isMail, smsReach > 0), smsReach, delaySeconds };
}

/** Combined decline-message settings of the stages that the switches belong to. */
export const declineMessages = (switches: readonly MessageSwitch[]): MessageSettings =>
  combineSwitches(switches.filter(({ templateType }) => templateType === "APPLICATION_DECLINE"));

/** Message settings if `people` recipients have a phone number. Drops SMS if none do; null if nothing is left. */
export function messageSettingsFor(telling: MessageSettings, people: number | null): MessageSettings | null {
  if (people !== 0 || telling.smsReach === 0) return telling;
  return telling.channels === "BOTH" ? { ...telling, channels: "EMAIL" } : null;
}

/** Text on how and when declined candidates are notified, or why they are not. */
export function declineText(
  t: Translate<(typeof applications)["en"]>,
  { channels, delaySeconds }: Pick<MessageSettings, "channels" | "delaySeconds">,
): string {
  const minutes = Math.floor(delaySeconds / 60);
  const span = minutes > 0 ? t("minutes", { count: minutes }) : t("seconds", { count: delaySeconds });
  return t(`declined.${channels}`, { when: delaySeconds > 0 ? t("told.later", { span }) : t("told.now") });
}

/**
 * Warning shown with a message to several people: how many SMS the remaining credits cover. `people` is the number with
 * a phone number, null if the selection out of `most` is not known yet. Undefined if no warning is needed.
 */
export function smsLimitText(
  t: Translate<(typeof applications)["en"]>,
  {
    people,
    most,
    smsReach,
    channels,
  }: { people: number | null; most: number } & Omit<MessageSettings, "delaySeconds">,
): string | undefined {
  if (smsReach === 0) return undefined;
  const reach = formatNumber(smsReach);
  if (people === null) return smsReach < most ? t("sms.limit", { reach }) : undefined;
  if (people === 0) return t(channels === "SMS" ? "sms.noWay" : "sms.nobody");
  const figures = { people: formatNumber(people), reach };
  return smsReach < people ? t("sms.some", figures) : t("sms.all", { count: people, ...figures });
}

type Outcome = "SENT" | "OFF" | "NO_CREDITS" | "NO_ADDRESS" | "UNAVAILABLE" | null;

/** Delivery result of a message per channel, and for how many candidates; null if nothing was due. */
export type SentMessage = { mail: Outcome; text: Outcome; count?: number };

/**
 * Text on the channels that a message used, and those that failed and why (INV-25). Channels without an address are
 * left out. Undefined if no message was due.
 */
export function deliveryText(
  t: Translate<(typeof applications)["en"]>,
  all: readonly SentMessage[],
  what: "invitation" | "report" = "invitation",
): string | undefined {
  const sent = all.filter(({ mail, text }) => mail ?? text);
  const countOf = (isMeant: (one: SentMessage) => boolean) =>
    sent.filter(isMeant).reduce((sum, { count = 1 }) => sum + count, 0);
  const total = countOf(() => true);
  if (total === 0) return undefined;
  const [mailed, texted] = [countOf(({ mail }) => mail === "SENT"), countOf(({ text }) => text === "SENT")];
  const channels = channelsOf(mailed > 0, texted > 0);
  const withheld = [
    ["mailOff", countOf(({ mail }) => mail === "OFF")],
    ["textOff", countOf(({ text }) => text === "OFF")],
    ["noTexts", countOf(({ text }) => text === "UNAVAILABLE")],
    ["noCredits", countOf(({ text }) => text === "NO_CREDITS")],
  ] as const;
  const figures = { mailed: formatNumber(mailed), texted: formatNumber(texted) };
  return [
    total === 1 ? t(`sent.${what}.${channels}`) : t(`sent.several.${channels}`, figures),
    ...withheld.flatMap(([why, count]) => {
      if (count === 0) return [];
      return total === 1 ? t(`sent.${why}`) : t(`sent.notAll.${why}`, { number: formatNumber(count) });
    }),
  ].join(" ");
}

/**
 * Reason a message cannot be sent to a candidate now; undefined if it can. An unknown `hasPhone` counts as reachable.
 */
export function messageRefusal(
  t: Translate<(typeof applications)["en"]>,
  { channels }: Pick<MessageSettings, "channels">,
  hasPhone: boolean | undefined,
): string | undefined {
  if (channels === "NONE") return t("report.off");
  if (channels !== "SMS" && channels !== "NO_CREDITS") return undefined;
  if (hasPhone === false) return t("report.noPhone");
  return channels === "NO_CREDITS" ? t("report.noCredits") : undefined;
}

/** Message settings shown on candidate screens before sending. */
export type MessageFacts = {
  /** Decline message at the stage. */
  decline: MessageSettings;
  /** Resent assessment link at the stage. */
  resend: MessageSettings;
  /** Report of the vacancy's chat; null without a chat. */
  report: MessageSettings | null;
};

/** Message settings for a stage's candidates. Reports always concern the vacancy's chat, whatever the stage. */
export const messageFacts = (
  switches: readonly MessageSwitch[],
  stageId: string | undefined,
): MessageFacts => {
  const own = switches.filter((one) => one.stageId === stageId);
  const reports = switches.filter(({ templateType }) => templateType === "MI_REPORT");
  return {
    decline: declineMessages(own),
    resend: combineSwitches(own.filter(({ templateType }) => templateType.startsWith("RESEND_"))),
    report: reports.length > 0 ? combineSwitches(reports) : null,
  };
};
