import type { applications } from "~/i18n/applications";
import { inFigures } from "~/i18n/numbers";
import type { Translate } from "~/i18n/texts";

/** Whether a message to the candidates at a stage goes out, as the notification settings and the SMS credits are. */
export type MessageSwitch = {
  stageId: string;
  templateType: string;
  isMailOn: boolean;
  isTextOn: boolean;
  /** How long after its cause it is sent. */
  delaySeconds: number;
  /** For how many SMS of this message the credits left are enough. */
  smsReach: number;
};

/** By which channels candidates get a message. */
export type Channels = "BOTH" | "EMAIL" | "SMS" | "NONE";

/** The channels of two switches. */
export function channelsOf(isMail: boolean, isText: boolean): Channels {
  if (isMail) return isText ? "BOTH" : "EMAIL";
  return isText ? "SMS" : "NONE";
}

/** By which channels candidates are told, and whether it is for want of credits that no SMS is among them. */
export type OpenChannels = Channels | "EMAIL_NO_CREDITS" | "NO_CREDITS";

/** How and when candidates are told something, and for how many SMS credits are left. */
export type Telling = { channels: OpenChannels; smsReach: number; delaySeconds: number };

/** How candidates are told at any of the stages that these switches of one message are of. */
export function tellingBy(switches: readonly MessageSwitch[]): Telling {
  const isMail = switches.some(({ isMailOn }) => isMailOn);
  const texts = switches.filter(({ isTextOn }) => isTextOn);
  const smsReach = Math.max(0, ...texts.map((one) => one.smsReach));
  const delaySeconds = switches[0]?.delaySeconds ?? 0;
  if (texts.length > 0 && smsReach === 0)
    return { channels: isMail ? "EMAIL_NO_CREDITS" : "NO_CREDITS", smsReach, delaySeconds };
  return { channels: channelsOf(isMail, smsReach > 0), smsReach, delaySeconds };
}

/** How declined candidates are told at any of the stages that the switches are of. */
export const declineMessages = (switches: readonly MessageSwitch[]): Telling =>
  tellingBy(switches.filter(({ templateType }) => templateType === "APPLICATION_DECLINE"));

/** How candidates are told of whom `people` have a phone number: no SMS goes to none; null where nothing goes to any. */
export function tellingTo(telling: Telling, people: number | null): Telling | null {
  if (people !== 0 || telling.smsReach === 0) return telling;
  return telling.channels === "BOTH" ? { ...telling, channels: "EMAIL" } : null;
}

/** By which channels declined candidates are told and when, or why they are not. */
export function declineText(
  t: Translate<(typeof applications)["en"]>,
  { channels, delaySeconds }: Pick<Telling, "channels" | "delaySeconds">,
): string {
  const minutes = Math.floor(delaySeconds / 60);
  const span = minutes > 0 ? t("minutes", { count: minutes }) : t("seconds", { count: delaySeconds });
  return t(`declined.${channels}`, { when: delaySeconds > 0 ? t("told.later", { span }) : t("told.now") });
}

/**
 * What is said of SMS to several people beside the promise that they go out: how many of them can be sent with the credits
 * that are left now. `people` are those with a phone number, null where it is not known who will be chosen out of `most`.
 * Undefined where there is nothing to say.
 */
export function smsLimitText(
  t: Translate<(typeof applications)["en"]>,
  {
    people,
    most,
    smsReach,
    channels,
  }: { people: number | null; most: number } & Omit<Telling, "delaySeconds">,
): string | undefined {
  if (smsReach === 0) return undefined;
  const reach = inFigures(smsReach);
  if (people === null) return smsReach < most ? t("sms.limit", { reach }) : undefined;
  if (people === 0) return t(channels === "SMS" ? "sms.noWay" : "sms.nobody");
  const figures = { people: inFigures(people), reach };
  return smsReach < people ? t("sms.some", figures) : t("sms.all", { count: people, ...figures });
}

type Outcome = "SENT" | "OFF" | "NO_CREDITS" | "NO_ADDRESS" | "UNAVAILABLE" | null;

/** What became of a message, by channel, and for how many candidates; null where nothing was to be sent. */
export type SentMessage = { mail: Outcome; text: Outcome; count?: number };

/**
 * By which channels a message went out, what did not and why (INV-25); of a channel by which somebody has no address nothing
 * is said. Undefined where no message belongs to what was done.
 */
export function sentText(
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
  const figures = { mailed: inFigures(mailed), texted: inFigures(texted) };
  return [
    total === 1 ? t(`sent.${what}.${channels}`) : t(`sent.several.${channels}`, figures),
    ...withheld.flatMap(([why, count]) => {
      if (count === 0) return [];
      return total === 1 ? t(`sent.${why}`) : t(`sent.notAll.${why}`, { number: inFigures(count) });
    }),
  ].join(" ");
}

/**
 * Why a message cannot be sent to a candidate now; undefined when it can, and where `hasPhone` does not say whether SMS reach
 * them.
 */
export function whyNotSent(
  t: Translate<(typeof applications)["en"]>,
  { channels }: Pick<Telling, "channels">,
  hasPhone: boolean | undefined,
): string | undefined {
  if (channels === "NONE") return t("report.off");
  if (channels !== "SMS" && channels !== "NO_CREDITS") return undefined;
  if (hasPhone === false) return t("report.noPhone");
  return channels === "NO_CREDITS" ? t("report.noCredits") : undefined;
}

/** The candidates' screens' words about messages before they are sent. */
export type MessageFacts = {
  /** How the candidates at the stage are told that they were declined. */
  decline: Telling;
  /** How the link of the stage's assessment is sent again. */
  resend: Telling;
  /** How the report of the vacancy's chat is sent; null where there is no chat. */
  report: Telling | null;
};

/** The messages to the candidates at a stage. Reports are of the vacancy's chat, whatever the stage. */
export const messageFacts = (
  switches: readonly MessageSwitch[],
  stageId: string | undefined,
): MessageFacts => {
  const own = switches.filter((one) => one.stageId === stageId);
  const reports = switches.filter(({ templateType }) => templateType === "MI_REPORT");
  return {
    decline: declineMessages(own),
    resend: tellingBy(own.filter(({ templateType }) => templateType.startsWith("RESEND_"))),
    report: reports.length > 0 ? tellingBy(reports) : null,
  };
};
