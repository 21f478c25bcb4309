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

/** By which channels declined candidates are told, and whether it is for want of credits that no SMS is among them. */
export type DeclineChannels = Channels | "EMAIL_NO_CREDITS" | "NO_CREDITS";

/** How and when declined candidates are told, and for how many SMS credits are left. */
export type DeclineMessages = { channels: DeclineChannels; smsReach: number; delaySeconds: number };

/** How declined candidates are told at any of the stages that the switches are of. */
export function declineMessages(switches: readonly MessageSwitch[]): DeclineMessages {
  const own = switches.filter(({ templateType }) => templateType === "APPLICATION_DECLINE");
  const isMail = own.some(({ isMailOn }) => isMailOn);
  const texts = own.filter(({ isTextOn }) => isTextOn);
  const smsReach = Math.max(0, ...texts.map((one) => one.smsReach));
  const delaySeconds = own[0]?.delaySeconds ?? 0;
  if (texts.length > 0 && smsReach === 0)
    return { channels: isMail ? "EMAIL_NO_CREDITS" : "NO_CREDITS", smsReach, delaySeconds };
  return { channels: channelsOf(isMail, smsReach > 0), smsReach, delaySeconds };
}

/** By which channels declined candidates are told and when, or why they are not. */
export function declineText(
  t: Translate<(typeof applications)["en"]>,
  { channels, delaySeconds }: Pick<DeclineMessages, "channels" | "delaySeconds">,
  when: "later" | "within" = "later",
): string {
  const minutes = Math.floor(delaySeconds / 60);
  const span = minutes > 0 ? t("minutes", { count: minutes }) : t("seconds", { count: delaySeconds });
  return t(`declined.${channels}`, { when: delaySeconds > 0 ? t(`told.${when}`, { span }) : t("told.now") });
}

/**
 * What is said of SMS to several people beside the promise that they go out: how many of them can be sent with the credits
 * that are left now. `people` are those with a phone number, null where it is not known who will be chosen out of `most`.
 * Undefined where there is nothing to say.
 */
export function smsLimitText(
  t: Translate<(typeof applications)["en"]>,
  { people, most, smsReach }: { people: number | null; most: number; smsReach: number },
): string | undefined {
  if (smsReach === 0) return undefined;
  const reach = inFigures(smsReach);
  if (people === null) return smsReach < most ? t("sms.limit", { reach }) : undefined;
  if (people === 0) return t("sms.nobody");
  const figures = { people: inFigures(people), reach };
  return smsReach < people ? t("sms.some", figures) : t("sms.all", { count: people, ...figures });
}

/** The candidates' screens' words about messages before they are sent. */
export type MessageFacts = {
  /** How the candidates at the stage are told that they were declined. */
  decline: DeclineMessages;
  /** Whether the link of the stage's assessment can be sent again. */
  isResendOn: boolean;
  /** Whether there is a chat, whose report can be sent. */
  hasReports: boolean;
  isReportOn: boolean;
};

/** The messages to the candidates at a stage. Reports are of the vacancy's chat, whatever the stage. */
export const messageFacts = (
  switches: readonly MessageSwitch[],
  stageId: string | undefined,
): MessageFacts => {
  const own = switches.filter((one) => one.stageId === stageId);
  return {
    decline: declineMessages(own),
    isResendOn: own.some(({ templateType, isMailOn }) => templateType.startsWith("RESEND_") && isMailOn),
    hasReports: switches.some(({ templateType }) => templateType === "MI_REPORT"),
    isReportOn: switches.some(({ templateType, isMailOn }) => templateType === "MI_REPORT" && isMailOn),
  };
};
