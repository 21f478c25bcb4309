/** Whether a message to the candidates at a stage goes out, as the notification settings are. */
export type MessageSwitch = {
  stageId: string;
  templateType: string;
  isMailOn: boolean;
  isTextOn: boolean;
};

/** By which channels candidates get a message. */
export type Channels = "BOTH" | "EMAIL" | "SMS" | "NONE";

/** The channels of two switches. */
export function channelsOf(isMail: boolean, isText: boolean): Channels {
  if (isMail) return isText ? "BOTH" : "EMAIL";
  return isText ? "SMS" : "NONE";
}

/** The channels by which a message goes out, at any of the stages that the switches are of. */
export const channelsOn = (switches: readonly MessageSwitch[], templateType: string): Channels => {
  const own = switches.filter((one) => one.templateType === templateType);
  return channelsOf(
    own.some(({ isMailOn }) => isMailOn),
    own.some(({ isTextOn }) => isTextOn),
  );
};

/** The candidates' screens' words about messages before they are sent. */
export type MessageFacts = {
  /** How the candidates at the stage are told that they were declined. */
  decline: Channels;
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
    decline: channelsOn(own, "APPLICATION_DECLINE"),
    isResendOn: own.some(({ templateType, isMailOn }) => templateType.startsWith("RESEND_") && isMailOn),
    hasReports: switches.some(({ templateType }) => templateType === "MI_REPORT"),
    isReportOn: switches.some(({ templateType, isMailOn }) => templateType === "MI_REPORT" && isMailOn),
  };
};
