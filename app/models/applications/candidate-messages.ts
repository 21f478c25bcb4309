/** Whether a message to the candidates at a stage goes out, as the notification settings and the SMS credits are. */
export type MessageSwitch = {
  stageId: string;
  templateType: string;
  isMailOn: boolean;
  isTextOn: boolean;
  hasSmsCredits: boolean;
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

/** How declined candidates are told, at any of the stages that the switches are of. */
export function declineChannels(switches: readonly MessageSwitch[]): DeclineChannels {
  const own = switches.filter(({ templateType }) => templateType === "APPLICATION_DECLINE");
  const isMail = own.some(({ isMailOn }) => isMailOn);
  const texts = own.filter(({ isTextOn }) => isTextOn);
  const isPaid = texts.some(({ hasSmsCredits }) => hasSmsCredits);
  if (texts.length > 0 && !isPaid) return isMail ? "EMAIL_NO_CREDITS" : "NO_CREDITS";
  return channelsOf(isMail, isPaid);
}

/** The candidates' screens' words about messages before they are sent. */
export type MessageFacts = {
  /** How the candidates at the stage are told that they were declined. */
  decline: DeclineChannels;
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
    decline: declineChannels(own),
    isResendOn: own.some(({ templateType, isMailOn }) => templateType.startsWith("RESEND_") && isMailOn),
    hasReports: switches.some(({ templateType }) => templateType === "MI_REPORT"),
    isReportOn: switches.some(({ templateType, isMailOn }) => templateType === "MI_REPORT" && isMailOn),
  };
};
